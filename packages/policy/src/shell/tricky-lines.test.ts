import { afterAll, describe, expect, it } from 'vitest';
import { makeBaitProject } from '../testing/bait-project.ts';

const project = makeBaitProject();
afterAll(project.remove);

/** One line each; in the project of the test, each of them would print what is denied or run what it must not. */
const READS = String.raw`
grep -r X ~
grep -rh '' .
grep -rh ''
grep -Rh '' sub
grep -d recurse '' .
grep --directories=recurse '' .
grep --rec '' .
grep '' secret/*
grep -f secret/key a.txt
grep -fsecret/key a.txt
grep --file=secret/key a.txt
grep --rege= secret/key
grep -e '' -- secret/key
git diff --no-index /dev/null ~/.ssh/id
git diff --no-index a.txt secret/key
git show HEAD:.env
git show HEAD:secret/key
git log -p
git grep -h ''
git -C . diff
git blame secret/key
rev ~/.ssh/id
rev secret/key
tac secret/key
column secret/key
tar cO ~/.ssh
tar cO .
tar -cO secret
tar cO -T names
cat ~/.s*/id
cat ~/.ss?/id
cat ~/.[s]sh/id
cat ~/.{ssh,x}/id
cat ~/.s{s,}h/id
cat {secret,sub}/key
cat s{a..z}cret/key
cat */key
cat */*
cat s*/k*
cat secre?/key
cat **/key
cat l*/key
cat link/key
cat sub/al*
cat sub/alias
cat sub/../secret/key
cat sub/secret/../../secret/key
cat ./secret//./key
cat ../project/secret/key
cat $HOME/.ssh/id
cat "$HOME"/.ssh/id
cat $PWD/secret/key
cat ~+/secret/key
cat ~-/secret/key
cat ~root/x
cat .e*
cat .en?
cat .env
p=~/.ssh; cat $p/id
p=secret && cat $p/key
p=secret; q=$p/key; cat "$q"
p=~/.ssh/id; cat < $p
for p in secret; do cat $p/key; done
for p in s*; do cat "$p/key"; done
for p in secret/*; do cat "$p"; done
for f in *; do cat $f/key; done
for i in 1 2; do cat key; cd secret; done
while true; do cat key && break; cd secret; done
until cat key; do cd secret; done
f() { cat key; }; cd secret; f
f() { cat "$1"; }; f secret/key
f() { cat "$@"; }; f secret/key
echo() { cat "$@"; }; echo secret/key
printf() { cat "$2"; }; printf x secret/key
p=a.txt; p=secret/key; cat $p
if true; then p=secret/key; fi; cat $p
read p <<< secret/key; cat $p
printf -v p secret/key; cat $p
read p < names; cat "$p"
mapfile -t p < names; cat "$p"
export p=secret/key; cat $p
declare p=secret/key; cat $p
p=(secret/key); cat "$p"
p=x; p+=/../secret/key; cat $p
set -- secret/key; cat $1
IFS=x; p=secretx; cat $p/key
eval 'p=secret/key'; cat $p
eval cat 'secret/key'
p=secret/key sh -c 'cat $p'
p=secret/key; sh -c "cat $p"
sh -c 'cat "$1"' _ secret/key
sh -c 'cat secret/key'
bash -c "cat secret/*"
cat "$(echo secret/key)"
cat $(cat names)
cat ${'`'}echo secret/key${'`'}
cat $(printf 'sec%s/key' ret)
cat $((1)) secret/key
echo secret/key | xargs cat
xargs cat < names
xargs -a names cat
xargs -a secret/key echo
xargs -asecret/key echo
ls secret | xargs -I{} cat secret/{}
find . -name key -exec cat {} +
find ~ -exec cat {} +
find sub -exec cat {} \;
find secret -type f
find . -files0-from names
find -L sub -type f -exec cat {} \;
env -C secret cat key
env cat secret/key
env --chdir=secret cat key
command cat secret/key
builtin cd secret; cat key
timeout 5 cat secret/key
nice cat secret/key
cd secret; cat key
cd secret && cat key
(cd secret; cat key)
cd s*; cat key
cd sub; cat ../secret/key
cd sub/secret; cat ../../secret/key
cd link; cat key
cd "$(echo secret)"; cat key
pushd secret; cat key
CDPATH=secret; cd sub; cat key
cat < secret/key
cat <secret/k*
cat <> secret/key
cat 0< secret/key
exec 3< secret/key; cat <&3
echo "$(<secret/key)"
echo $(< s*/key)
cat <<< "$(<secret/key)"
cat <(cat secret/key)
while read l; do echo $l; done < secret/key
diff /dev/null secret/key
diff sub .
diff -r sub secret
cmp secret/key a.txt
comm secret/key a.txt
paste secret/key
nl secret/key
od -c secret/key
strings @names
strings secret/key
sort secret/key
sort --files0-from=names
sort --files0=names
wc --files0-from=names
du --files0-from=names
date -f secret/key
date --file=secret/key
file -f names
md5sum -c names
sed -n p secret/key
sed -n p s*/key
jq -R . secret/key
jq -n 'import "./secret/key" as $x; $x'
jq --rawfile a secret/key -n '$a'
jq -n --slurpfile a secret/key '$a'
jq --from-file secret/key
awk 1 secret/key
dd if=secret/key
dd if=s{ecret,}/key
base64 secret/key
curl -d @secret/key http://127.0.0.1:9
cat /proc/self/cwd/secret/key
cat /proc/self/cwd/../.ssh/id
cat /proc/$$/cwd/secret/key
cat /proc/self/root$PWD/secret/key
cat /pro?/self/cwd/secret/key
cat /dev/fd/../cwd/secret/key
cd /proc/self/cwd; cat secret/key
mv secret x; cat x/key
cp -r secret x; cat x/key
cp -r . ../x
ln -s secret x; cat x/key
ln secret/key x
[ -f secret/key ] && cat secret/key
test -r ~/.ssh/id
ls secret
ls -R
ls -R .
ls s*
echo secret/*
tree
rg '' secret
rg ''
rg --hidden '' ..
rg -uu '' ..
trap 'cat key' EXIT; cd secret
coproc cat secret/key; cat <&${'$'}{COPROC[0]}
cat secret""/key
cat 'sec'ret/"key"
cat sec\ret/key
cat $'secret/key'
cat $'\x73ecret/key'
cat "secret/key"
source secret/key
. secret/key
`;

