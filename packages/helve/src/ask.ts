import { createInterface } from 'node:readline/promises';
import type { Ask } from '@helve/registry';

/** Asks at the terminal, on stderr so that stdout stays the result. */
export const askAtTerminal: Ask = async ({ command, input, decision }) => {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question(`${command} ${JSON.stringify(input)}\n${decision.reason}. Run it? [y/N] `);
    return { allow: /^y(?:es)?$/i.test(answer.trim()) };
  } finally {
    terminal.close();
  }
};
