import { count, duration } from '../charts/figures.ts';
import { phaseName } from '../state/reduce.ts';
import type { TurnView, WaitingView } from '../state/state.ts';
import { sanitise } from '../text/sanitise.ts';
import { type Line, line, span } from '../text/span.ts';
import { clip, wrap } from '../text/wrap.ts';
import { type AnswerPlace, drawOpenAnswer } from './answer.ts';
import { drawRunningTools } from './tools.ts';

const SPINNER = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

/** How long one picture of the spinner stands, in milliseconds. */
export const SPINNER_MS = 100;

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
  const answer = turn.answer && !place.still ? drawOpenAnswer(turn.answer.rest, place) : [];
  const thought = place.still ? [] : drawThought(turn, columns);
  const body = [...drawRunningTools(turn.tools, columns), ...answer, ...thought];
  const spinner = drawSpinner(turn, place);
  return [...body.slice(-Math.max(0, rows - 2)), [], spinner].slice(-Math.max(1, rows));
}

function drawThought({ thought, phase }: TurnView, columns: number): readonly Line[] {
  const text = sanitise(thought.replace(/\s+/g, ' ').trim());
  if (text === '' || phase !== 'thinking') return [];
  return [
    [],
    ...wrap(line(text, { role: 'muted', italic: true }), columns - 2)
      .slice(-2)
      .map((row) => [span('  '), ...row]),
  ];
}

function drawSpinner({ startedAt, phase, tokens, pause }: TurnView, { now, columns, still }: TurnPlace): Line {
  const sign = still ? '*' : (SPINNER[Math.floor(now / SPINNER_MS) % SPINNER.length] ?? '');
  const moving = [
    duration(Math.max(0, now - startedAt)),
    ...(tokens >= 1 ? [`${count(Math.round(tokens))} tokens`] : []),
  ];
  const facts = [...(still ? [] : moving), 'esc to stop'];
  return clip(
    [
      span(`${sign} `, { role: 'accent' }),
      span(pause === undefined ? `${phaseName(phase)}...` : sanitise(pause), { role: 'accent' }),
      span(` (${facts.join(' · ')})`, { role: 'muted' }),
    ],
    columns,
  );
}

/** What waits to be sent, each in one row. */
export function drawWaiting(waiting: readonly WaitingView[], columns: number): readonly Line[] {
  return waiting.map(({ kind, text }) =>
    clip(
      [
        span(kind === 'steer' ? '  ↳ next: ' : '  ↳ after this turn: ', { role: 'muted' }),
        span(sanitise(text.replace(/\s+/g, ' '))),
      ],
      columns,
    ),
  );
}
