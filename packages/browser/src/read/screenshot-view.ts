import type { ContentPart } from '@helve/command';
import type * as v from 'valibot';
import type { output } from '../commands/browser/read/screenshot.ts';

/** The picture where it was asked for, and what is to be known of it. */
export function viewScreenshot({
  format,
  file,
  base64,
  size,
  width,
  height,
  cutFrom,
  marks,
}: v.InferOutput<typeof output>): string | readonly ContentPart[] {
  const text = [
    `${file ?? 'Screenshot'}: ${width} × ${height} ${format}, ${size} bytes`,
    ...(cutFrom === undefined ? [] : [`Cut: the whole is ${cutFrom} high.`]),
    ...(marks ?? []).map(({ handle, name }) => `${handle} ${JSON.stringify(name)}`),
  ].join('\n');
  if (base64 === undefined) return text;
  return [{ inlineData: { mimeType: `image/${format}`, data: base64 } }, { text }];
}
