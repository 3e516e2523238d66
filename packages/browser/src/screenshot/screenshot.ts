import { CommandError } from '@helve/command';
import { optionalTargetOf, type TargetInput } from '../commands/target.ts';
import { browserRun, type PageInput } from '../perform.ts';
import type { Picture, PictureFormat } from '../protocol.ts';
import { writePicture } from './picture-file.ts';

export interface ScreenshotInput extends PageInput, TargetInput {
  readonly fullPage: boolean;
  readonly annotate: boolean;
  readonly activate: boolean;
  readonly debugger: boolean;
  readonly format: PictureFormat;
  readonly outputDir?: string | undefined;
  readonly inline: boolean;
}

export interface Screenshot extends Omit<Picture, 'base64' | 'marks'> {
  readonly size: number;
  readonly file?: string;
  readonly base64?: string;
  marks?: Picture['marks'] extends readonly (infer Mark)[] | undefined ? Mark[] : never;
}

/** More than that of base64 is too much for whoever asked. */
const MOST_INLINE = 1_500_000;

/** Takes a picture and puts it in a file, unless only the picture itself is wanted and small enough. */
export const screenshot = browserRun(async (input: ScreenshotInput, { relay, act }, context): Promise<Screenshot> => {
  const { fullPage, annotate, activate, debugger: withDebugger, format, outputDir, inline } = input;
  const target = optionalTargetOf(input);
  if (target && fullPage) {
    throw new CommandError('INVALID_INPUT', 'A picture is of the whole page or of one element', {
      hint: 'Leave out --full-page, or the element.',
    });
  }
  const session = relay.sessions.get(input.session);
  const { base64, marks, ...picture } = await act(
    'screenshot',
    { fullPage, annotate, activate, debugger: withDebugger, format, ...(target ? { target } : {}) },
    { session, tab: relay.sessions.tab(session, undefined) },
  );
  const described = { ...picture, ...(marks ? { marks: [...marks] } : {}) };
  const size = Buffer.byteLength(base64, 'base64');
  const given = inline && base64.length <= MOST_INLINE ? { base64 } : {};
  if (given.base64 !== undefined && outputDir === undefined) return { ...described, size, ...given };
  if (inline && given.base64 === undefined) context.warn(`The picture is in a file, because it has ${size} bytes`);
  const file = await writePicture(Buffer.from(base64, 'base64'), format, {
    outputDir,
    home: context.home,
    cwd: context.cwd,
    now: context.now(),
  });
  return { ...described, size, file, ...given };
});
