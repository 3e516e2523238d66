import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { firstRun, type FirstRunQuestion } from '@helve/assistant';
import { CommandError, type Place } from '@helve/command';
import type { ExitCode } from '@helve/doors';

/** Asks for an API key and the language of answers on this terminal, and stores them. */
export async function askForKey({ cwd, home }: Place): Promise<ExitCode> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    throw new CommandError('INVALID_INPUT', 'Entering a key needs a terminal', {
      hint: 'Set ANTHROPIC_API_KEY instead, or run helve acp --setup in a terminal.',
    });
  }
  const kept = await firstRun(ask, { cwd, home, now: Date.now });
  if (!kept) return 1;
  const where = kept.key === 'keyring' ? 'the keyring of this system' : 'a file that only you can read';
  process.stderr.write(`The key is in ${where}.\n`);
  return 0;
}

async function ask({ message, masked, options, preset, problem }: FirstRunQuestion): Promise<string | undefined> {
  const choices = options ? ` (${options.map(({ value }) => value).join(', ')})` : '';
  const fallback = preset === undefined ? '' : ` [${preset}]`;
  const words = `${problem === undefined ? '' : `${problem}\n`}${message}${choices}${fallback}: `;
  // What is typed must not be seen: readline takes over the terminal and writes it to nowhere.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: masked ? nowhere : process.stderr, terminal: true });
  const closed = new Promise<undefined>((resolve) => terminal.once('close', () => resolve(undefined)));
  try {
    // Only now: what is typed at a prompt that came earlier would be shown by the terminal itself.
    if (masked) process.stderr.write(words);
    const typed = await Promise.race([terminal.question(masked ? '' : words), closed]);
    if (masked) process.stderr.write('\n');
    return typed === '' ? (preset ?? '') : typed;
  } catch {
    // ctrl+c and ctrl+d close the question.
    return undefined;
  } finally {
    terminal.close();
  }
}
