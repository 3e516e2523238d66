import { sanitise } from '../text/sanitise.ts';
import { line, span, type Line } from '../text/span.ts';
import { width } from '../text/width.ts';
import { clip, padEnd } from '../text/wrap.ts';
import { bar } from './bar.ts';
import { count, duration, money } from './figures.ts';

export interface Costs {
  readonly models: readonly ModelCost[];
  /** In the order of time, as `2026-08-31`. */
  readonly days?: readonly { readonly day: string; readonly dollars: number }[] | undefined;
  /** How long the models took to answer, and how long it all took. */
  readonly answeringMs?: number | undefined;
  readonly elapsedMs?: number | undefined;
}

export interface ModelCost {
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedTokens: number;
  /** Not known where the prices of the model are not. */
  readonly dollars: number | undefined;
}

/** The last fortnight: enough to see how it goes. */
const MOST_DAYS = 14;
const WIDEST_BAR = 24;
const SHORTEST_BAR = 4;
const NUMBER = 8;
/** Below this, the tokens of a model stand in a row of their own. */
const WIDE = 64;

/** What was spent: a row for each model, then a bar for each day. */
export function costChart({ models, days = [], answeringMs, elapsedMs }: Costs, columns: number): readonly Line[] {
  const rows: Line[] = [...modelRows(models, columns)];
  const shown = days.slice(-MOST_DAYS);
  if (shown.length > 0) rows.push([], ...dayRows(shown, columns));
  const times = [
    ...(answeringMs === undefined ? [] : [`${duration(answeringMs)} answering`]),
    ...(elapsedMs === undefined ? [] : [`${duration(elapsedMs)} total`]),
  ];
  if (times.length > 0) rows.push([], line(times.join(', '), { role: 'muted' }));
  return rows.map((row) => clip(row, columns));
}

function modelRows(models: readonly ModelCost[], columns: number): readonly Line[] {
  if (models.length === 0) return [line('Nothing spent yet.', { role: 'muted' })];
  const isWide = columns >= WIDE;
  const figures = isWide ? 4 * NUMBER : NUMBER;
  const longest = Math.max(...['Total', ...models.map(({ model }) => model)].map((name) => width(sanitise(name))));
  const names = Math.min(longest, Math.max(8, columns - figures - 2 - SHORTEST_BAR));
  const bars = Math.min(WIDEST_BAR, columns - names - figures - 2);
  const most = Math.max(...models.map(({ dollars }) => dollars ?? 0));
  const named = (name: string) => padEnd(clip(line(sanitise(name)), names), names);
  const right = (figure: string) => figure.padStart(NUMBER);
  const tokens = ({ inputTokens, outputTokens, cachedTokens }: Omit<ModelCost, 'model' | 'dollars'>) => {
    return [inputTokens, outputTokens, cachedTokens].map(count);
  };
  const row = (cost: ModelCost, drawn: string): readonly Line[] => {
    const [input = '', output = '', cached = ''] = tokens(cost);
    const figures = isWide ? [input, output, cached].map(right).join('') : '';
    const head: Line = [
      ...named(cost.model),
      span(figures + right(cost.dollars === undefined ? 'unknown' : money(cost.dollars))),
      span(drawn, { role: 'accent' }),
    ];
    return isWide ? [head] : [head, line(`  ${input} in, ${output} out, ${cached} cached`, { role: 'muted' })];
  };
  const header = isWide ? ['Input', 'Output', 'Cached', 'Cost'] : ['Cost'];
  const total = models.reduce((sum, cost) => ({
    model: 'Total',
    inputTokens: sum.inputTokens + cost.inputTokens,
    outputTokens: sum.outputTokens + cost.outputTokens,
    cachedTokens: sum.cachedTokens + cost.cachedTokens,
    dollars: sum.dollars === undefined ? cost.dollars : sum.dollars + (cost.dollars ?? 0),
  }));
  return [
    [...padEnd(line('Model', { role: 'strong' }), names), span(header.map(right).join(''), { role: 'strong' })],
    ...models.flatMap((cost) => row(cost, `  ${bar((cost.dollars ?? 0) / most, Math.max(0, bars))}`.trimEnd())),
    ...(models.length > 1 ? row(total, '') : []),
  ];
}

function dayRows(
  days: readonly { readonly day: string; readonly dollars: number }[],
  columns: number,
): readonly Line[] {
  const most = Math.max(...days.map(({ dollars }) => dollars));
  const names = Math.max(...days.map(({ day }) => width(sanitise(day))));
  const bars = Math.max(SHORTEST_BAR, Math.min(WIDEST_BAR, columns - names - NUMBER - 3));
  return days.map(({ day, dollars }) => [
    ...padEnd(line(sanitise(day)), names),
    span(money(dollars).padStart(NUMBER + 1)),
    span(`  ${bar(dollars / most, bars)}`.trimEnd(), { role: 'accent' }),
  ]);
}
