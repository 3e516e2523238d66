import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { makeBaitProject } from '../testing/bait-project.ts';

const project = makeBaitProject();
afterAll(project.remove);

const [D, T] = ['$', '`'];
/** Texts with a bar between them. */
const list = (text: string) => text.trim().split(/ ¦ |\n/);

const PROGRAMS = list(String.raw`
cat ¦ head -n 5 ¦ tail -n 5 ¦ grep '' ¦ grep -r '' ¦ grep -rh '' ¦ ls ¦ echo ¦ tac ¦ rev ¦ nl ¦ wc -l ¦ sort
cut -c1- ¦ diff /dev/null ¦ sed -n 'p' ¦ paste ¦ column ¦ strings ¦ uniq ¦ printf '%s\n'
find . -exec cat {} + ¦ xargs cat ¦ cat -n ¦ grep -f ¦ date -f ¦ cmp /dev/null ¦ comm /dev/null ¦ test -f
stat ¦ fold ¦ od -c ¦ timeout 5 cat ¦ env cat ¦ command cat ¦ sh -c 'cat "$@"' _ ¦ nice cat ¦ cat -- ¦ cat -
head -c ¦ sort --files0-from ¦ wc --files0-from ¦ jq -R . ¦ du -a ¦ realpath ¦ ls -R ¦ cd ¦ awk 1 ¦ base64
git diff --no-index /dev/null ¦ tar cO ¦ rg '' ¦ dd if=secret/key
`);

const PIECES = list(String.raw`
secret ¦ key ¦ / ¦ / ¦ / ¦ . ¦ .. ¦ ~ ¦ sub ¦ a.txt ¦ link ¦ * ¦ ? ¦ s* ¦ [s]ecret ¦ {secret,sub}
{s,}ecret ¦ $p ¦ "$p" ¦ ${D}{p} ¦ $HOME ¦ $PWD ¦ "$PWD" ¦ $(echo secret) ¦ ${T}echo secret/key${T} ¦ \s ¦ ""
'secret' ¦ $'secret' ¦ ** ¦ .ssh ¦ $1 ¦ "$@" ¦ ${D}{p%x} ¦ ${D}{p:-secret} ¦ -r ¦ ~/.ssh/id ¦ .env ¦ .e* ¦ sec
ret ¦ ecret/key ¦ $q ¦ $OLDPWD ¦ ~+ ¦ .* ¦ */* ¦ l* ¦ sub/al* ¦ sub/alias ¦ id ¦ names ¦ @ ¦ = ¦ -f ¦ $((1))
{1..2} ¦ !(x) ¦ k[a-z]y ¦ ${D}{HOME}/.ssh ¦ $x ¦ "secret" ¦ /proc/self/cwd ¦ /dev/stdin ¦ s{e,}c??t ¦ ${D}{#p}
$p/ ¦ "$q" ¦ # ¦ %
`);

/** Ways to write a path that leads, or may lead, to what is denied. */
const PATHS = list(String.raw`
secret/key ¦ secret ¦ sub/../secret/key ¦ ./secret//key ¦ link/key ¦ link ¦ link/../secret/key ¦ sub/alias
sub/al* ¦ l*/key ¦ s*/key ¦ */key ¦ */* ¦ [s]ecret/key ¦ secre?/k* ¦ {secret,sub}/key ¦ s{ecret,ub}/key
sub/key ¦ sub ¦ . ¦ .. ¦ * ¦ *.txt ¦ ~/.ssh/id ¦ ~/.s*/id ¦ ~/.{ssh,x}/id ¦ $HOME/.ssh/id ¦ "${D}{HOME}"/.ssh/*
$PWD/secret/key ¦ "$PWD"/s*/key ¦ "$p"/key ¦ $p/key ¦ $p ¦ "$p" ¦ ${D}{p}/id ¦ key ¦ id ¦ a.txt ¦ .env ¦ .e*
.en? ¦ ../project/secret/key ¦ ~/project/secret/key ¦ ~/*/secret/key ¦ ../.ssh/id ¦ ~+/secret/key
$(echo secret)/key ¦ "$(cat names)" ¦ ${T}cat names${T} ¦ names ¦ secret""/key ¦ 'secret'/key ¦ "secret/"key
sec\ret/key ¦ $'secret/key' ¦ /proc/self/cwd/secret/key ¦ **/key ¦ sub/secret ¦ sub/secret/..
sub/secret/../../secret/key ¦ - ¦ /dev/stdin ¦ -r ¦ -fsecret/key ¦ --file=secret/key ¦ @secret/key
HEAD:secret/key ¦ ${D}{p:-secret/key} ¦ ${D}{p/x/y} ¦ $q ¦ "$q" ¦ $1 ¦ "$@" ¦ $OLDPWD/key
`);

