import { CommandError, parameter, worded } from '@helve/command';
import type * as v from 'valibot';
import type { input } from '../commands/browser/read/screenshot.ts';
import { optionalTargetOf } from '../commands/target.ts';
import { browserRun } from '../perform.ts';
import { writePicture } from './picture-file.ts';

type ScreenshotInput = v.InferOutput<typeof input>;

/** More than that of base64 is too much for whoever asked. */
const MOST_INLINE = 1_500_000;

/** Takes a picture and puts it in a file, unless only the picture itself is wanted and small enough. */
export const screenshot = browserRun(async (input: ScreenshotInput, { relay, act }, context) => {
  const { fullPage, annotate, activate, debugger: withDebugger, format, outputDir, inline } = input;
  const target = optionalTargetOf(input);
  if (target && fullPage) {
    throw new CommandError('INVALID_INPUT', 'A picture is of the whole page or of one element', {
      hint: worded`Leave out ${parameter('fullPage')}, or the element.`,
    });
  }
  const session = relay.sessions.get(input.session);
  const { base64, ...picture } = await act(
    'screenshot',
    { fullPage, annotate, activate, debugger: withDebugger, format, ...(target ? { target } : {}) },
    { session, tab: relay.sessions.tab(session, undefined) },
  );
  const size = Buffer.byteLength(base64, 'base64');
  const given = inline && base64.length <= MOST_INLINE ? { base64 } : {};
  if (given.base64 !== undefined && outputDir === undefined) return { ...picture, size, ...given };
  if (inline && given.base64 === undefined) context.warn(`The picture is in a file, because it has ${size} bytes`);
  const file = await writePicture(Buffer.from(base64, 'base64'), format, {
    outputDir,
    home: context.place.home,
    cwd: context.place.cwd,
    now: context.now(),
  });
  return { ...picture, size, file, ...given };
});
