import { contextFigure, contextRole, money } from '../charts/figures.ts';
import type { Phase, StatusView, TurnView } from '../state/state.ts';
import { type Line, type Role, type Span, span } from '../text/span.ts';
import { clip, lineWidth } from '../text/wrap.ts';

const SEPARATOR = span('  |  ', { role: 'muted' });
const TIGHT = span(' | ', { role: 'muted' });
/** The weight of fields that give way first. */
const LEAST = 1;
/** `Mode: default  |  Claude Sonnet 4.6  |  Context: 45% (90K/200K)  |  msgs: 12`; what does not fit is left out, the least first. */
export function drawStatusBar(status: StatusView, turn: TurnView | undefined, columns: number): Line {
  if (status.custom !== undefined) return clip(status.custom, columns);
  const fields = [...fieldsOf(status, turn)].filter(({ spans }) => spans.length > 0);
  const kept = [...fields];
  while (kept.length > 1 && lineWidth(join(kept)) > columns) {
    const least = Math.min(...kept.map(({ weight }) => weight));
    // They stand closer before one of them is left out that is worth it.
    if (least > LEAST && lineWidth(join(kept, TIGHT)) <= columns) return join(kept, TIGHT);
    kept.splice(
      kept.findIndex(({ weight }) => weight === least),
      1,
    );
  }
  return clip(join(kept), columns);
}

interface Field {
  readonly spans: readonly Span[];
  /** What is worth less goes first where there is no room. */
  readonly weight: number;
}

function* fieldsOf(status: StatusView, turn: TurnView | undefined): Generator<Field> {
  const muted = (text: string): readonly Span[] => [span(text, { role: 'muted' })];
  yield { spans: [span('Mode: ', { role: 'muted' }), span(status.mode, modeStyle(status.mode))], weight: 9 };
  if (status.model !== undefined) yield { spans: muted(status.model), weight: 7 };
  if (status.context) {
    const { tokens, window } = status.context;
    const figure = span(contextFigure(tokens, window), { role: contextRole(tokens, window) });
    yield { spans: [span('Context: ', { role: 'muted' }), figure], weight: 8 };
  }
  yield { spans: muted(`msgs: ${status.messages}`), weight: 4 };
  if (turn) yield { spans: [span(PHASE_NAMES[turn.phase], { role: 'accent' })], weight: 6 };
  if (status.cost > 0) yield { spans: muted(money(status.cost)), weight: 5 };
  if (status.branch !== undefined) yield { spans: muted(status.branch), weight: 3 };
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
