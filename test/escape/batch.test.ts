import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { compileConfinement } from '../../packages/policy/src/confinement/compile.ts';
import { createPolicy, MODES, parseRule } from '../../packages/policy/src/index.ts';
import { confineProgram } from '../../packages/processes/src/confine/confine.ts';
import { Bait } from './bait.ts';

/**
 * More attempts, which do not get in each other's way: all of them run in one sandbox, one after the other. The rules of
 * `attempts.ts` apply: they may only harm the bait.
 */
const ATTEMPTS = [
  // Git: repositories and settings that the next git outside would read.
  'git init -q sub; git -C sub commit -q --allow-empty -m x; git add sub; git commit -qm sub',
  'printf "[submodule \\"s\\"]\\n\\tpath = s\\n\\turl = .\\n\\tupdate = !touch $O/PWN\\n" > .gitmodules; git submodule update --init',
  'echo "* filter=evil diff=evil merge=evil" > .git/info/attributes; echo "* filter=evil" > .gitattributes',
  'mkdir -p tpl/hooks; cp evil.sh tpl/hooks/post-index-change; git init -q --template=tpl .',
  'git init -q --separate-git-dir="$P/apart" .',
  'git worktree add -q w; echo "$P/docs" > .git/worktrees/w/commondir',
  'git config --worktree core.fsmonitor "touch $O/PWN"',
  'git update-index --fsmonitor; git update-index --untracked-cache --split-index',
  'git maintenance start; git credential-store --file "$U/.git-credentials" store < /dev/null',
  'git bundle create b.bundle HEAD; git clone -q --config core.fsmonitor="touch $O/PWN" b.bundle c; cd c; git remote add up ext::"touch $O/PWN"',
  'git -c core.editor="touch $O/PWN" commit --amend; GIT_EXTERNAL_DIFF="touch $O/PWN" git diff; GIT_SSH_COMMAND="touch $O/PWN" git ls-remote ssh://x/y',
  'cp .git/HEAD .git/config.lock; mv .git/config.lock .git/config; : > .git/config.lock; git gc -q; git repack -adq',
  "for n in commondir config.worktree hooks; do python3 -c \"import os; os.rename('evil.sh', '.git/$n')\"; done",
  'git replace --edit HEAD; git notes add -m x; git update-ref refs/heads/../../config HEAD; git symbolic-ref HEAD refs/../config',
  'git fast-import < /dev/null; git mktag < /dev/null; git update-server-info; git rerere gc',
  // Mounts and names.
  "python3 -c \"import ctypes; l=ctypes.CDLL(None); [l.renameat2(-100, a, -100, b, 2) for a,b in [(b'.git',b'docs'),(b'evil.sh',b'.git/config'),(b'docs',b'.git/hooks'),(b'bin',b'.claude')]]\"",
  'python3 -c "import ctypes; l=ctypes.CDLL(None); [l.syscall(n, 0, 0, 0, 0, 0) for n in (428, 429, 430, 431, 432, 433, 442)]"',
  "python3 -c \"import os; f=os.open('$O', os.O_PATH); os.open('PWN', os.O_CREAT|os.O_WRONLY, dir_fd=f)\"",
  "python3 -c \"import ctypes,os; l=ctypes.CDLL(None); f=os.open('.env', 0o10000000); l.linkat(f, b'', -100, b'linked', 0x1000); print(open('linked').read())\"",
  "python3 -c \"import ctypes; l=ctypes.CDLL(None); b=ctypes.create_string_buffer(200); b[0:4]=b'\\x80\\0\\0\\0'; m=ctypes.c_int(); l.name_to_handle_at(-100, b'.env', b, ctypes.byref(m), 0); print(l.open_by_handle_at(-100, b, 0))\"",
  "python3 -c \"import mmap,os; f=os.open('$O/kept', os.O_RDONLY); mmap.mmap(f, 4, mmap.MAP_SHARED, mmap.PROT_WRITE)[0:1]=b'x'\"",
  'python3 -c "import os; os.posix_fallocate(os.open(\'$O/kept\', os.O_RDONLY), 0, 9)"; fallocate -p -o 0 -l 4 "$O/kept"; truncate -s +1 "$O/kept"',
  'chattr +i .git; chattr +a "$O/kept"; chattr -i .git; setfacl -m u:nobody:rwx "$O"; setfattr -n user.a -v b .git/config',
  'cp --reflink=always "$O/kept" r; python3 -c "import fcntl,os; fcntl.ioctl(os.open(\'$O/kept\', os.O_RDONLY), 0x40049409, os.open(\'evil.sh\', os.O_RDONLY))"',
  'ln -sfn "$O" nested/deep; echo x > nested/deep/PWN; ln -sfn "$O" tmplink; cp evil.sh tmplink/PWN; install -D evil.sh tmplink/a/PWN',
  'mkdir -p "/tmp$O"; touch "/tmp$O/PWN"; ln -s "$O" /tmp/out; touch /tmp/out/PWN; cd /tmp && ls -la helve-sandbox* && rm -rf helve-sandbox*',
  'exec 9<>.mcp.json; echo "{}" >&9; exec 9>>.helve/settings.json; echo "{}" >&9; exec 9>.idea/x',
  'chmod -R 777 .mcp.json .helve .claude .idea .git/hooks; touch .mcp.json/x .helve/settings.json .claude/settings.json .git/hooks/pre-commit',
  'rmdir .mcp.json .helve .claude .idea .vscode/tasks.json; for n in .mcp.json .helve .claude; do ln -s evil.sh $n; done',
  'mv .vscode .vs; mkdir .vscode; cp evil.sh .vscode/tasks.json; cp -rT bin .claude; cp -rT bin .helve; rsync -a bin/ .idea/',
  'printf "PWN" | dd of=.mcp.json conv=notrunc; tar cf t.tar bin; tar xf t.tar --transform=s,bin,.claude,; unzip -o x.zip -d .helve; cpio -pdm .idea < /dev/null',
  'patch -p0 < /dev/null; printf -- "--- /dev/null\\n+++ .mcp.json\\n@@ -0,0 +1 @@\\n+{}\\n" | patch -p0; git apply --unsafe-paths --directory="$O" /dev/null',
  'mount --make-rshared /; mount --move .git/hooks bin; mount -o remount,rw .git/hooks; umount .git/hooks .git/config .mcp.json; umount -l .git',
  'fusermount -u .git/hooks; fusermount3 -u .mcp.json; pivot_root . .; losetup -f evil.sh; swapon evil.sh',
  // What is hidden.
  'git grep --no-index BAIT; git grep --untracked BAIT; git archive --add-file=.env HEAD | strings; git stash -a; git stash show -p --include-untracked',
  'python3 -c "import os; print(os.sendfile(1, os.open(\'.env\', 0), 0, 100))"; python3 -c "import os; print(os.listxattr(\'.env\'))"',
  'for f in /proc/1/fd/* /proc/self/fd/* /proc/self/map_files/* /proc/1/map_files/*; do timeout 1 head -c 100 $f < /dev/null; done',
  'find -L . "$U" "$O" -maxdepth 4 -type f -size -2 -exec head -c 50 {} +; readlink -f "$U/linked/id_rsa" | xargs cat',
  'cat nested/./deep/../deep/.env ./././.env "$P"//.env /../"$P"/.env .env/. .env/; cat $(printf ".%s" env); cat "$(echo LmVudg== | base64 -d)"',
  'busybox cat .env; busybox find . -name .env -exec cat {} ;; python3 -m http.server 0 --bind 127.0.0.1 & sleep 0.3; kill %1; python3 -m zipfile -c z.zip .env; strings z.zip',
  'cp -a "$U" u; cp -a "$O" o; grep -ra BAIT u o; tar cf all.tar "$U" "$O" "$H"; strings all.tar | grep BAIT',
  'perl -ne print .env; ruby -e "puts File.read(%q(.env))"; awk "{print}" < .env; diff .env /dev/null; cmp -l .env evil.sh; comm .env /dev/null; paste .env; join .env .env',
  'mkfifo p; (cat .env > p &) ; timeout 1 cat p; script -qc "cat .env" /dev/null; ssh-add "$U/.ssh/id_rsa"; gpg --import "$U/.ssh/id_rsa"; openssl rsa -in "$U/.ssh/id_rsa"',
  'filefrag -v .env; debugfs -R "stat .env" /dev/root; xfs_io -r -c "pread -v 0 50" .env; hexdump -C .env; cat /sys/block/*/dev; blkid',
  'python3 -c "import ctypes; print(ctypes.CDLL(None).syscall(425, 8, 0))"; python3 -c "import ctypes; print(ctypes.CDLL(None).syscall(303))"',
  'cat /run/secrets/* /var/run/secrets/*/*/* /run/credentials/*/* /var/lib/docker/*; cat /proc/1/cmdline /proc/*/cmdline | strings | grep BAIT',
  'ls /proc/$VICTIM/root/; cat /proc/$VICTIM/cwd/../private/key; readlink /proc/$VICTIM/exe && touch "$O/PWN"; cat /proc/$VICTIM/task/*/environ',
  // Descriptors, pipes and the terminal.
  'for fd in $(seq 3 63); do { echo x >&$fd; } 2>/dev/null; { read -t 0.01 x <&$fd; } 2>/dev/null; done; ls -l /proc/self/fd /proc/1/fd',
  'echo x > /dev/tty; echo x > /dev/console; printf "\\033]52;c;QkFJVA==\\a" > /dev/tty; stty -F /dev/tty; setsid -c true',
  'python3 -c "import os,fcntl,termios; f=os.open(\'/dev/ptmx\', os.O_RDWR); fcntl.ioctl(f, termios.TIOCSTI, b\'x\')" && touch "$O/PWN"',
  'cat /dev/kmsg & sleep 0.1; kill %1; echo x > /dev/kmsg && touch "$O/PWN"; cat /dev/fb0 /dev/input/* /dev/snd/* 2>/dev/null | head -c 10',
  // Other kinds of sockets, and the network.
  'python3 -c "import socket; [print(k) for k in (16,17,38,40,31,21,29) if not socket.socket(k, socket.SOCK_RAW if k!=40 else socket.SOCK_STREAM).close()]" && touch "$O/PWN"',
  "python3 -c \"import socket; s=socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.sendto(b'x', ('127.0.0.1', $PORT)); s.sendto(b'x', ('255.255.255.255', $PORT))\"",
  "python3 -c \"import socket; s=socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM); s.sendto(b'x', '$SOCK')\"; python3 -c \"import socket; s=socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET); s.connect('$SOCK')\"",
  'for ip in $LAN 169.254.169.254 10.0.2.2 172.17.0.1 host.docker.internal; do timeout 1 bash -c "exec 3<>/dev/tcp/$ip/$PORT; cat <&3"; done',
  'ip route add default dev lo; ip netns add x; ip link set lo mtu 9000; sysctl -w net.ipv4.ip_forward=1; nft list ruleset; iptables -L && touch "$O/PWN"',
  'ssh -o BatchMode=yes -o ConnectTimeout=1 localhost touch "$O/PWN"; nc -w1 127.0.0.1 $PORT; socat - TCP:127.0.0.1:$PORT,connect-timeout=1; telnet 127.0.0.1 $PORT; wget -qO- -T1 127.0.0.1:$PORT',
  'resolvectl query x; dig +time=1 +tries=1 x; host -W1 x; nslookup -timeout=1 x; getent ahosts x.y.example && touch "$O/PWN"',
  // Processes, limits and what outlives the command.
  '(setsid sh -c "sleep 2; touch $O/PWN; echo {} > .mcp.json" & ) ; (nohup sh -c "trap : TERM HUP INT; sleep 2; touch $O/PWN" > /dev/null 2>&1 &)',
  'at now <<< "touch $O/PWN"; echo "* * * * * touch $O/PWN" | crontab -; systemd-run --on-active=1 touch "$O/PWN"; batch <<< "touch $O/PWN"',
  'kill -0 $VICTIM && touch "$O/PWN"; python3 -c "import os; os.setpriority(os.PRIO_PROCESS, $VICTIM, 5)" && touch "$O/PWN"; taskset -p 1 $VICTIM && touch "$O/PWN"',
  'prlimit --pid $VICTIM --nofile=1 && touch "$O/PWN"; chrt -p $VICTIM && touch "$O/PWN"; ionice -p $VICTIM && touch "$O/PWN"',
  'echo $$ > /sys/fs/cgroup/cgroup.procs && touch "$O/PWN"; mkdir /sys/fs/cgroup/x && touch "$O/PWN"; echo 1 > /proc/self/clear_refs; echo -1000 > /proc/self/oom_score_adj && touch "$O/PWN"',
  'python3 -c "import ctypes; l=ctypes.CDLL(None); print(l.prctl(4,0,0,0,0), l.prctl(38,0,0,0,0), l.prctl(24,21,0,0,0), l.setuid(0), l.setgid(0), l.setns(3,0))"; capsh --print; setpriv --reuid 1 touch "$O/PWN"',
  'ulimit -c unlimited; sh -c "kill -SEGV \\$\\$"; coredumpctl dump; logger BAIT; wall x; write root < /dev/null; mail root < /dev/null',
  'newgrp root < /dev/null; sg root -c "touch $O/PWN"; runuser -u root touch "$O/PWN"; passwd -d root; usermod -aG sudo nobody; chfn x; chsh -s /bin/sh',
  'ldconfig; update-alternatives --config x < /dev/null; dpkg -i x.deb; apt-get -y install x; pip install --user x; npm install -g x; cargo install x; gem install x',
  'echo "touch $O/PWN" > "$U/.bash_aliases"; mkdir -p "$U/.config/autostart" "$U/.config/systemd/user" "$U/.local/bin" "$U/bin"; cp evil.sh "$U/bin/ls"; cp evil.sh "$U/.local/bin/git"; cp evil.sh "$U/.xprofile"',
  'npm config set prefix "$O"; npm config set script-shell "$P/evil.sh" --location=user; pip config set global.target "$O"; git config --system core.editor x; vim -es -c "w! $U/.vimrc" -c q',
];

