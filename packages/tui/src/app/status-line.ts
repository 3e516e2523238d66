import { spawn } from 'node:child_process';
import { kill } from 'node:process';

const LIMIT_MS = 5000;
const MOST_CHARACTERS = 4000;

export interface StatusLinePlace {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Ends it: nobody needs what it says any more. */
  readonly signal: AbortSignal;
}

/** What the user's own status line says, or why it says nothing. */
export type StatusLine = { readonly text: string } | { readonly failed: string };

/** Runs the user's own status line with what holds as JSON on its input; gives the first line of what it prints. */
export function runStatusLine(
  command: string,
  facts: object,
  { cwd, env, signal }: StatusLinePlace,
): Promise<StatusLine> {
  return new Promise((resolve) => {
    // In a group of its own, so that all that it began can be ended with it.
    const child = spawn('/bin/sh', ['-c', command], {
      cwd,
      env: { ...env },
      stdio: ['pipe', 'pipe', 'ignore'],
      detached: true,
    });
    let output = '';
    const end = (result: StatusLine) => {
      clearTimeout(limit);
      signal.removeEventListener('abort', giveUp);
      resolve(result);
    };
    const giveUp = () => {
      killGroup(child.pid);
      child.stdout.destroy();
      end({ failed: `it timed out after ${LIMIT_MS / 1000} s` });
    };
    const limit = setTimeout(giveUp, LIMIT_MS);
    signal.addEventListener('abort', giveUp, { once: true });
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output = `${output}${text}`.slice(0, MOST_CHARACTERS);
    });
    child.stdin.on('error', () => {});
    child.stdin.end(JSON.stringify(facts));
    child.on('error', ({ message }) => end({ failed: message }));
    child.on('close', (code) =>
      end(code === 0 ? { text: output.split('\n')[0] ?? '' } : { failed: `exit code ${code ?? 'none'}` }),
    );
  });
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    kill(-pid, 'SIGKILL');
  } catch {
    // All of it has ended by itself.
  }
}
