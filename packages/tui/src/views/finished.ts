import { duration, money } from '../charts/figures.ts';
import type { Finished, Tone } from '../state/state.ts';
import { sanitise } from '../text/sanitise.ts';
import { type Line, line, span, type Style } from '../text/span.ts';
import { width } from '../text/width.ts';
import { clip, indentOf, lineWidth, middleEllipsis, padEnd, wrap } from '../text/wrap.ts';
import { type AnswerPlace, drawAnswer, drawLabel } from './answer.ts';
import { drawToolGroup } from './tools.ts';

const TONES: Readonly<Record<Tone, Style>> = {
  plain: {},
  muted: { role: 'muted' },
  success: { role: 'success' },
  warning: { role: 'warning' },
  error: { role: 'error' },
};

const INDENT = '  ';

/** Lines at the beginning and the end of a shell command's output that are shown; the rest is there with ctrl+o. */
const SHELL_LINES = { first: 5, last: 15 };
/** Rows that they may take: a single line may be as long as a file. */
const SHELL_ROWS = { first: 10, last: 30 };

/** Something that is done, as rows for the scrollback. */
export function drawFinished(item: Finished, place: AnswerPlace): readonly Line[] {
  const { columns } = place;
  switch (item.kind) {
    case 'header':
      return drawHeader(item, columns);
    case 'user':
      return drawPrompt(item.text, columns);
    case 'echo':
      return [[], ...prefixed(linesOf(item.text), '> ', columns, { role: 'muted' })];
    case 'label':
      return drawLabel();
    case 'answer':
      return drawAnswer(item.block, place);
    case 'tools':
      return drawToolGroup(item.tools, columns);
    case 'thought':
      return [
        [],
        clip(line(`${INDENT}${thoughtFor(item.duration)} (ctrl+o)`, { role: 'muted', italic: true }), columns),
      ];
    case 'turn':
      return [[], clip(line(`${INDENT}${figuresOf(item)}`, { role: 'muted' }), columns)];
    case 'notice':
      return [[], ...linesOf(item.text).flatMap((text) => wrap(line(text, TONES[item.tone]), columns))];
    case 'lines':
      return [[], ...item.lines.flatMap((each) => wrap(each, columns, { hanging: indentOf(each, columns) }))];
    case 'shell':
      return drawShell(item, columns);
  }
}

const HINTS = '/help for commands · shift+tab for modes · ctrl+o for details';
const SHORT_HINTS = '/help, shift+tab modes, ctrl+o details';

function drawHeader(
  { version, folder, model }: Extract<Finished, { kind: 'header' }>,
  columns: number,
): readonly Line[] {
  return [
    [],
    clip([span('helve', { role: 'accent', bold: true }), span(` ${version} · ${sanitise(model)}`)], columns),
    line(middleEllipsis(sanitise(folder), columns, columns), { role: 'muted' }),
    clip(line(width(HINTS) <= columns ? HINTS : SHORT_HINTS, { role: 'muted' }), columns),
  ];
}

function thoughtFor(took: number | undefined): string {
  return took === undefined ? 'Thought' : `Thought for ${duration(took)}`;
}

/** What a turn took: `12s · $0.0042` */
function figuresOf({ duration: took, cost }: Extract<Finished, { kind: 'turn' }>): string {
  return [duration(took), ...(cost > 0 ? [money(cost)] : [])].join(' · ');
}

/** Of a prompt that is longer, only the beginning is shown: who pastes a file has it. */
const MOST_PROMPT_LINES = 40;
const FIRST_PROMPT_LINES = 20;

/** What the user said. */
export function drawPrompt(said: string, columns: number): readonly Line[] {
  const lines = linesOf(said.replace(/\n$/, ''));
  const isLong = lines.length > MOST_PROMPT_LINES;
  const shown = isLong ? lines.slice(0, FIRST_PROMPT_LINES) : lines;
  const rows = prefixed(shown, '> ', columns, { role: 'user' });
  const more = isLong ? `${lines.length - shown.length} more lines` : `${rows.length - FIRST_PROMPT_LINES} more rows`;
  if (!isLong && rows.length <= MOST_PROMPT_LINES) return [[], ...block(rows)];
  return [[], ...block(rows.slice(0, FIRST_PROMPT_LINES)), line(`${INDENT}... and ${more}`, { role: 'muted' })];
}

/** Rows that are all as wide as the widest, so that the background of what the user said has straight edges. */
function block(rows: readonly Line[]): readonly Line[] {
  const widest = Math.max(...rows.map(lineWidth));
  return rows.map((row) => padEnd(row, widest, { role: 'user' }));
}

function drawShell(
  { command, output, exitCode, isCut = false }: Extract<Finished, { kind: 'shell' }>,
  columns: number,
): readonly Line[] {
  const lines = linesOf(output.replace(/\n$/, '')).filter((_, index, all) => all.length > 1 || all[index] !== '');
  return [
    [],
    ...prefixed(linesOf(command), '! ', columns, { role: 'accent' }),
    ...drawPrinted(lines, columns, isCut),
    ...(exitCode === 0 ? [] : [line(`${INDENT}exit code ${exitCode ?? 'none'}`, { role: 'error' })]),
  ];
}

/** What a program printed; of much of it the beginning and the end, where the result mostly is. */
function drawPrinted(lines: readonly string[], columns: number, isCut: boolean): readonly Line[] {
  const rowsOf = (texts: readonly string[]) =>
    texts.flatMap((text) => wrap([span(`${INDENT}${text}`)], columns, { hanging: line(INDENT) }));
  const left = (more: string) => line(`${INDENT}... and ${more} (ctrl+o)`, { role: 'muted' });
  const hidden = Math.max(0, lines.length - SHELL_LINES.first - SHELL_LINES.last);
  const first = rowsOf(hidden > 0 ? lines.slice(0, SHELL_LINES.first) : lines);
  const last = rowsOf(hidden > 0 ? lines.slice(-SHELL_LINES.last) : []);
  const rows = [...first, ...last];
  if (rows.length > SHELL_ROWS.first + SHELL_ROWS.last)
    return [...rows.slice(0, SHELL_ROWS.first), left('more'), ...rows.slice(-SHELL_ROWS.last)];
  return hidden > 0 ? [...first, left(isCut ? 'many more lines' : `${hidden} more lines`), ...last] : rows;
}

/** Lines behind a sign, those after the first below its text. */
function prefixed(lines: readonly string[], sign: string, columns: number, style: Style): readonly Line[] {
  const hanging = line(' '.repeat(sign.length), style);
  return lines.flatMap((text, index) =>
    wrap(
      [index === 0 ? span(sign, { ...style, bold: true }) : span(' '.repeat(sign.length), style), span(text, style)],
      columns,
      {
        hanging,
      },
    ),
  );
}

function linesOf(text: string): readonly string[] {
  return text.split('\n').map(sanitise);
}
