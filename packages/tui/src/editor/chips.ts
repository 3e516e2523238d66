/** Something that stands in the text as one character: a long paste, folded, or an image. */
export type Attachment = PastedText | PastedImage;

export interface PastedText {
  readonly kind: 'paste';
  readonly number: number;
  readonly text: string;
}

export interface PastedImage {
  readonly kind: 'image';
  readonly number: number;
  readonly mediaType: string;
  /** Base64. */
  readonly data: string;
}

/** Longer pastes are folded. */
const FOLDED_LINES = 10;
const FOLDED_CHARACTERS = 1000;

// A chip is a character of the last private plane of Unicode, the first attachment's being the first. Nobody else may use
// them here: `cleanText` takes them out of what comes in.
const FIRST = 0x100000;
const LAST = 0x10fffd;
const CHIP = /[\u{100000}-\u{10fffd}]/gu;

/** Colours and the like, as they come with what is copied from a log. */
const SEQUENCE = /\x1b(?:\[[\x30-\x3f]*[\x20-\x2f]*[\x40-\x7e]|\][^\x07\x1b]*(?:\x07|\x1b\\))/g;

/** What a person may put into the text: no control characters but newlines and tabs, and no chips. */
export function cleanText(text: string): string {
  return text
    .replace(SEQUENCE, '')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/(?![\n\t])\p{Control}/gu, '')
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(CHIP, '');
}

export function isLongPaste(text: string): boolean {
  return text.length > FOLDED_CHARACTERS || lineCount(text) > FOLDED_LINES;
}

/** The character that stands for the attachment at an index. */
export function chipOf(index: number): string {
  return String.fromCodePoint(Math.min(FIRST + index, LAST));
}

export function isChip(grapheme: string): boolean {
  const code = grapheme.codePointAt(0) ?? 0;
  return code >= FIRST && code <= LAST;
}

export function attachmentOf(chip: string, attachments: readonly Attachment[]): Attachment | undefined {
  return attachments[(chip.codePointAt(0) ?? 0) - FIRST];
}

export function chipLabel(attachment: Attachment | undefined): string {
  if (!attachment) return '[?]';
  if (attachment.kind === 'image') return `[Image #${attachment.number}]`;
  const lines = lineCount(attachment.text);
  const size = lines > 1 ? `+${lines} lines` : `+${attachment.text.length} characters`;
  return `[Pasted text #${attachment.number} ${size}]`;
}

/** The text with something in place of each chip. */
export function replaceChips(
  text: string,
  attachments: readonly Attachment[],
  replacement: (attachment: Attachment | undefined) => string,
): string {
  return text.replace(CHIP, (chip) => replacement(attachmentOf(chip, attachments)));
}

/** The attachments whose chips are in the text, in their order there. */
export function attachmentsIn(text: string, attachments: readonly Attachment[]): readonly Attachment[] {
  const found = Array.from(text.matchAll(CHIP), ([chip]) => attachmentOf(chip, attachments));
  return [...new Set(found)].filter((attachment) => attachment !== undefined);
}

/** Puts chips where attachments stand: by their labels, as after the text was in another editor, or in full, as it was sent. */
export function withChips(text: string, attachments: readonly Attachment[]): string {
  return attachments.reduce((held, attachment, index) => {
    const folded = attachment.kind === 'paste' ? held.replaceAll(attachment.text, chipOf(index)) : held;
    return folded.replaceAll(chipLabel(attachment), chipOf(index));
  }, text);
}

function lineCount(text: string): number {
  return text.replace(/\n$/, '').split('\n').length;
}
