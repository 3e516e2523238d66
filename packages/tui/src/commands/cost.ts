import { addUsage, NO_USAGE, spendingOf, type Spent } from '@helve/assistant';
import { costChart, type Costs } from '../charts/cost-chart.ts';
import { money } from '../charts/figures.ts';
import { line, type Line } from '../text/span.ts';
import type { BuiltIn } from './command.ts';

export const cost: BuiltIn = {
  name: 'cost',
  description: 'Show the cost by model and day',
  run: async (_, ui) => {
    const { home, cwd } = ui.host;
    const here = ui.shown?.conversation.totals.cost ?? 0;
    const spent = await spendingOf(home, cwd);
    ui.print([
      line(`This conversation: ${money(here)}. This project in total:`, { bold: true }),
      [],
      ...costChart(toCosts(spent), ui.columns),
      ...searchLines(spent),
    ]);
  },
};

/** What of it is for searches, where there were some. */
function searchLines(spent: readonly Spent[]): readonly Line[] {
  const searches = spent.reduce((sum, each) => sum + each.searches, 0);
  if (searches === 0) return [];
  const dollars = spent.reduce((sum, each) => sum + each.searchCost, 0);
  return [[], line(`Web searches: ${searches}, ${money(dollars)} of the total.`, { role: 'muted' })];
}

function toCosts(spent: readonly Spent[]): Costs {
  const names = [...new Set(spent.map(({ model }) => model))];
  const days = [...new Set(spent.map(({ day }) => day))];
  const dollarsOf = (some: readonly Spent[]) => some.reduce((sum, each) => sum + each.cost, 0);
  return {
    models: names.map((model) => {
      const own = spent.filter((each) => each.model === model);
      const usage = own.reduce((sum, each) => addUsage(sum, each.usage), NO_USAGE);
      return {
        model,
        inputTokens: usage.input + usage.cacheWrite,
        outputTokens: usage.output,
        cachedTokens: usage.cacheRead,
        dollars: dollarsOf(own),
      };
    }),
    days: days.map((day) => ({ day, dollars: dollarsOf(spent.filter((each) => each.day === day)) })),
  };
}
