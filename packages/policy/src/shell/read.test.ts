import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decide } from '../testing/shell-policy.ts';
import { readShellLine } from './read.ts';

describe('any text at all', () => {
  const PIECES =
    'rm|git|sh -c|$(|)|`|"|\'|<<E|\nE\n|&&|;|${|}|((|))|<(|if|then|fi|do|done|{|\\|$X|~|*|[[|]]|>|<|&|#|\n|\0|é|xargs|' +
    "find -exec|eval|env|-c|=|x| |\r|\u2028|$'\\x|@(|!|case|in";
  const piece = fc.oneof(fc.constantFrom('|', ...PIECES.split('|')), fc.string({ maxLength: 4 }));

  it('is read without an error', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), fc.constantFrom('', ' '), (pieces, between) => {
        const { commands, doubts } = readShellLine(pieces.join(between), { cwd: '/', env: {} });
        expect(Array.isArray(commands) && Array.isArray(doubts)).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });

  it.each<[string, string]>([
    ['brackets', '('.repeat(100_000)],
    ['substitutions', '$('.repeat(20_000)],
    ['quotes', '"$("'.repeat(20_000)],
    ['words', 'x '.repeat(49_000)],
    ['characters', 'x '.repeat(5_000_000)],
    ['shells', 'sh -c "'.repeat(200)],
    ['wrappers', `${'nice '.repeat(5_000)}rm x`],
    ['evals', `${'eval '.repeat(5_000)}rm x`],
    ['folders', 'cd a && '.repeat(5_000)],
    ['here-documents', 'cat <<A <<B <<C\n'.repeat(2_000)],
  ])('is read to the end: many %s', async (_, line) => {
    const { verdict } = await decide({ allow: ['Bash(x *)'], deny: ['Bash(*a*b*c*d*e*)'] }, line);
    expect(['allow', 'ask']).toContain(verdict);
  });
});
