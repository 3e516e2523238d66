import type { Context } from '@helve/command';
import { rulesIn } from './change.ts';
import { originOf } from './rules.ts';

export interface RuleCheck {
  readonly rule: string;
  readonly origin: string;
  readonly text: string;
  readonly command: string;
  readonly passed: boolean;
  readonly exitCode: number | null;
  readonly output: string;
}

interface Ran {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const MOST_OUTPUT = 4_000;
const TIMEOUT_SECONDS = 600;

/** Runs the commands of all confirmed rules. */
export async function checkRules(_: object, context: Context): Promise<{ checks: RuleCheck[]; notEnforced: string[] }> {
  const { root, rules } = await rulesIn(context);
  const exec = await (await context.registry()).get('terminal exec');
  const checks: RuleCheck[] = [];
  for (const rule of rules) {
    if (rule.state !== 'confirmed' || !('run' in rule.enforce)) continue;
    const { run: command } = rule.enforce;
    context.progress(`Running ${command}`);
    const input = { command, workingDirectory: root, timeoutSeconds: TIMEOUT_SECONDS };
    const { exitCode, stdout, stderr } = (await context.call(exec, input)) as Ran;
    const output = `${stdout}${stderr}`.trim().slice(-MOST_OUTPUT);
    const about = { rule: rule.name, origin: originOf(rule), text: rule.text, command };
    checks.push({ ...about, passed: exitCode === 0, exitCode, output });
  }
  return { checks, notEnforced: rules.flatMap(({ name, state }) => (state === 'changed' ? [name] : [])) };
}