const bait = new Bait();
beforeAll(() => bait.listen());
beforeEach(() => bait.renew());
afterAll(() => bait.close());

async function confined(mode: (typeof MODES)[number], lines: readonly string[]): Promise<string> {
  const { project: cwd, user, home, outside, variables: env } = bait;
  const rules = [
    'Read(~/.ssh/**)',
    'Read(**/.env)',
    'Edit(locked.txt)',
    'Edit(kept/**)',
    `Read(${outside}/private/**)`,
  ];
  const policy = await createPolicy({
    mode,
    modeSource: 'test',
    rules: rules.map((text) => parseRule('deny', text, 'test')),
    base: { root: cwd, home: user },
    cwd,
    guarded: [join(cwd, 'scripts/hook.sh')],
  });
  const confinement = compileConfinement(policy, { cwd, env: { HOME: user }, home });
  lines.forEach((line, index) => writeFileSync(join(cwd, `attempt-${index}.sh`), line));
  const each = `for n in $(seq 0 ${lines.length - 1}); do (cd "$P"; timeout -k 1 5 bash "attempt-$n.sh" < /dev/null); done; true`;
  const run = await confineProgram({ program: '/bin/bash', args: ['-c', each], cwd, env }, confinement, ['bubblewrap']);
  const child = spawn(run.program, run.args, { cwd, env: run.env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += text));
  await new Promise((resolve) => child.on('close', resolve));
  run.release();
  expect(run.started()).toBe(true);
  return printed;
}

it.each(MODES)(
  `none of ${ATTEMPTS.length} further attempts succeeds in mode %s`,
  { timeout: 300_000 },
  async (mode) => {
    const achieved = bait.achieved(await confined(mode, ATTEMPTS));
    const culprits: unknown[] = [];
    // Only where something was achieved: which attempt it was.
    for (const line of achieved.length === 0 ? [] : ATTEMPTS) {
      bait.renew();
      const alone = bait.achieved(await confined(mode, [line]));
      if (alone.length > 0) culprits.push([line, alone]);
    }
    expect([achieved, culprits]).toEqual([[], []]);
  },
);
