import { sanitise } from '../text/sanitise.ts';
import type { Line, Role, Span } from '../text/span.ts';
import { clip, wrap } from '../text/wrap.ts';
import { changedRegion, parseDiff, type Diff, type DiffLine } from './diff-lines.ts';
import { wordMarks, type MarkedText } from './word-marks.ts';

export interface DiffOptions {
  readonly columns: number;
  /** Shows every line, and the whole of each. */
  readonly all?: boolean | undefined;
  /** How far the diff stands to the right. */
  readonly indent?: number | undefined;
  /** Says how to see what was left out. */
  readonly more?: string | undefined;
}

/** A diff of more lines shows the first few, and how many more there are. */
const MOST_LINES = 10;
const FIRST_LINES = 8;

const BAR: Span = { text: '│ ', style: { role: 'muted' } };

/** What an edit changed. Nothing where it changed nothing. */
export function editDiff(path: string, before: string, after: string, options: DiffOptions): readonly Line[] {
  const lines = changedRegion(before, after);
  return lines.length === 0 ? [] : render({ path, lines, leftOut: 0 }, options);
}

/** A file that was written: all of its lines are new. */
export function writtenFile(path: string, content: string, options: DiffOptions): readonly Line[] {
  return render({ path, lines: changedRegion('', content, true), leftOut: 0 }, options);
}

/** The lines that a unified diff removes and adds, without those around them; undefined where it has none or was cut. */
export function appliedDiff(path: string, unified: string, options: DiffOptions): readonly Line[] | undefined {
  if (/^… /m.test(unified)) return undefined;
  const changed = parseDiff(unified).flatMap(({ lines }) => lines.filter(({ kind }) => LOOKED_AT.has(kind)));
  return changed.length === 0 ? undefined : render({ path, lines: changed, leftOut: 0 }, options);
}

const LOOKED_AT: ReadonlySet<DiffLine['kind']> = new Set(['removed', 'added']);

/** A diff that is there as text already: a unified one, or the preview of a change that awaits permission. */
export function unifiedDiff(text: string, options: DiffOptions): readonly Line[] {
  return parseDiff(text).flatMap((diff) => render(diff, options));
}

/** Where the line ends are what changed, they must be seen. */
function withLineEnds(lines: readonly DiffLine[]): readonly DiffLine[] {
  const endsOf = (wanted: DiffLine['kind']) =>
    new Set(lines.filter(({ kind }) => kind === wanted).map(({ text }) => text.endsWith('\r')));
  const [old, now] = [endsOf('removed'), endsOf('added')];
  if (old.size === 0 || now.size === 0 || old.has(true) === now.has(true)) return lines;
  return lines.map((each) => ({ ...each, text: each.text.replace(/\r$/, '␍') }));
}

/** Where lines are numbered, the numbers tell where they are; only that some are between is marked. */
function withoutHunks(lines: readonly DiffLine[], isNumbered: boolean): readonly DiffLine[] {
  if (!isNumbered) return lines;
  const isHunk = ({ kind, text }: DiffLine) => kind === 'note' && text.startsWith('@@ ');
  const first = lines.findIndex(isHunk);
  return lines.flatMap((each, index) =>
    !isHunk(each) ? [each] : index === first ? [] : [{ kind: 'note' as const, text: '⋮' }],
  );
}

function render(
  { path, lines: given, leftOut }: Diff,
  { columns, all = false, indent = 4, more: how = '' }: DiffOptions,
): readonly Line[] {
  const lines = withoutHunks(withLineEnds(given), columns >= NARROW);
  const first = all || lines.length + leftOut <= MOST_LINES ? lines.length : FIRST_LINES;
  const more = lines.length - first + leftOut;
  // Marks are made with what is left out as well: the new line that belongs to the last old one may be among it.
  const marks = marksOf(lines, first);
  const shown = lines.slice(0, first);
  const digits = columns < NARROW ? 0 : Math.max(0, ...shown.map(({ number }) => (number ? `${number} `.length : 0)));
  const rows: readonly Line[] = [
    ...(path === undefined ? [] : [[{ text: sanitise(path) }]]),
    ...shown.map((line, index) => [...gutter(line, digits), ...renderLine(line, marks.get(index))]),
    ...(more > 0 ? [[{ text: `... and ${more} more lines${how}`, style: { role: 'muted' } as const }]] : []),
  ];
  const before: Line = indent > 0 && indent * 2 < columns ? [{ text: ' '.repeat(indent) }, BAR] : [BAR];
  const room = Math.max(2, columns - before.reduce((sum, { text }) => sum + text.length, 0));
  return rows
    .flatMap((row) => (all ? wrap(row, room, { hanging: [{ text: ' '.repeat(digits + 2) }] }) : [clip(row, room)]))
    .map((row) => [...before, ...row]);
}

/** In a window that is narrower, the text needs the room of the line numbers. */
const NARROW = 30;

function gutter({ kind, number }: DiffLine, digits: number): Line {
  if (digits === 0 || kind === 'note') return [];
  return [{ text: `${number ?? ''} `.padStart(digits), style: { role: 'muted' } }];
}

const LOOKS = {
  added: { sign: '+ ', role: 'added', word: 'addedWord' },
  removed: { sign: '- ', role: 'removed', word: 'removedWord' },
} as const satisfies Record<string, { sign: string; role: Role; word: Role }>;

function renderLine({ kind, text }: DiffLine, marked: MarkedText | undefined): Line {
  if (kind === 'note') return [{ text: sanitise(text), style: { role: 'muted' } }];
  if (kind === 'same') return [{ text: `  ${sanitise(text)}` }];
  const { sign, role, word } = LOOKS[kind];
  if (!marked) return [{ text: sign + sanitise(text), style: { role } }];
  const pieces = marked.map((piece): Span => ({ text: piece.text, style: { role: piece.isChanged ? word : role } }));
  return [{ text: sign, style: { role } }, ...pieces];
}

/** The marks of those among the first lines that were changed rather than added or removed: the n-th old, the n-th new. */
function marksOf(lines: readonly DiffLine[], first: number): ReadonlyMap<number, MarkedText> {
  const marks = new Map<number, MarkedText>();
  for (let start = 0; start < first; ) {
    const now = endOf(lines, start, 'removed');
    const end = endOf(lines, now, 'added');
    for (let index = start; index < Math.min(first, now) && now + index - start < end; index++) {
      const pair = wordMarks(sanitise(lines[index]?.text ?? ''), sanitise(lines[now + index - start]?.text ?? ''));
      if (!pair) continue;
      marks.set(index, pair.before);
      marks.set(now + index - start, pair.after);
    }
    start = Math.max(end, start + 1);
  }
  return marks;
}

function endOf(lines: readonly DiffLine[], start: number, kind: DiffLine['kind']): number {
  let end = start;
  while (lines[end]?.kind === kind) end++;
  return end;
}