const TEMPLATES = [
  'P <<E\n$(P W)\nE',
  ...list(String.raw`
P W ¦ P W W ¦ P W | P ¦ P < W ¦ p=W; P $p ¦ p=W; P "$p" ¦ p=W; P $p/key ¦ p=W && P "$p/key"
p=W; q=$p/W; P $q ¦ p=W P $p ¦ for p in W W; do P "$p"; done ¦ for p in W; do P $p; done
for p in W; do P key; cd $p; done ¦ cd W && P W ¦ cd W; P key ¦ (cd W; P key) ¦ cd W; cd W; P W
echo W | xargs P ¦ P "$(P W)" ¦ echo "$(P W)" ¦ echo $(< W) ¦ f() { P "$@"; }; f W ¦ f() { P key; }; cd W; f
P() { cat "$@"; }; echo W ¦ echo() { P "$@"; }; echo W ¦ while read p; do P "$p"; done <<< W
case W in *) P W;; esac ¦ if [ -f W ]; then P W; fi ¦ sh -c 'P W' ¦ p=W sh -c 'P $p' ¦ p=W; sh -c 'P $p'
env p=W P W ¦ eval P W ¦ eval 'p=W'; P $p ¦ find W -name key -exec P {} \; ¦ find W -exec P {} +
p=W; p=W; P $p ¦ p=W; if true; then p=W; fi; P $p/key ¦ false && p=W; P $p ¦ p=W | P $p ¦ P W & wait
PATH=bin; ls ¦ for PATH in bin W; do ls; done ¦ : ${D}{PATH:=bin}; ls ¦ P W; p=W ¦ p=(W W); P ${D}{p[0]}
p+=W; P $p ¦ P {W,W} ¦ P W{W,W}W ¦ set -- W; P $1 ¦ p=W; unset p; P $p ¦ read p <<< W; P $p
printf -v p W; P $p ¦ export p=W; P $p ¦ q=W; p=$q; P "$p" ¦ P WW ¦ P WWW ¦ P W/key ¦ P ./W ¦ P sub/W
P ../project/W ¦ exec 3< W; cat <&3 ¦ P <(P W) ¦ { P W; } 2>&1 ¦ p=W; { P $p; } ¦ until P W; do break; done
x=W; for p in $x/W; do P $p; done ¦ P "W" W ¦ P W -- W ¦ xargs -a W echo ¦ env -C W cat key
trap 'P key' EXIT; cd W ¦ p=W; f() { p=W; }; f; P $p ¦ p=$(echo W); P $p ¦ P "$(echo W)"
IFS=x; p=WxW; P $p ¦ ((p=1)); P W ¦ P W 2>/dev/null
`),
];

const line = fc
  .record({
    template: fc.constantFrom(...TEMPLATES),
    programs: fc.array(fc.constantFrom(...PROGRAMS), { minLength: 2, maxLength: 2 }),
    words: fc.array(
      fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom(...PATHS) },
        {
          weight: 1,
          arbitrary: fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 4 }).map((some) => some.join('')),
        },
      ),
      { minLength: 5, maxLength: 5 },
    ),
  })
  .map(({ template, programs, words }) => {
    let [program, word] = [0, 0];
    return template.replace(/\bP\b|W/g, (mark) =>
      mark === 'W' ? (words[word++ % 5] ?? '') : (programs[program++ % 2] ?? ''),
    );
  })
  // A function that calls itself does not end.
  .filter((text) => !/echo\(\) \{ (\w+ )*echo/.test(text));

describe('a line that is allowed prints nothing that a rule denies, and runs nothing that the project brings', () => {
  it('for random lines', async () => {
    const lines = new Set(fc.sample(line, { seed: 7, numRuns: 4000 }));
    const verdicts = await Promise.all(
      [...lines].map(async (each) => ({ each, verdict: await project.verdict(each) })),
    );
    const queue = verdicts.flatMap(({ each, verdict }) => (verdict === 'allow' ? [each] : []));
    expect(queue.length).toBeGreaterThan(250);
    const leaks: string[] = [];
    const work = async () => {
      for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
        const leak = await project.leak(next);
        if (leak !== undefined) leaks.push(leak);
      }
    };
    await Promise.all([work(), work(), work()]);
    expect(leaks).toEqual([]);
  }, 120_000);

  it.each(['rev secret/key', 'cat ~/.s*/id', 'cat link/key', "find sub -exec cat '{}' +"])(
    'and the secret would be seen if %j printed it',
    async (each) => expect(await project.leak(each)).toBe(`printed by ${each}`),
  );

  it.each(['PATH=bin; ls', 'cd docs && git status', "BASH_ENV='$(touch PWN)' bash -c pwd"])(
    'and the program would be seen if %j ran it',
    async (each) => expect(await project.leak(each)).toBe(`run by ${each}`),
  );
});
