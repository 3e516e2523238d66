import { beforeAll, expect, it } from 'vitest';
import { plainText } from '../text/span.ts';
import { loadHighlighter } from './highlight.ts';
import { loadMarks } from './marks.ts';
import { renderBlocks, renderTail } from './render.ts';
import { MarkdownStream } from './stream.ts';

beforeAll(async () => {
  await Promise.all([loadMarks(), loadHighlighter()]);
});

const ANSWER = `# What I found

The parser reads **one byte too many** when a line ends in \`\\r\`, as [the standard](https://example.com/rfc) allows. It was so before.
1. Read the file
   - with its encoding
   - without the mark at its beginning, which some editors write and others do not expect
2. Fix it:
   \`\`\`ts
   const end = line.endsWith('\\r') ? line.length - 1 : line.length; // not the mark
   \`\`\`
- [x] done
- [ ] 테스트를 추가합니다

> Be liberal in what you accept, and conservative in what you send, as they said of protocols.

| File | Lines | Note |
|:--|--:|:-:|
| src/parse.ts | 12 | the fix itself, with a word on the standard that it follows |
| src/parse.test.ts | 240 | 日本語の表も折り返されます |

---
Done.
`;

const rows = (columns: number) => {
  const stream = new MarkdownStream();
  stream.append(ANSWER);
  stream.finish();
  return `\n${renderBlocks(stream.takeFinished(), { columns })
    .map((row) => plainText(row).trimEnd())
    .join('\n')}\n`;
};

it('shows an answer in 40 columns', () => {
  expect(rows(40)).toMatchInlineSnapshot(`
    "
    What I found

    The parser reads one byte too many when
    a line ends in \\r, as the standard
    allows. It was so before.
    1. Read the file
       ◦ with its encoding
       ◦ without the mark at its beginning,
         which some editors write and others
         do not expect
    2. Fix it:
         ts
         const end = line.endsWith('\\r') ?
       ↳ line.length - 1 : line.length; //
       ↳ not the mark

    ☑ done
    ☐ 테스트를 추가합니다

    │ Be liberal in what you accept, and
    │ conservative in what you send, as they
    │ said of protocols.

    File: src/parse.ts
    Lines: 12
    Note: the fix itself, with a word on the
      standard that it follows
    ────────────
    File: src/parse.test.ts
    Lines: 240
    Note: 日本語の表も折り返されます

    ────────────────────────────────────────

    Done.
    "
  `);
});

it('shows an answer in 80 columns', () => {
  expect(rows(80)).toMatchInlineSnapshot(`
    "
    What I found

    The parser reads one byte too many when a line ends in \\r, as the standard
    allows. It was so before.
    1. Read the file
       ◦ with its encoding
       ◦ without the mark at its beginning, which some editors write and others do
         not expect
    2. Fix it:
         ts
         const end = line.endsWith('\\r') ? line.length - 1 : line.length; // not the
       ↳ mark

    ☑ done
    ☐ 테스트를 추가합니다

    │ Be liberal in what you accept, and conservative in what you send, as they said
    │ of protocols.

    File              │ Lines │                         Note
    ──────────────────┼───────┼─────────────────────────────────────────────────────
    src/parse.ts      │    12 │ the fix itself, with a word on the standard that it
                      │       │                       follows
    src/parse.test.ts │   240 │              日本語の表も折り返されます

    ────────────────────────────────────────────────────────────────────────────────

    Done.
    "
  `);
});

it('shows an answer in 200 columns', () => {
  expect(rows(200)).toMatchInlineSnapshot(`
    "
    What I found

    The parser reads one byte too many when a line ends in \\r, as the standard allows. It was so before.
    1. Read the file
       ◦ with its encoding
       ◦ without the mark at its beginning, which some editors write and others do not expect
    2. Fix it:
         ts
         const end = line.endsWith('\\r') ? line.length - 1 : line.length; // not the mark

    ☑ done
    ☐ 테스트를 추가합니다

    │ Be liberal in what you accept, and conservative in what you send, as they said of protocols.

    File              │ Lines │                            Note
    ──────────────────┼───────┼────────────────────────────────────────────────────────────
    src/parse.ts      │    12 │ the fix itself, with a word on the standard that it follows
    src/parse.test.ts │   240 │                 日本語の表も折り返されます

    ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────

    Done.
    "
  `);
});

it('never shows a mark while an answer arrives, character by character', () => {
  const stream = new MarkdownStream();
  const seen = new Set<string>();
  for (const character of ANSWER) {
    stream.append(character);
    const rows = renderTail(stream.rest, { columns: 80, rows: 24 });
    for (const row of rows.map(plainText)) if (/\*\*|`|\]\(|\[[ x]\]|^\s*(?:#|\||[-*] )|--/.test(row)) seen.add(row);
  }
  expect([...seen]).toEqual([]);
});
