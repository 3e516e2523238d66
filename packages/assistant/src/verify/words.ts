import { type CheckReceipt, type CheckRun, describeCheck } from './receipt.ts';

/** What the model is told of checks that have no result for the files as they are. */
export function reminder(open: readonly (CheckReceipt & { readonly name: string })[]): string {
  const lines = open.map((check) => `- ${check.name}: ${describeCheck(check)}`);
  return [
    '[You changed files, and these checks of the project have no result for the files as they are now:',
    ...lines,
    'Run each as a Bash call of its own with exactly this command, and fix what fails. If you cannot run one, say so in your answer.]',
  ].join('\n');
}

const MOST_OUTPUT = 4_000;

/** What the model is told of a check that helve ran and that failed. */
export function failureNote(name: string, { exitCode }: Pick<CheckRun, 'exitCode'>, output: string): string {
  const end = output.trim().slice(-MOST_OUTPUT);
  return `[The check ${name} ran after your last change and failed with exit code ${exitCode}. The end of its output:\n${end}\nFix the cause, or say in your answer that the check fails.]`;
}
