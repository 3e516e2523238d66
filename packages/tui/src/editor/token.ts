import type { Range } from './boundaries.ts';
import { edit, type EditorState } from './state.ts';

/** What is being typed at the caret that the screen can help with. */
export type Token = CommandToken | PathToken | LineToken;

/** A slash command at the start: its name, or what follows it. */
export interface CommandToken extends Range {
  readonly kind: 'command';
  readonly name: string;
  /** What is typed after the name; undefined while the name is. The range is then that of the argument. */
  readonly argument?: string;
}

/** `@` and a part of a path, in quotes where it has spaces. */
export interface PathToken extends Range {
  readonly kind: 'path';
  /** What is between the `@` and the caret, without quotes. */
  readonly query: string;
}

/** A line for the shell (`!`) or a note (`#`). The range is that of the rest. */
export interface LineToken extends Range {
  readonly kind: 'shell' | 'note';
  readonly line: string;
}

// A mention begins a word: an address such as me@example.org is none. Scripts that write no spaces have none before it
// either. In quotes it ends with them, and else with a space or a mark of such a script. Quotes and backslashes within
// quotes have a backslash before them.
const MENTION =
  /(?:^|[\s([{<,;\p{Lo}、。〈-】，．！？：；（）])@(?:"(?<quoted>(?:[^"\\\n]|\\.)*)|(?<plain>[^\s"、。〈-】，．！？：；（）]*))$/u;
const MENTIONS =
  /(?:^|[\s([{<,;\p{Lo}、。〈-】，．！？：；（）])@(?:"((?:[^"\\\n]|\\.)+)"|([^\s"、。〈-】，．！？：；（）]+))/gu;
/** What ends a sentence, or what a mention stands in. */
const CLOSING = /[.,;:!?)\]}>]+$/;

export function tokenAt({ text, caret }: Pick<EditorState, 'text' | 'caret'>): Token | undefined {
  const before = text.slice(0, caret);
  const mention = MENTION.exec(before);
  if (mention) {
    const { quoted, plain = '' } = mention.groups ?? {};
    const start = before.lastIndexOf('@', before.length - (quoted ?? plain).length - (quoted === undefined ? 1 : 2));
    return {
      kind: 'path',
      query: quoted === undefined ? plain : unquoted(quoted),
      start,
      end: caret + restOfMention(text.slice(caret), quoted),
    };
  }
  if (text.startsWith('!') && caret > 0) return { kind: 'shell', line: text.slice(1), start: 1, end: text.length };
  if (text.startsWith('#') && caret > 0) return { kind: 'note', line: text.slice(1), start: 1, end: text.length };
  return commandAt(text, caret);
}

/** Another text in place of what is being typed, with a space after it when told, and the caret behind. */
export function replaceToken(
  state: EditorState,
  { start, end }: Range,
  text: string,
  { space = false } = {},
): EditorState {
  const follows = state.text[end] === ' ';
  const replaced = edit(state, { start, end, text: space && !follows ? `${text} ` : text });
  return space && follows ? { ...replaced, caret: replaced.caret + 1 } : replaced;
}

/** A mention of a path, in quotes where it needs them. */
export function mention(path: string): string {
  const begun = beginMention(path);
  if (begun.startsWith('@"')) return `${begun}"`;
  return CLOSING.test(path) ? `@"${path}"` : begun;
}

/** A mention that goes on. */
export function beginMention(path: string): string {
  return /[\s"、。〈-】，．！？：；（）]/.test(path) ? `@"${path.replace(/["\\]/g, '\\$&')}` : `@${path}`;
}

/** The paths that a text mentions. */
export function mentioned(text: string): readonly string[] {
  const paths = Array.from(text.matchAll(MENTIONS), ([, quoted, plain = '']) =>
    quoted === undefined ? plain.replace(CLOSING, '') : unquoted(quoted),
  );
  return [...new Set(paths)];
}

function unquoted(quoted: string): string {
  return quoted.replace(/\\(.)/g, '$1');
}

/** How much of what follows the caret belongs to the mention. */
function restOfMention(after: string, quoted: string | undefined): number {
  if (quoted === undefined) return /^[^\s"、。〈-】，．！？：；（）]*/.exec(after)?.[0].length ?? 0;
  return /^(?:[^"\\\n]|\\.)*"/.exec(after)?.[0].length ?? 0;
}

function commandAt(text: string, caret: number): CommandToken | undefined {
  // A second slash makes it a path.
  const [whole, name = ''] = /^\/([^\s/]*)(?=\s|$)/u.exec(text) ?? [];
  if (whole === undefined || caret === 0) return undefined;
  if (caret <= whole.length) return { kind: 'command', name, start: 0, end: whole.length };
  const start = whole.length + 1;
  return { kind: 'command', name, argument: text.slice(start), start, end: text.length };
}
