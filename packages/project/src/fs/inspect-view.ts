import type { Definition } from './definitions.ts';
import type { Around } from './inspect.ts';
import { printable } from './printable.ts';

export interface Inspected {
  readonly path: string;
  readonly language: string;
  readonly bytes: number;
  readonly lines: number;
  readonly outline: readonly Definition[];
  readonly omitted: number;
  readonly around?: Around | undefined;
}

/** What it is, its outline with line numbers, and the lines around the one that was asked for. */
export function viewInspected({ path, language, bytes, lines, outline, omitted, around }: Inspected): string {
  return [
    `${printable(path)}: ${language}, ${lines} lines, ${bytes} bytes`,
    ...outline.map((entry) => `${entry.line}:${printable(entry.text)}`),
    ...(omitted > 0 ? [`… and ${omitted} more`] : []),
    ...(around ? viewAround(around) : []),
  ].join('\n');
}

function viewAround({ line, within, from, text }: Around): readonly string[] {
  const place = within ? `, in ${within.kind} ${printable(within.name)} (line ${within.line})` : '';
  return ['', `Around line ${line}${place}:`, ...text.map((shown, index) => mark(from + index, line, shown))];
}

function mark(number: number, wanted: number, text: string): string {
  return `${number === wanted ? '>' : ' '}${number}:${printable(text)}`;
}
