import { spendingOf } from '@helve/assistant';
import { costTable } from '../charts/cost-table.ts';
import type { BuiltIn } from './command.ts';

export const cost: BuiltIn = {
  name: 'cost',
  description: 'Show what was spent, by model and day',
  run: async (_, ui) => {
    const { home, cwd } = ui.host;
    const { totals } = ui.talk?.conversation ?? {};
    ui.print(costTable(await spendingOf(home, cwd), totals, ui.columns));
  },
};
