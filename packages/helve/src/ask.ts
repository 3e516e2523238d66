import { createInterface } from 'node:readline/promises';
import type { SettledCaller } from '@helve/assistant';
import { type Answer, describeNeed, describeRun, type Question } from '@helve/policy';
import { Approvals } from '@helve/settings';

/** Asks at the terminal, on stderr so that stdout stays the result. */
export async function askAtTerminal(question: Question, caller: SettledCaller): Promise<Answer> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    return { allow: false, reason: 'it needs approval, and nobody can be asked here' };
  }
  const approvals = new Approvals({ caller, remake: caller.remake });
  const rules = await approvals.rulesFor(question);
  const always = rules.length === 0 ? '' : `, a = always in this project: ${rules.join(', ')}`;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question(`${await textOf(question, caller)} [y/N${always}] `);
    if (rules.length > 0 && /^a(?:lways)?$/i.test(answer.trim())) {
      const notice = await approvals.allow(rules, 'project');
      if (notice !== undefined) process.stderr.write(`warning: ${notice}\n`);
      return { allow: true };
    }
    return { allow: /^y(?:es)?$/i.test(answer.trim()) };
  } finally {
    terminal.close();
  }
}

async function textOf(question: Question, { authority, place }: SettledCaller): Promise<string> {
  const { command, input, decision, needs, shell } = question;
  const { command: line } = input as { readonly command?: unknown };
  const subject = shell && typeof line === 'string' ? line : `${command} ${JSON.stringify(input)}`;
  if (needs) {
    const lacked = needs.map(describeNeed).join(' and ');
    return `${subject}\nIt failed in the sandbox because it needs ${lacked}. Allow that, and run it again?`;
  }
  const runs = await describeRun(question, authority.policy, place);
  const where = runs && question.sandbox !== 'leaves' ? ` ${runs.text}` : '';
  return `${subject}\n${decision.reason}.${where} Run it?`;
}