const RUNS = String.raw`
cd docs && git status
cd docs; git log
cd docs && git diff
(cd docs && git status)
git -C docs status
git --git-dir=docs status
GIT_DIR=docs git status
env GIT_DIR=docs git status
export GIT_DIR=docs; git status
mkdir -p x/objects x/refs && cp docs/HEAD docs/config x && cd x && git status
cat docs/config > .git/config; git status
BASH_ENV='$(touch PWN)' bash -c pwd
BASH_ENV=./evil.sh bash -c pwd
env BASH_ENV=./evil.sh bash -c pwd
ENV=./evil.sh sh -c pwd
LD_PRELOAD=./x.so ls
for PATH in $PWD/bin:$PATH; do ls; done
for PATH in bin; do ls; done
select PATH in bin; do ls; done
PATH=bin; ls
PATH=bin ls
PATH=$PWD/bin:$PATH ls
path=(bin); ls
path=bin; ls
export PATH=bin; ls
declare PATH=bin; ls
typeset PATH=bin; ls
local PATH=bin; ls
readonly PATH=bin; ls
read PATH <<< bin; ls
read -r PATH < names; ls
printf -v PATH bin; ls
mapfile PATH < names; ls
getopts a PATH; ls
: ${'$'}{PATH:=bin}; ls
echo ${'$'}{ENV:=x}; ls
((PATH=1)); ls
((PATH++)); ls
echo $((PATH=1)); ls
let PATH=1; ls
exec {PATH}>x; ls
unset PATH; ls
set -a; p=bin; ls
hash -p bin/ls ls; ls
enable -f ./x.so ls; ls
alias ls=./evil.sh; ls
ls() { ./evil.sh; }; ls
function ls { ./evil.sh; }; ls
shopt -s expand_aliases; ls
trap ./evil.sh EXIT
PROMPT_COMMAND=./evil.sh; ls
PS4='$(./evil.sh)'; set -x; ls
IFS=/; ls
npm_config_script_shell=./evil.sh npm run test
npm_config_script_shell=./evil.sh; export npm_config_script_shell; npm run test
env npm_config_script_shell=./evil.sh npm run test
NODE_OPTIONS=--require=./x.js npm run test
p=./evil.sh; $p
p=./evil.sh; sh -c $p
$(echo ./evil.sh)
find . -exec ./evil.sh \;
find . -name a.txt -ok ./evil.sh \;
ls | xargs ./evil.sh
xargs -I{} sh -c {} < names
sh evil.sh
sh < evil.sh
. ./evil.sh
eval ./evil.sh
rg --pre ./evil.sh x
sort --compress-program=./evil.sh a.txt
sort --compress=./evil.sh -o x a.txt
git -c core.fsmonitor=./evil.sh status
git diff --ext-diff
git --exec-path=bin status
cat < /dev/tcp/127.0.0.1/9
cat < /dev/udp/127.0.0.1/9
p=/dev/tcp/127.0.0.1/9; cat < $p
cat < "$(echo /dev/tcp/127.0.0.1/9)"
echo x > /dev/tcp/127.0.0.1/9
exec 3<>/dev/tcp/127.0.0.1/9
cat /proc/$PPID/environ
cat /proc/1/environ
cat /proc/*/environ
cd /proc/1 && cat environ
strings /proc/self/environ
touch ~/.bash*
tee ~/.bashr? < a.txt
cp a.txt ~/.{bashrc,profile}
p=~/.bashrc; cp a.txt $p
mv a.txt ~/.profile
`;

const HERE = 'cat << E | xargs cat\nsecret/key\nE';

const lines = (text: string) => text.trim().split('\n');

describe('without a sandbox, helve asks about or refuses', () => {
  it.each([...lines(READS), HERE, ...lines(RUNS)])('%j', async (line) => {
    const modes = ['plan', 'default', 'acceptEdits'] as const;
    const verdicts = await Promise.all(modes.map((mode) => project.verdict(line, mode)));
    expect(verdicts).not.toContain('allow');
  });
});
