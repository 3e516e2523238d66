import { spawn } from 'node:child_process';

const LIMIT_MS = 5000;
const MOST_CHARACTERS = 500;

export interface StatusLinePlace {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Runs the user's own status line with what holds as JSON on its input; gives the first line of what it prints. */
export function runStatusLine(
  command: string,
  facts: object,
  { cwd, env }: StatusLinePlace,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = spawn('/bin/sh', ['-c', command], {
      cwd,
      env: { ...env },
      stdio: ['pipe', 'pipe', 'ignore'],
      timeout: LIMIT_MS,
    });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output = `${output}${text}`.slice(0, MOST_CHARACTERS);
    });
    child.stdin.on('error', () => {});
    child.stdin.end(JSON.stringify(facts));
    child.on('error', () => resolve(undefined));
    child.on('close', (code) => resolve(code === 0 ? (output.split('\n')[0] ?? '') : undefined));
  });
}
