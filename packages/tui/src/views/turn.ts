import { SPINNER_MS } from '../app/painter.ts';
import { count, duration } from '../charts/figures.ts';
import { PHASE_NAMES } from './status-bar.ts';
import type { ShellView, TurnView, WaitingView } from '../state/state.ts';
import { sanitise, sanitiseLines } from '../text/sanitise.ts';
import { type Line, line, span } from '../text/span.ts';
import { width } from '../text/width.ts';
import { clip, lineWidth, wrap } from '../text/wrap.ts';
import { type AnswerPlace, drawLabel, drawOpenAnswer } from './answer.ts';
import { drawPrompt } from './finished.ts';
import { drawRunningTools } from './tools.ts';

const STOP = 'esc to stop';

const SPINNER = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

export interface TurnPlace extends AnswerPlace {
  /** Rows that it may take. */
  readonly rows: number;
  readonly now: number;
  /** For who listens to the screen: nothing that moves, and nothing that is not whole. */
  readonly still: boolean;
}

/** What a turn is at: the tools that run, then the part of the answer that is still open, then how long it has been. */
export function drawTurn(turn: TurnView, place: TurnPlace): readonly Line[] {
  const { columns, rows } = place;
  // Who listens hears each part once, when it is whole.
  const open = turn.answer && !place.still ? drawOpenAnswer(turn.answer.rest, place) : [];
  const answer = open.length > 0 && !turn.isLabelled ? [...drawLabel(), ...open] : open;
  const prompt = turn.prompt === undefined || place.still ? [] : drawPrompt(turn.prompt, columns);
  const thought = place.still ? [] : drawThought(turn, columns);
  const body = [...prompt, ...drawRunningTools(turn.tools, columns), ...answer, ...thought];
  const spinner = drawSpinner(turn, place);
  return [...body.slice(-Math.max(0, rows - 2)), [], spinner].slice(-Math.max(1, rows));
}

/** Characters at the end of a thought that fill two rows of any window. */
const END_OF_THOUGHT = 1000;

function drawThought({ thought, phase }: TurnView, columns: number): readonly Line[] {
  const text = sanitise(thought.text.slice(-END_OF_THOUGHT).replace(/\s+/g, ' ').trim());
  if (text === '' || phase !== 'thinking') return [];
  return [
    [],
    ...wrap(line(text, { role: 'muted', italic: true }), columns - 2)
      .slice(-2)
      .map((row) => [span('  '), ...row]),
  ];
}

function drawSpinner(turn: TurnView, { now, columns, still }: TurnPlace): Line {
  const sign = still ? '*' : (SPINNER[Math.floor(now / SPINNER_MS) % SPINNER.length] ?? '');
  const time = still ? [] : [duration(Math.max(0, now - turn.startedAt))];
  const all = Math.round(turn.tokens);
  const came = still || all < 1 ? [] : [`${count(all)} ${all === 1 ? 'token' : 'tokens'}`];
  const row = (words: string, facts: readonly string[]): Line => [
    span(`${sign} ${words}`, { role: 'accent' }),
    span(` (${[...facts, STOP].join(' · ')})`, { role: 'muted' }),
  ];
  const [first, ...shorter] = wordsOf(turn, now, columns - width(`  (${STOP})`) - 1);
  // How to stop it is the last that gives way.
  const rows = [
    row(first, [...time, ...came]),
    row(first, time),
    row(first, []),
    ...shorter.map((each) => row(each, [])),
  ];
  return rows.find((each) => lineWidth(each) <= columns) ?? clip(rows.at(-1) ?? [], columns);
}

/** What is said of a turn, and what instead where that finds no room. */
function wordsOf({ phase, pause }: TurnView, now: number, room: number): readonly [string, ...string[]] {
  if (!pause) return [`${PHASE_NAMES[phase]}...`];
  const again = `retry in ${Math.max(0, Math.ceil((pause.until - now) / 1000))} s`;
  const why = sanitise(pause.why.replace(/\s+/g, ' '));
  const cut = clip(line(why), room - width(`; ${again}`))
    .map(({ text }) => text)
    .join('');
  return [`${why}; ${again}`, ...(cut.length > 1 ? [`${cut}; ${again}`] : []), again];
}

/** Messages that wait and are shown, the last ones. */
const MOST_WAITING = 3;

/** What waits to be sent, each in one row, and how to take the last one back. */
export function drawWaiting(waiting: readonly WaitingView[], columns: number): readonly Line[] {
  const rows = waiting
    .slice(-MOST_WAITING)
    .map(
      ({ kind, text }): Line => [
        span(kind === 'steer' ? '  ↳ next: ' : '  ↳ after this turn: ', { role: 'muted' }),
        span(sanitise(text.replace(/\s+/g, ' '))),
      ],
    );
  const earlier = waiting.length - rows.length;
  const before = earlier > 0 ? [line(`  ↳ ${earlier} more`, { role: 'muted' })] : [];
  const last = rows.at(-1);
  const hinted = last && [...last, span('  (alt+↑ edits)', { role: 'muted' })];
  const end = hinted && lineWidth(hinted) <= columns ? [...rows.slice(0, -1), hinted] : rows;
  return [...before, ...end.map((row) => clip(row, columns))];
}

/** Rows of what it printed that are shown. */
const MOST_ROWS = 5;
const INDENT = '  ';

/** A command of the user's own and the last that it printed, in at most so many rows. */
export function drawRunningShell({ command, lastLines }: ShellView, columns: number, rows: number): readonly Line[] {
  const printed = sanitiseLines(lastLines.trimEnd())
    .slice(-MOST_ROWS)
    .flatMap((text) => wrap(line(text, { role: 'muted' }), Math.max(1, columns - INDENT.length)))
    .map((row) => [span(INDENT), ...row]);
  const [name = ''] = sanitiseLines(command);
  const header = clip([span('! ', { role: 'accent', bold: true }), span(name, { role: 'accent' })], columns);
  const room = Math.max(0, Math.min(MOST_ROWS, rows - 2));
  return room === 0 ? [] : [[], header, ...printed.slice(-room)];
}
