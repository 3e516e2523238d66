import { defineCommand, integer, path, text, texts } from '@helve/command';
import * as v from 'valibot';
import { RuleOutput, viewRule } from '../../rules/view.ts';

export const command = defineCommand({
  path: 'rules add',
  summary: 'Enforce a line of AGENTS.md or CLAUDE.md with a deny rule, a command or a hook of your own',
  effect: 'execute',
  approves: () => true,
  input: v.object({
    path: path('read', 'Instruction file'),
    line: integer('Line in that file, counted from 1', { min: 1 }),
    name: v.optional(text('Name of the rule (default: from the line)')),
    deny: v.optional(texts('Permission rules that deny calls, such as Bash(npm *) or Edit(dist/**)')),
    run: v.optional(text('Command that must pass at the end of a turn that changed files')),
    hook: v.optional(text('Command that judges each tool call, as a PreToolUse hook: exit code 2 refuses it')),
  }),
  output: v.object({ rule: RuleOutput }),
  examples: [
    'helve rules add --path AGENTS.md --line 3 --run "sh scripts/no-any.sh"',
    `helve rules add --path AGENTS.md --line 7 --deny '["Bash(terraform apply *)"]'`,
  ],
  run: async () => (await import('../../rules/change.ts')).addRule,
  render: {
    model: ({ rule }) => viewRule(rule),
    person: ({ rule }) => viewRule(rule),
    brief: ({ rule }) => `added ${rule.name}`,
  },
});
