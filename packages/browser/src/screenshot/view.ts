import type { ContentPart } from '@helve/command';

interface Seen {
  readonly format: string;
  readonly file?: string | undefined;
  readonly base64?: string | undefined;
  readonly size: number;
  readonly width: number;
  readonly height: number;
  readonly cutFrom?: number | undefined;
  readonly marks?: readonly { readonly handle: string; readonly name: string }[] | undefined;
}

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
}: Seen): string | readonly ContentPart[] {
  const text = [
    `${file ?? 'Screenshot'}: ${width} × ${height} ${format}, ${size} bytes`,
    ...(cutFrom === undefined ? [] : [`Cut: the whole is ${cutFrom} high.`]),
    ...(marks ?? []).map(({ handle, name }) => `${handle} ${JSON.stringify(name)}`),
  ].join('\n');
  if (base64 === undefined) return text;
  return [{ inlineData: { mimeType: `image/${format}`, data: base64 } }, { text }];
}
