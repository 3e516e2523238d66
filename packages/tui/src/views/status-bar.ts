import { contextFigure, contextRole, money, percent } from '../charts/figures.ts';
import type { Phase, StatusView, TurnView } from '../state/state.ts';
import { type Line, type Role, type Span, span } from '../text/span.ts';
import { clip, lineWidth } from '../text/wrap.ts';

const SEPARATOR = span('  |  ', { role: 'muted' });
const TIGHT = span(' | ', { role: 'muted' });
/** The weight of fields that give way first. */
const LEAST = 1;
/** The least weight of the five fields that come before all others: mode, model, context, messages, what is done. */
const FIRST_FIVE = 5;

/** `Mode: default  |  Claude Sonnet 4.6  |  Context: 45% (90K/200K)  |  msgs: 12`; what does not fit is left out, the least first. */
export function drawStatusBar(status: StatusView, turn: TurnView | undefined, columns: number): Line {
  if (status.custom !== undefined) return clip(status.custom, columns);
  let kept = [...fieldsOf(status, turn)].filter(({ spans }) => spans.length > 0);
  for (;;) {
    const least = Math.min(...kept.map(({ weight }) => weight));
    // They stand closer, and then are shorter, before one of them is left out that is worth it.
    const rows = [
      join(kept),
      ...(least > LEAST ? [join(kept, TIGHT)] : []),
      ...(least >= FIRST_FIVE ? [join(kept.map(shorter), TIGHT)] : []),
    ];
    const fitting = rows.find((row) => lineWidth(row) <= columns);
    if (fitting) return fitting;
    if (kept.length < 2) return clip(join(kept), columns);
    kept = kept.filter(({ weight }) => weight > least);
  }
}

function shorter(field: Field): Field {
  return field.short ? { ...field, spans: field.short } : field;
}

interface Field {
  readonly spans: readonly Span[];
  /** The same where there is little room. */
  readonly short?: readonly Span[];
  /** What is worth less goes first where there is no room. */
  readonly weight: number;
}

function* fieldsOf(status: StatusView, turn: TurnView | undefined): Generator<Field> {
  const muted = (text: string): readonly Span[] => [span(text, { role: 'muted' })];
  yield { spans: [span('Mode: ', { role: 'muted' }), span(status.mode, modeStyle(status.mode))], weight: 9 };
  if (status.model !== undefined) yield { spans: muted(status.model), weight: 7 };
  if (status.context) {
    const { tokens, window } = status.context;
    const label = span('Context: ', { role: 'muted' });
    const style = { role: contextRole(tokens, window) };
    const short = [label, span(percent(tokens / window), style)];
    yield { spans: [label, span(contextFigure(tokens, window), style)], short, weight: 8 };
  }
  yield { spans: muted(`msgs: ${status.messages}`), weight: 5 };
  if (turn) yield { spans: [span(PHASE_NAMES[turn.phase], { role: 'accent' })], weight: 6 };
  if (status.effort !== undefined) yield { spans: muted(`effort: ${status.effort}`), weight: 4 };
  if (status.cost > 0) yield { spans: muted(money(status.cost)), weight: 3 };
  if (status.branch !== undefined) yield { spans: muted(status.branch), weight: 2 };
  if (status.isConfined === true) yield { spans: muted('sandbox'), weight: LEAST };
  if (status.continuing !== undefined) yield { spans: muted(status.continuing), weight: LEAST / 2 };
  if (status.isConfined === false) yield { spans: [span('no sandbox', { role: 'warning' })], weight: LEAST };
}

function modeStyle(mode: StatusView['mode']): { readonly role: Role } {
  return { role: mode === 'bypassPermissions' ? 'error' : mode === 'default' ? 'strong' : 'accent' };
}

function join(fields: readonly Field[], separator = SEPARATOR): Line {
  return fields.flatMap(({ spans }, index) => (index === 0 ? spans : [separator, ...spans]));
}

/** What the status bar calls a phase. */
export const PHASE_NAMES: Readonly<Record<Phase, string>> = {
  preparing: 'Preparing',
  thinking: 'Thinking',
  answering: 'Answering',
  tools: 'Working',
  compacting: 'Compacting',
  retrying: 'Waiting',
  asking: 'Asking',
};
