import { defineCommand, text } from '@helve/command';
import * as v from 'valibot';
import { RuleOutput } from '../../rules/view.ts';

export const command = defineCommand({
  path: 'rules remove',
  summary: 'Stop enforcing a rule',
  effect: 'execute',
  approves: () => true,
  input: v.object({ name: text('Name of the rule, from `rules list`') }),
  output: v.object({ rule: RuleOutput }),
  examples: ['helve rules remove --name no-npm'],
  run: async () => (await import('../../rules/change.ts')).removeRule,
  render: {
    model: ({ rule }) => `${rule.name} is no longer enforced.`,
    person: ({ rule }) => `${rule.name} is no longer enforced.`,
    brief: ({ rule }) => `removed ${rule.name}`,
  },
});
