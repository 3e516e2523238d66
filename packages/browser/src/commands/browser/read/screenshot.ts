import { choice, defineCommand, flag, inService, path } from '@helve/command';
import * as v from 'valibot';
import { PICTURE, PICTURE_FORMATS } from '../../../protocol/capturing.ts';
import { viewScreenshot } from '../../../read/screenshot-view.ts';
import { session } from '../../parameters.ts';
import { targetEntries } from '../../target.ts';

const { format, ...others } = PICTURE;

export const input = v.object({
  session,
  ...targetEntries,
  fullPage: flag('Capture the full page'),
  annotate: flag('Draw a box with its handle around each interactive element'),
  activate: flag('Bring the tab to the front of its window if necessary'),
  debugger: flag('Use a debugger; not supported, returns an error'),
  format: v.optional(choice(PICTURE_FORMATS, 'Image format'), 'png'),
  outputDir: v.optional(path('write', 'Folder for the file (default: in the state folder)')),
  inline: flag('Return the image as base64 instead of a file'),
});

export const output = v.object({
  format,
  file: v.optional(v.string()),
  base64: v.optional(v.string()),
  size: v.number(),
  ...others,
});

export const command = defineCommand({
  path: 'browser screenshot',
  summary: 'Take a screenshot of the visible page, the full page or one element, and write it to a file',
  effect: { most: 'modify', of: ({ outputDir }) => (outputDir === undefined ? 'inspect' : 'modify') },
  additive: true,
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
