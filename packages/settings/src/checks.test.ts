import { describe, expect, it } from 'vitest';
import { checksIn } from './checks.ts';

describe('checksIn', () => {
  it.each([
    [
      'list items that begin with code',
      '## Checks\n\n- `npm test`: all tests\n2. `npm run lint`\n- plain words\n',
      ['npm test', 'npm run lint'],
    ],
    [
      'lines of fenced code',
      '# Verify\n```sh\n# comment\n$ npm test\n\nnpm run lint\n```\n',
      ['npm test', 'npm run lint'],
    ],
    ['deeper headings of the section', '## Checks\n### Slow\n- `make slow`\n', ['make slow']],
    ['nothing after the section', '## Checks\n- `a`\n## Other\n- `b`\n', ['a']],
    ['nothing in other sections', '## Commands\n- `a`\n```\n## Checks\n```\n- `b`\n', []],
    ['each command once', '## Checks\n- `a`\n- `a`\n', ['a']],
  ] as const)('finds %s', (_, text, expected) => {
    expect(checksIn(text)).toEqual(expected);
  });
});
