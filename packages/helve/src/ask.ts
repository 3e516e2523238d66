import { createInterface } from 'node:readline/promises';
import type { Ask } from '@helve/policy';

/** Asks at the terminal, on stderr so that stdout stays the result. */
export const askAtTerminal: Ask = async ({ command, input, decision }) => {
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    return { allow: false, reason: 'it must be asked, and there is nobody to ask' };
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question(`${command} ${JSON.stringify(input)}\n${decision.reason}. Run it? [y/N] `);
    return { allow: /^y(?:es)?$/i.test(answer.trim()) };
  } finally {
    terminal.close();
  }
};
