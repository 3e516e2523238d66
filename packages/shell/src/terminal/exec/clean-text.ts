import { plainText } from '../session/plain-text.ts';

/** Characters that are no text: controls but for tab and line ends, and what stands for bytes that are no UTF-8. */
const NO_TEXT = /[\x00-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f\ufffd]/g;

/** From this share of them on, output is data that no reader can use. */
const MOST_NO_TEXT = 0.1;

export interface Printed {
  /** Not all of it is UTF-8. */
  readonly binary: boolean;
  readonly bytes: number;
}

/** What a program printed as a person or model can read it: without escape sequences, and nothing but a note of data. */
export function cleanText(text: string, { binary, bytes }: Printed): string {
  if (binary && (text.match(NO_TEXT)?.length ?? 0) > text.length * MOST_NO_TEXT)
    return `[${bytes} bytes of binary data]`;
  return plainText(text);
}
