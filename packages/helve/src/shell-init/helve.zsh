# A function `helve` that talks to the service with zsh's own means and starts no process. What it cannot do so is left to
# the program of that name; nothing has been done by then.
#   eval "$(helve shell-init zsh)"
#
# Options are local: a script's `set -x` must not show the token, and its `set -eu` not stop us half-way. Sizes are counted
# without multibyte, because HTTP counts bytes. SIGPIPE is ignored, also locally, because it would end the shell.

helve() {
  setopt local_options no_xtrace
  local _helve_code=
  if _helve_call "$@"; then return $_helve_code; fi
  command helve "$@"
}

_helve_call() {
  emulate -L zsh
  setopt no_xtrace no_verbose no_all_export no_multibyte
  local _helve_home=${HELVE_HOME:-${HOME-}/.helve} _helve_state _helve_pid _helve_port _helve_token IFS=$' \t\n\0'
  case ${1-} in ('' | service | mcp | batch | shell-init) return 1 ;; esac
  zmodload zsh/net/tcp zsh/system zsh/parameter 2>/dev/null || return 1
  { builtin read -r _helve_state <"$_helve_home/service.json" } 2>/dev/null || { _helve_wake; return 1 }
  _helve_pid=${_helve_state#*'"pid":'} _helve_port=${_helve_state#*'"port":'}
  _helve_pid=${_helve_pid%%,*} _helve_port=${_helve_port%%,*}
  [[ $_helve_pid$_helve_port == *[!0-9]* ]] && return 1
  # Nobody but the living service may be shown the token; its number may be another program's by now.
  kill -0 $_helve_pid 2>/dev/null || { _helve_wake; return 1 }
  local -a _helve_stat
  if { builtin read -r _helve_token <"/proc/$_helve_pid/stat" } 2>/dev/null; then
    _helve_stat=(${=_helve_token##*') '})
    [[ $_helve_state == *'"identity":"'"${_helve_stat[20]}@"* ]] || return 1
  fi
  [[ -f $_helve_home/token && -O $_helve_home/token && ! -L $_helve_home/token ]] || return 1
  { builtin read -r _helve_token <"$_helve_home/token" } 2>/dev/null || return 1

  local _helve_value _helve_name _helve_mask _helve_comma=
  local _helve_body='{"protocol_version":1,"id":"shell","action":"argv","params":{"args":['
  for _helve_value; do
    [[ $_helve_value == *[[:cntrl:]\"\\]* ]] && _helve_escape
    _helve_body+=$_helve_comma\"$_helve_value\" _helve_comma=,
  done
  _helve_body+='],"env":{' _helve_comma=
  for _helve_name in ${(k)parameters[(R)*export*]}; do
    _helve_value=${(P)_helve_name}
    [[ $_helve_value == *[[:cntrl:]\"\\]* ]] && _helve_escape
    _helve_body+=$_helve_comma\"$_helve_name\":\"$_helve_value\" _helve_comma=,
  done
  _helve_value=$PWD
  [[ $_helve_value == *[[:cntrl:]\"\\]* ]] && _helve_escape
  _helve_body+='},"cwd":"'$_helve_value\"
  { { builtin read -r _helve_name; builtin read -r _helve_name _helve_mask } </proc/self/status } 2>/dev/null
  [[ $_helve_name == Umask: ]] && _helve_body+=',"umask":"'$_helve_mask\"
  [[ -t 1 ]] && _helve_body+=',"terminal":true'
  [[ -t 0 && -t 2 ]] && _helve_body+=',"attended":true'
  _helve_body+='}}'

  local REPLY _helve_socket
  ztcp 127.0.0.1 $_helve_port 2>/dev/null || { _helve_wake; return 1 }
  _helve_socket=$REPLY
  { _helve_talk } always { ztcp -c $_helve_socket }
}

_helve_talk() {
  local _helve_line _helve_out= _helve_error=
  trap '' PIPE
  _helve_line=$'POST / HTTP/1.1\r\nHost: 127.0.0.1:'$_helve_port$'\r\nAuthorization: Bearer '$_helve_token
  _helve_line+=$'\r\nAccept: text/plain\r\nContent-Length: '${#_helve_body}$'\r\n\r\n'$_helve_body
  syswrite -o $_helve_socket -- "$_helve_line" 2>/dev/null
  builtin read -r -u $_helve_socket _helve_line 2>/dev/null || { _helve_lost; return 0 }
  [[ $_helve_line == 'HTTP/1.1 200 '* ]] || return 1
  while builtin read -r -u $_helve_socket _helve_line && [[ $_helve_line != $'\r' ]]; do
    _helve_line=${_helve_line%$'\r'}
    case $_helve_line in
      (X-Helve-Code:*) _helve_code=${_helve_line#*: } ;;
      (X-Helve-Out:*) _helve_out=${_helve_line#*: } ;;
      (X-Helve-Error:*) _helve_error=${_helve_line#*: } ;;
    esac
  done
  [[ -n $_helve_code ]] || { _helve_lost; return 0 }
  _helve_copy 1 ${=_helve_out} && _helve_copy 2 ${=_helve_error}
  return 0
}

# Copies pieces of the given sizes; a z stands for a NUL byte, which the service leaves out for other shells.
_helve_copy() {
  local _helve_left _helve_size _helve_to=$1
  shift
  for _helve_left; do
    if [[ $_helve_left == z ]]; then
      syswrite -o $_helve_to $'\0' || { _helve_cut; return 1 }
      continue
    fi
    while ((_helve_left > 0)); do
      sysread -c _helve_size -i $_helve_socket -s $((_helve_left > 65536 ? 65536 : _helve_left)) -o $_helve_to
      case $? in
        (0) ((_helve_left -= _helve_size)) ;;
        (3) _helve_cut; return 1 ;;
        (*) _helve_lost; return 1 ;;
      esac
    done
  done
  return 0
}

# Whoever reads a pipe may leave early: nothing went wrong. A disk may be full: something did.
_helve_cut() {
  if [[ -p /dev/fd/1 || -S /dev/fd/1 ]]; then
    _helve_code=0
  else
    _helve_code=1
    print -u2 -r -- 'error: what the command printed could not be written'
  fi
}

_helve_lost() {
  _helve_code=2
  print -u2 -r -- 'error: the service ended before it answered; the command may have been run'
}

# Starts the service for the calls that follow, once in a shell.
_helve_wake() {
  [[ ${_helve_woken-} == $_helve_home ]] && return
  typeset -g _helve_woken=$_helve_home
  (command helve service start </dev/null >/dev/null 2>&1 &)
}

_helve_escape() {
  local _helve_hex _helve_char
  _helve_value=${_helve_value//\\/\\\\}
  _helve_value=${_helve_value//\"/\\\"}
  _helve_value=${_helve_value//$'\n'/\\n}
  _helve_value=${_helve_value//$'\t'/\\t}
  [[ $_helve_value == *[[:cntrl:]]* ]] || return
  for _helve_hex in 0{1..9} 0{a..f} 1{0..9} 1{a..f}; do
    printf -v _helve_char "\\x$_helve_hex"
    _helve_value=${_helve_value//$_helve_char/\\u00$_helve_hex}
  done
}
