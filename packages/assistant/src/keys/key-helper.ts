import { CommandError } from '@helve/command';

const PATIENCE_MS = 30_000;

/** The key that a command prints. */
export async function askKeyHelper(
  command: string,
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string | undefined>> },
): Promise<string> {
  const { RUN_VARIABLE, runProgram } = await import('@helve/processes');
  const chunks: Buffer[] = [];
  const variables = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const { outcome, exitCode } = await runProgram({
    program: '/bin/sh',
    args: ['-c', command],
    cwd,
    env: Object.fromEntries(variables),
    outerRun: env[RUN_VARIABLE],
    timeoutMs: PATIENCE_MS,
    signal: new AbortController().signal,
    keepChildren: false,
    stdout: (chunk) => void chunks.push(chunk),
    stderr: undefined,
  });
  const key = Buffer.concat(chunks).toString('utf8').trim();
  if (outcome === 'exited' && exitCode === 0 && key !== '' && !/\s/.test(key)) return key;
  const why = outcome !== 'exited' ? 'timed out' : exitCode === 0 ? 'printed no key' : `ended with ${exitCode}`;
  throw new CommandError('AUTH_REQUIRED', `apiKeyHelper in the settings ${why}: ${command}`, {
    hint: 'It must print the key and nothing else.',
  });
}
