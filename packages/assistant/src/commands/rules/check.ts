import { defineCommand } from '@helve/command';
import * as v from 'valibot';
import type { RuleCheck } from '../../rules/check.ts';

export const command = defineCommand({
  path: 'rules check',
  summary: 'Run the commands of confirmed rules now; helve exits with 1 if one fails',
  effect: 'execute',
  input: v.object({}),
  output: v.object({
    checks: v.array(
      v.object({
        rule: v.string(),
        origin: v.pipe(v.string(), v.description('File and line that the rule comes from')),
        text: v.string(),
        command: v.string(),
        passed: v.boolean(),
        exitCode: v.nullable(v.number()),
        output: v.string(),
      }),
    ),
    notEnforced: v.pipe(v.array(v.string()), v.description('Confirmed rules whose line was changed or removed')),
  }),
  examples: ['helve rules check'],
  run: async () => (await import('../../rules/check.ts')).checkRules,
  reportsFailure: ({ checks }) => checks.some(({ passed }) => !passed),
  render: {
    model: ({ checks, notEnforced }) => view(checks, notEnforced),
    person: ({ checks, notEnforced }) => view(checks, notEnforced),
    brief: ({ checks }) => `${checks.filter(({ passed }) => passed).length} of ${checks.length} rules passed`,
  },
});

function view(checks: readonly RuleCheck[], notEnforced: readonly string[]): string {
  const lines = checks.map(({ rule, origin, text, command, passed, exitCode, output }) =>
    passed
      ? `${rule}: passed (${command})`
      : `${rule}: violated (${command}, exit code ${exitCode ?? 'none'})\n  ${origin}: ${text}\n${output}`.trimEnd(),
  );
  const lost = notEnforced.map((name) => `${name}: not enforced, its line was changed or removed`);
  return [...lines, ...lost].join('\n') || 'No confirmed rule has a command.';
}
