import { sanitise } from '../text/sanitise.ts';
import { type Line, line, type Role, span } from '../text/span.ts';
import { clip, lineWidth, padEnd } from '../text/wrap.ts';
import { shareOut } from './bar.ts';
import { contextFigure, contextRole, count } from './figures.ts';

export interface ContextParts {
  /** What fills the window, such as the system prompt, tools, memory and messages. */
  readonly parts: readonly { readonly name: string; readonly tokens: number }[];
  /** How many tokens the window holds. */
  readonly limit: number;
}

/** Each part has a sign of its own too, for those who do not see the colours. */
const FIRST_LOOK: { readonly sign: string; readonly role: Role } = { sign: '█', role: 'accent' };
const LOOKS: readonly (typeof FIRST_LOOK)[] = [
  FIRST_LOOK,
  { sign: '▓', role: 'keyword' },
  { sign: '▒', role: 'success' },
  { sign: '▞', role: 'warning' },
  { sign: '▤', role: 'function' },
  { sign: '▥', role: 'number' },
  { sign: '▦', role: 'string' },
];

const WIDEST_BAR = 80;

/** How full the window is and with what: a bar, and below it what its parts are. */
export function contextChart({ parts, limit }: ContextParts, columns: number): readonly Line[] {
  const used = parts.reduce((sum, { tokens }) => sum + tokens, 0);
  const all = [
    ...parts.map(({ name, tokens }, index) => ({
      name: sanitise(name),
      tokens,
      ...(LOOKS[index % LOOKS.length] ?? FIRST_LOOK),
    })),
    { name: 'Free', tokens: Math.max(0, limit - used), sign: '░', role: 'muted' as const },
  ];
  const cells = shareOut(
    all.map(({ tokens }) => tokens),
    Math.min(columns, WIDEST_BAR),
  );
  const drawn = all.map(({ sign, role }, index) => span(sign.repeat(cells[index] ?? 0), { role }));
  const names = Math.max(...all.map(({ name }) => lineWidth(line(name))));
  const legend = all.map(({ name, tokens, sign, role }) => [
    span(`${sign} `, { role }),
    ...padEnd(line(name), names),
    span(`  ${count(tokens).padStart(5)}  ${share(tokens, Math.max(limit, used)).padStart(6)}`, { role: 'muted' }),
  ]);
  return [
    [span('Context: '), span(contextFigure(used, limit), { role: contextRole(used, limit) })],
    drawn.filter(({ text }) => text !== ''),
    ...legend,
  ].map((row) => clip(row, columns));
}

/** With a decimal: many parts are less than one in a hundred. */
function share(tokens: number, limit: number): string {
  return `${((tokens / limit) * 100).toFixed(1)}%`;
}
