import type { ContentPart, Facts } from '@helve/command';
import type * as v from 'valibot';
import { asPageContent } from '../commands/page-content.ts';
import type { output } from '../commands/browser/read/screenshot.ts';

/** The picture where it was asked for, and what is to be known of it. */
export function viewScreenshot(
  { format, file, base64, size, width, height, cutFrom, marks = [] }: v.InferOutput<typeof output>,
  _: unknown,
  facts: Facts,
): string | readonly ContentPart[] {
  const named = marks.map(({ handle, name }) => `${handle} ${JSON.stringify(name)}`).join('\n');
  const text = [
    `${file ?? 'Screenshot'}: ${width} × ${height} ${format}, ${size} bytes`,
    ...(cutFrom === undefined ? [] : [`Cut: the whole is ${cutFrom} high.`]),
    ...(named === '' ? [] : [asPageContent(named, facts)]),
  ].join('\n');
  if (base64 === undefined) return text;
  return [{ inlineData: { mimeType: `image/${format}`, data: base64 } }, { text }];
}
