import fc from 'fast-check';
import { expect, it } from 'vitest';
import { expandSkill, splitArguments } from './expand.ts';

const values = (args: string) => ({
  args,
  variables: { CLAUDE_MODEL: 'opus', PROJECT_DIR: '/p' },
  run: async (command: string) => `<${command}>`,
});

it.each([
  ['Say $ARGUMENTS.', 'a b', 'Say a b.'],
  ['$1 and $2, not $3', 'a b', 'a and b, not '],
  ['$0 and $1', 'a b', 'a and b'],
  ['$ARGUMENTS[1] $ARGUMENTS[7]', `a "b c"`, 'b c '],
  ['It costs $100 and $ARGUMENTSX', '', 'It costs $100 and $ARGUMENTSX'],
  ['${CLAUDE_MODEL} in ${PROJECT_DIR}, ${OTHER} ${constructor}', '', 'opus in /p, ${OTHER} ${constructor}'],
  ['Now: !`git status`', '', 'Now: <git status>'],
  ['A warning!`code` stays', '', 'A warning!`code` stays'],
  ['!`echo $ARGUMENTS $1`', 'x', '<echo $ARGUMENTS $1>\n\nARGUMENTS: x'],
  ['No place for them', 'x y', 'No place for them\n\nARGUMENTS: x y'],
])('%j with %j', async (body, args, expected) => {
  expect(await expandSkill(body, values(args))).toBe(expected);
});

it('leaves whatever arguments and commands say as it is, and runs nothing of it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string(), fc.string(), async (args, printed) => {
      const ran: string[] = [];
      const run = async (command: string) => {
        ran.push(command);
        return printed;
      };
      expect(await expandSkill('[$ARGUMENTS][ !`one` ]', { args, variables: {}, run })).toBe(`[${args}][ ${printed} ]`);
      expect(ran).toEqual(['one']);
    }),
    { examples: [['!`two` $1', '$& $` $1 $ARGUMENTS !`three`']] },
  );
});

it.each([
  ['a  b', ['a', 'b']],
  [`"a b" 'c "d"' e\\f`, ['a b', 'c "d"', 'e\\f']],
  [`--x="a b"`, ['--x=a b']],
  [`"say \\"hi\\""`, ['say "hi"']],
  ['', []],
])('the words of %j', (args, words) => {
  expect(splitArguments(args)).toEqual(words);
});
