# A function `helve` that talks to the service with bash's own means and starts no process. What it cannot do so is left
# to the program of that name; nothing has been done by then.
#   eval "$(helve shell-init bash)"                               in an interactive shell
#   helve shell-init bash > ~/.helve.bash; BASH_ENV=~/.helve.bash   for scripts and `bash -c`
#
# Options are local: a script's `set -x` must not show the token, and its `set -eu` not stop us half-way. Sizes are counted
# under LC_ALL=C, because HTTP counts bytes. Output is read by size, because up to a delimiter bash reads a socket one byte at
# a time. SIGPIPE is ignored while the request is written, because it would end the shell.
if [ -n "${BASH_VERSINFO-}" ] && [ "${BASH_VERSINFO[0]}${BASH_VERSINFO[1]}" -ge 44 ]; then

helve() {
  local _helve_code=
  if _helve_call "$@"; then return "$_helve_code"; fi
  command helve "$@"
}

_helve_call() {
  local -
  set +aefuvx
  local IFS=$' \t\n' _helve_home=${HELVE_HOME:-${HOME-}/.helve} _helve_state _helve_pid _helve_port _helve_token
  case ${1-} in '' | service | mcp | batch | shell-init) return 1 ;; esac
  builtin read -r _helve_state 2>/dev/null <"$_helve_home/service.json" || { _helve_wake; return 1; }
  _helve_pid=${_helve_state#*'"pid":'} _helve_port=${_helve_state#*'"port":'}
  _helve_pid=${_helve_pid%%,*} _helve_port=${_helve_port%%,*}
  [[ $_helve_pid$_helve_port == *[!0-9]* ]] && return 1
  # Nobody but the living service may be shown the token; its number may be another program's by now.
  kill -0 "$_helve_pid" 2>/dev/null || { _helve_wake; return 1; }
  local -a _helve_stat
  if builtin read -r _helve_token 2>/dev/null <"/proc/$_helve_pid/stat"; then
    _helve_stat=(${_helve_token##*') '})
    [[ $_helve_state == *'"identity":"'"${_helve_stat[19]}@"* ]] || return 1
  fi
  [[ -f $_helve_home/token && -O $_helve_home/token && ! -L $_helve_home/token ]] || return 1
  builtin read -r _helve_token 2>/dev/null <"$_helve_home/token" || return 1

  local _helve_value _helve_name _helve_mask _helve_comma=
  local _helve_body='{"protocol_version":1,"id":"shell","action":"argv","params":{"args":['
  for _helve_value; do
    [[ $_helve_value == *[[:cntrl:]\"\\]* ]] && _helve_escape
    _helve_body+=$_helve_comma\"$_helve_value\" _helve_comma=,
  done
  _helve_body+='],"env":{' _helve_comma=
  local _helve_names=
  _helve_exported
  for _helve_name in $_helve_names; do
    _helve_value=${!_helve_name}
    [[ $_helve_value == *[[:cntrl:]\"\\]* ]] && _helve_escape
    _helve_body+=$_helve_comma\"$_helve_name\":\"$_helve_value\" _helve_comma=,
  done
  _helve_value=$PWD
  [[ $_helve_value == *[[:cntrl:]\"\\]* ]] && _helve_escape
  _helve_body+='},"cwd":"'$_helve_value\"
  { builtin read -r _helve_name; builtin read -r _helve_name _helve_mask; } 2>/dev/null </proc/self/status
  [[ $_helve_name == Umask: ]] && _helve_body+=',"umask":"'$_helve_mask\"
  [[ -t 1 ]] && _helve_body+=',"terminal":true'
  [[ -t 0 && -t 2 ]] && _helve_body+=',"attended":true'
  _helve_body+='}}'
  local _helve_reached=
  { _helve_talk 9<>"/dev/tcp/127.0.0.1/$_helve_port"; } 8>&2 2>/dev/null && return
  [[ $_helve_reached ]] || _helve_wake
  return 1
}

# Names what is exported, in a sixth of the time that asking for names by their first letter takes. What the pipe behind an
# empty here-string is given, it can be read from; a shell that has no such pipe asks by letters. Variables whose names bash
# itself cannot read are not among them.
_helve_exported() {
  { builtin compgen -e >/proc/self/fd/9 && builtin read -r -N 65536 -u 9 _helve_names; } 2>/dev/null 9<<<''
  [[ $_helve_names && $_helve_names != *[!A-Za-z0-9_$'\n']* ]] && return
  _helve_names=
  for _helve_name in ${!_@} ${!A@} ${!B@} ${!C@} ${!D@} ${!E@} ${!F@} ${!G@} ${!H@} ${!I@} ${!J@} ${!K@} ${!L@} ${!M@} \
    ${!N@} ${!O@} ${!P@} ${!Q@} ${!R@} ${!S@} ${!T@} ${!U@} ${!V@} ${!W@} ${!X@} ${!Y@} ${!Z@} ${!a@} ${!b@} ${!c@} ${!d@} \
    ${!e@} ${!f@} ${!g@} ${!h@} ${!i@} ${!j@} ${!k@} ${!l@} ${!m@} ${!n@} ${!o@} ${!p@} ${!q@} ${!r@} ${!s@} ${!t@} ${!u@} \
    ${!v@} ${!w@} ${!x@} ${!y@} ${!z@}; do
    [[ ${!_helve_name@a} == *x* ]] && _helve_names+=$_helve_name$'\n'
  done
}

_helve_talk() {
  local LC_ALL=C _helve_line _helve_out= _helve_error=
  _helve_reached=yes
  trap '' PIPE
  builtin printf 'POST / HTTP/1.1\r\nHost: 127.0.0.1:%s\r\nAuthorization: Bearer %s\r\nAccept: text/plain\r\n' \
    "$_helve_port" "$_helve_token" >&9
  builtin printf 'Content-Length: %s\r\n\r\n%s' "${#_helve_body}" "$_helve_body" >&9
  trap - PIPE
  builtin read -r ${TMOUT:+-t 9999999} -u 9 _helve_line || { _helve_lost; return 0; }
  [[ $_helve_line == 'HTTP/1.1 200 '* ]] || return 1
  while builtin read -r -u 9 _helve_line && [[ $_helve_line != $'\r' ]]; do
    _helve_line=${_helve_line%$'\r'}
    case $_helve_line in
      X-Helve-Code:*) _helve_code=${_helve_line#*: } ;;
      X-Helve-Out:*) _helve_out=${_helve_line#*: } ;;
      X-Helve-Error:*) _helve_error=${_helve_line#*: } ;;
    esac
  done
  [[ $_helve_code ]] || { _helve_lost; return 0; }
  ((BASH_SUBSHELL)) && trap '' PIPE
  _helve_copy 1 $_helve_out && _helve_copy 8 $_helve_error
  ((BASH_SUBSHELL)) && trap - PIPE
  return 0
}

# Copies pieces of the given sizes; a z stands for a NUL byte, which no variable can hold.
_helve_copy() {
  local _helve_to=$1 _helve_left _helve_size _helve_piece
  shift
  for _helve_left; do
    if [[ $_helve_left == z ]]; then
      builtin printf '\0' >&"$_helve_to" || { _helve_cut; return 1; }
      continue
    fi
    while ((_helve_left > 0)); do
      ((_helve_size = _helve_left > 65536 ? 65536 : _helve_left, _helve_left -= _helve_size))
      IFS= builtin read -r -N "$_helve_size" -u 9 _helve_piece
      [[ ${#_helve_piece} == "$_helve_size" ]] || { _helve_lost; return 1; }
      builtin printf '%s' "$_helve_piece" >&"$_helve_to" || { _helve_cut; return 1; }
    done
  done
}

# Whoever reads a pipe may leave early: nothing went wrong. A disk may be full: something did.
_helve_cut() {
  if [[ -p /dev/fd/1 || -S /dev/fd/1 ]]; then
    _helve_code=0
  else
    _helve_code=1
    builtin printf 'error: what the command printed could not be written\n' >&8
  fi
}

_helve_lost() {
  _helve_code=2
  builtin printf 'error: the service ended before it answered; the command may have been run\n' >&8
}

# Starts the service for the calls that follow, once in a shell.
_helve_wake() {
  [[ ${_helve_woken-} == "$_helve_home" ]] && return
  _helve_woken=$_helve_home
  (command helve service start </dev/null >/dev/null 2>&1 &)
}

_helve_escape() {
  local _helve_slash='\' _helve_hex _helve_char
  _helve_value=${_helve_value//"$_helve_slash"/"$_helve_slash$_helve_slash"}
  _helve_value=${_helve_value//'"'/"$_helve_slash"'"'}
  _helve_value=${_helve_value//$'\n'/"$_helve_slash"n}
  _helve_value=${_helve_value//$'\t'/"$_helve_slash"t}
  [[ $_helve_value == *[[:cntrl:]]* ]] || return
  for _helve_hex in 0{1..9} 0{a..f} 1{0..9} 1{a..f}; do
    builtin printf -v _helve_char "\\x$_helve_hex"
    _helve_value=${_helve_value//"$_helve_char"/"$_helve_slash"u00$_helve_hex}
  done
}

fi
