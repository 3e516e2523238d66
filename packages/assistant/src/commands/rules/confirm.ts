import { defineCommand, flag, texts } from '@helve/command';
import * as v from 'valibot';
import { RuleOutput, viewRules } from '../../rules/view.ts';

export const command = defineCommand({
  path: 'rules confirm',
  summary: 'Confirm rules that were recognised; they are enforced until their line changes',
  effect: 'execute',
  approves: () => true,
  input: v.object({
    names: v.optional(texts('Names of rules, from `rules list`')),
    all: flag('Confirm all rules that were recognised'),
  }),
  output: v.object({ rules: v.array(RuleOutput) }),
  examples: [`helve rules confirm --names '["no-npm"]'`, 'helve rules confirm --all'],
  run: async () => (await import('../../rules/change.ts')).confirmRules,
  render: {
    model: ({ rules }) => viewRules(rules, 'There was nothing to confirm.'),
    person: ({ rules }) => viewRules(rules, 'There was nothing to confirm.'),
    brief: ({ rules }) => `confirmed ${rules.length} rules`,
  },
});
