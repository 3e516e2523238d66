import { choice, defineCommand, flag, inService, path } from '@helve/command';
import * as v from 'valibot';
import { PICTURE, PICTURE_FORMATS } from '../../../protocol/capturing.ts';
import { viewScreenshot } from '../../../read/screenshot-view.ts';
import { session } from '../../parameters.ts';
import { oneElementAtMost, targetEntries } from '../../target.ts';

const { format, ...others } = PICTURE;

export const input = v.pipe(
  v.object({
    session,
    ...targetEntries,
    fullPage: flag('All of the page, from top to bottom'),
    annotate: flag('Draw a box with its handle around each element that can be acted on'),
    activate: flag('Bring the tab to the front of its window, if it must be'),
    debugger: flag('Take it with a debugger; this extension has none, and says so'),
    format: v.optional(choice(PICTURE_FORMATS, 'The format of the picture'), 'png'),
    outputDir: v.optional(path('write', 'The folder for the file; one in the state folder unless given')),
    inline: flag('Give the picture itself, as base64, instead of a file'),
  }),
  oneElementAtMost(),
);

export const output = v.object({
  format,
  file: v.optional(v.string()),
  base64: v.optional(v.string()),
  size: v.number(),
  ...others,
});

export const command = defineCommand({
  path: 'browser screenshot',
  summary: 'A picture of the page as it is seen, of all of it, or of one element; written to a file',
  effect: {
    most: 'execute',
    of: ({ outputDir, activate }) => (outputDir === undefined && !activate ? 'inspect' : 'execute'),
  },
  input,
  output,
  tool: {
    name: 'BrowserScreenshot',
    set: 'browser',
    guidance:
      'A picture of the page, in a file; with inline in the answer. annotate draws the handles on it. Use it where a snapshot does not tell enough.',
    only: ['session', 'element', 'selector', 'fullPage', 'annotate', 'format', 'outputDir', 'inline'],
  },
  examples: [
    'helve browser screenshot -s abc234',
    'helve browser screenshot -s abc234 --full-page --output-dir shots',
    'helve browser screenshot -s abc234 --annotate --inline',
  ],
  run: inService(async () => (await import('../../../read/screenshot.ts')).screenshot),
  render: { model: viewScreenshot, person: (data) => data.file ?? `${data.width} × ${data.height} ${data.format}` },
});
