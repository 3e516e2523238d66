import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decide } from '../testing/shell-policy.ts';
import type { Verdict } from '../policy.ts';
import { programNamed } from './programs.ts';

/** Ways to run a command that a rule must see through. */
const WRAPPERS: readonly string[] = [
  '@',
  'true; @',
  'true && @',
  'false || @',
  'true | @',
  '@ | cat',
  '@ &',
  'true\n@',
  '(@)',
  '{ @; }',
  '! @',
  'time @',
  'true | time ! @',
  'if true; then @; fi',
  'if @; then true; fi',
  'while false; do @; done',
  'until @; do true; done',
  'for i in 1; do @; done',
  'case x in x) @;; esac',
  'f() { @; }; f',
  'coproc { @; }',
  'echo $(@)',
  'echo "$(@)"',
  'echo `@`',
  'cat <(@)',
  'tee >(@)',
  'X=$(@)',
  'X=$(@) true',
  'echo ${X:-$(@)}',
  'echo $((1 + $(@)))',
  'cat <<END\n$(@)\nEND',
  'cat <<< "$(@)"',
  '[[ -n $(@) ]]',
  'a=(1 $(@))',
  '@ > /dev/null',
  'X=1 @',
  'PATH=. @',
  'env X=1 @',
  'env -i -u HOME X=1 @',
  'sudo @',
  'sudo -u root -n @',
  'doas @',
  'nohup @',
  'nice @',
  'nice -n 5 @',
  'nice -5 @',
  'ionice -c 3 @',
  'timeout 5 @',
  'timeout -k 2 -s KILL 5s @',
  'timeout --signal=KILL 5 @',
  'stdbuf -oL @',
  'setsid @',
  'command @',
  'command -p @',
  'builtin command @',
  'exec @',
  'busybox @',
  'noglob @',
  'xargs @',
  'xargs -0 -n 1 -P 4 @',
  'xargs -I{} @ {}',
  'find . -exec @ {} \\;',
  'find . -name x -execdir @ {} +',
  'fd x -x @',
  'eval @',
  "eval '@'",
  "sh -c '@'",
  "bash -lc '@'",
  "bash -o pipefail -ec '@'",
  "/bin/sh -c '@'",
  "sudo sh -c '@'",
  'sh -c \'sh -c "@"\'',
  "env sh -c '@'",
  "xargs sh -c '@'",
  "su -c '@' root",
  "su root -c '@'",
  "watch -n 1 '@'",
  "flock /tmp/l -c '@'",
  'flock /tmp/l @',
  "trap '@' EXIT",
  "alias x='@'",
  'sh <<END\n@\nEND',
  "bash -s <<'END'\n@\nEND",
  "sh <<< '@'",
  'strace -f -o /dev/null @',
];

/** The same program, written otherwise. */
const SPELLINGS: readonly string[] = ['rm', '/bin/rm', '../../bin/rm', '\\rm', 'RM', 'r\\m', 'r\\\nm'];

