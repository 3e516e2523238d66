import { defineCommand } from '@helve/command';
import * as v from 'valibot';
import { RuleOutput, viewRules } from '../../rules/view.ts';

const NONE = 'No line of AGENTS.md or CLAUDE.md was recognised.';

export const command = defineCommand({
  path: 'rules list',
  summary: 'List lines of AGENTS.md and CLAUDE.md that are enforced or could be',
  effect: 'inspect',
  input: v.object({}),
  output: v.object({ rules: v.array(RuleOutput) }),
  examples: ['helve rules list'],
  run: async () => (await import('../../rules/change.ts')).listRules,
  render: {
    model: ({ rules }) => viewRules(rules, NONE),
    person: ({ rules }) => viewRules(rules, NONE),
    brief: ({ rules }) => `${rules.length} rules`,
  },
});