describe('deny rules hold', () => {
  it.each(WRAPPERS)('through %j, in every mode', async (wrapper) => {
    for (const spelling of SPELLINGS) {
      const line = wrapper.replaceAll('@', () => `${spelling} -rf x`);
      for (const mode of ['default', 'acceptEdits', 'bypassPermissions', 'plan'] as const) {
        const { verdict, rule } = await decide({ mode, deny: ['Bash(rm *)'], allow: ['Bash', '*'] }, line);
        expect([line, mode, verdict, rule]).toEqual([line, mode, 'deny', 'Bash(rm *)']);
      }
    }
  });

  it.each(['r"m" x', "'rm' x", "$'rm' x", "$'\\x72m' x", 'r""m x', '"r"\'m\' x', 'RM x', '$"rm" x'])(
    'through the quotes of %j',
    async (line) => {
      expect((await decide({ mode: 'bypassPermissions', deny: ['Bash(rm *)'] }, line)).verdict).toBe('deny');
    },
  );

  it('however the wrappers are put into one another', async () => {
    // Quotes of one wrapper end those of another, so only those without can be nested as text; and the arguments of
    // a program are no place for syntax, so programs go inside.
    const plain = WRAPPERS.filter((wrapper) => !/['"`]|END|\\;|^\w+=. /.test(wrapper));
    const isProgram = (wrapper: string) => {
      const [first = ''] = wrapper.split(' ');
      const { runs, execOption } = programNamed(first);
      return first !== 'time' && (runs ?? execOption) !== undefined;
    };
    const some = (wrappers: readonly string[]) => fc.array(fc.constantFrom(...wrappers), { maxLength: 4 });
    const programs = some(plain.filter(isProgram));
    const syntax = some(plain.filter((wrapper) => !isProgram(wrapper)));
    await fc.assert(
      fc.asyncProperty(programs, syntax, fc.constantFrom(...SPELLINGS), async (inside, outside, spelling) => {
        const wrap = (inner: string, wrapper: string) => wrapper.replaceAll('@', () => inner);
        const line = [...inside, ...outside].reduce(wrap, `${spelling} x`);
        for (const mode of ['default', 'bypassPermissions'] as const) {
          const { verdict } = await decide({ mode, deny: ['Bash(rm *)'], allow: ['Bash'] }, line);
          expect([line, verdict === 'allow']).toEqual([line, false]);
        }
      }),
      { numRuns: 500 },
    );
  });

  it.each<[string, string[], Verdict, Verdict]>([
    // line, deny, default mode (everything allowed), bypassPermissions
    ['rmdir x', ['Bash(rm *)'], 'allow', 'allow'],
    ['echo rm x', ['Bash(rm *)'], 'allow', 'allow'],
    ['git rm x', ['Bash(rm *)'], 'allow', 'allow'],
    ['timeout 5 git rm x', ['Bash(rm *)'], 'allow', 'allow'],
    ["echo 'rm x'", ['Bash(rm *)'], 'allow', 'allow'],
    ['ssh host rm x', ['Bash(rm *)'], 'allow', 'allow'],
    ['git push', ['Bash(git push:*)'], 'deny', 'deny'],
    ['git -C x push', ['Bash(git push *)'], 'deny', 'deny'],
    ['git --no-pager -c a=b push', ['Bash(git push *)'], 'deny', 'deny'],
    ['git pull', ['Bash(git push *)'], 'allow', 'allow'],
    ['git $X', ['Bash(git push *)'], 'ask', 'deny'],
    ['git commit -m "$X"', ['Bash(git push *)'], 'allow', 'allow'],
    ['$CMD x', ['Bash(rm *)'], 'ask', 'deny'],
    ['$CMD x', ['Bash(rm -rf y)'], 'ask', 'deny'],
    ['$(echo rm) x', ['Bash(rm *)'], 'ask', 'deny'],
    ['r${E}m x', ['Bash(rm *)'], 'ask', 'deny'],
    ['{rm,x}', ['Bash(rm *)'], 'ask', 'deny'],
    ['/bin/r? x', ['Bash(rm *)'], 'ask', 'deny'],
    ['echo rm x | sh', ['Bash(rm *)'], 'ask', 'deny'],
    ['curl x | bash', ['Bash(rm *)'], 'ask', 'deny'],
    ['bash <(curl x)', ['Bash(rm *)'], 'ask', 'deny'],
    ['source /dev/stdin', ['Bash(rm *)'], 'ask', 'deny'],
    ['source rm x', ['Bash(rm *)'], 'deny', 'deny'],
    ['sh rm x', ['Bash(rm *)'], 'deny', 'deny'],
    ['sh -c "$X"', ['Bash(rm *)'], 'ask', 'deny'],
    ['sh -c "rm $X"', ['Bash(rm *)'], 'deny', 'deny'],
    ['eval "$X"', ['Bash(rm *)'], 'ask', 'deny'],
    ['xargs -I{} sh -c "{} x"', ['Bash(rm *)'], 'ask', 'deny'],
    ['xargs -I% % x', ['Bash(rm *)'], 'ask', 'deny'],
    ['nice $X y', ['Bash(rm *)'], 'ask', 'deny'],
    ['timeout $X git y', ['Bash(rm *)'], 'ask', 'deny'],
    ['sudo --strange rm x', ['Bash(rm *)'], 'deny', 'deny'],
    ['parallel rm ::: x', ['Bash(rm *)'], 'ask', 'deny'],
    ['fish -c "rm x"', ['Bash(rm *)'], 'ask', 'deny'],
    ['powershell -c "rm x"', ['Bash(rm *)'], 'ask', 'deny'],
    ['sudo -s ls', ['Bash(rm *)'], 'ask', 'deny'],
    ['sudo --login ls', ['Bash(rm *)'], 'ask', 'deny'],
    ['sudo -i', ['Bash(rm *)'], 'allow', 'allow'],
    ['rm "x', ['Bash(rm *)'], 'deny', 'deny'],
    ['if true; rm x', ['Bash(curl *)'], 'ask', 'deny'],
    ['echo "unclosed', ['Bash(rm *)'], 'ask', 'deny'],
    ['echo "unclosed', ['Read(~/.ssh/**)'], 'ask', 'allow'],
    ['echo "unclosed', [], 'ask', 'allow'],
    ['ls', ['Bash'], 'deny', 'deny'],
    ['ls', ['demo'], 'deny', 'deny'],
    ['ls', ['demo shell(ls)'], 'deny', 'deny'],
    ['ls -l', ['demo shell(ls)'], 'allow', 'allow'],
    ['ls', ['terminal exec(ls)'], 'allow', 'allow'],
    ['FOO=1 make', ['Bash(FOO=*)'], 'deny', 'deny'],
    ['cat ~/.ssh/id_rsa', ['Read(~/.ssh/**)'], 'deny', 'deny'],
    ['cat $HOME/.ssh/id_rsa', ['Read(~/.ssh/**)'], 'deny', 'deny'],
    ['cat "${HOME}/.ssh/id_rsa"', ['Read(~/.ssh/**)'], 'deny', 'deny'],
    ['cd ~/.ssh && cat id_rsa', ['Read(~/.ssh/**)'], 'deny', 'deny'],
    ['cd ~; cat .ssh/id_rsa', ['Read(~/.ssh/**)'], 'deny', 'deny'],
    ['head -n 3 /users/me/.ssh/../.ssh/id', ['Read(~/.ssh/**)'], 'deny', 'deny'],
    ['base64 < ~/.ssh/id', ['Read(~/.ssh/**)'], 'deny', 'deny'],
    ['grep -r key ~/.ssh', ['Read(~/.ssh/**)'], 'deny', 'deny'],
    ['grep -e key -- ~/.ssh/x', ['Read(~/.ssh/**)'], 'deny', 'deny'],
    ['find ~/.ssh -type f', ['Read(~/.ssh/**)'], 'deny', 'deny'],
    ['cp ~/.ssh/id x', ['Read(~/.ssh/**)'], 'deny', 'deny'],
    ['dd if=/users/me/.ssh/id', ['Read(~/.ssh/**)'], 'deny', 'deny'],
    ['sudo cat ~/.ssh/id', ['Read(~/.ssh/**)'], 'deny', 'deny'],
    ["sh -c 'cat ~/.ssh/id'", ['Read(~/.ssh/**)'], 'deny', 'deny'],
    ["cat '~/.ssh/id'", ['Read(~/.ssh/**)'], 'allow', 'allow'],
    ['echo x > .env', ['Edit(.env)'], 'deny', 'deny'],
    ['echo x >> a/.env', ['Edit(.env)'], 'deny', 'deny'],
    ['echo x | tee .env', ['Edit(.env)'], 'deny', 'deny'],
    ['sed -i s/a/b/ .env', ['Edit(.env)'], 'deny', 'deny'],
    ['sed s/a/b/ .env', ['Edit(.env)'], 'allow', 'allow'],
    ['cp a .env', ['Edit(.env)'], 'deny', 'deny'],
    ['cp .env a', ['Edit(.env)'], 'allow', 'allow'],
    ['mv .env a', ['Edit(.env)'], 'deny', 'deny'],
    ['rm .env', ['Edit(.env)'], 'deny', 'deny'],
    ['find .env -delete', ['Edit(.env)'], 'deny', 'deny'],
    ['curl -o .env x', ['Edit(.env)'], 'deny', 'deny'],
    ['dd of=.env', ['Edit(.env)'], 'deny', 'deny'],
    ['echo x > $F', ['Edit(.env)'], 'ask', 'deny'],
    ['echo x > $F', ['Read(.env)'], 'allow', 'allow'],
    ['cat $F', ['Read(.env)'], 'ask', 'deny'],
  ])('%j with deny %j: %s, %s', async (line, deny, byDefault, byBypass) => {
    const [one, other] = await Promise.all([
      decide({ deny, allow: ['Bash'] }, line),
      decide({ deny, mode: 'bypassPermissions' }, line),
    ]);
    expect([one.verdict, other.verdict]).toEqual([byDefault, byBypass]);
  });
});
