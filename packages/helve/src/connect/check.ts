import { runProgram } from '@helve/processes';
import type { Launch } from './clients.ts';

/** What a client gets that starts helve. */
export type Checked =
  | { readonly ok: true; readonly tools: readonly string[] }
  | { readonly ok: false; readonly reason: string };

const START_MS = 30_000;

/** The messages with which clients open a connection and ask for tools. */
const OPENING = [
  {
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'helve-connect', version: '1' } },
  },
  { method: 'notifications/initialized' },
  { id: 2, method: 'tools/list' },
]
  .map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  .join('');

/** Starts the server as a client would, and lists its tools. */
export async function checkLaunch(
  { command, args }: Launch,
  { cwd, env, signal }: { readonly cwd: string; readonly env: NodeJS.ProcessEnv; readonly signal: AbortSignal },
): Promise<Checked> {
  const printed = { stdout: '', stderr: '' };
  const set = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  try {
    const end = await runProgram({
      program: command,
      args,
      cwd,
      env: Object.fromEntries(set),
      outerRun: undefined,
      timeoutMs: START_MS,
      signal,
      keepChildren: false,
      input: OPENING,
      stdout: (chunk) => void (printed.stdout += chunk.toString()),
      stderr: (chunk) => void (printed.stderr += chunk.toString()),
    });
    const tools = toolsIn(printed.stdout);
    if (tools) return { ok: true, tools };
    const [said] = printed.stderr.trim().split('\n').slice(-1);
    if (said) return { ok: false, reason: said };
    const how =
      end.outcome === 'timeout'
        ? `did not answer within ${START_MS / 1000} seconds`
        : `ended with ${end.exitCode ?? end.signal}`;
    return { ok: false, reason: `${command} ${how}` };
  } catch (thrown) {
    return { ok: false, reason: (thrown as Error).message };
  }
}

function toolsIn(output: string): readonly string[] | undefined {
  for (const line of output.split('\n')) {
    const { id, result } = parse(line) as { id?: unknown; result?: { tools?: readonly { name: string }[] } };
    if (id === 2 && result?.tools) return result.tools.map(({ name }) => name);
  }
  return undefined;
}

function parse(line: string): object {
  try {
    return (JSON.parse(line) as object | null) ?? {};
  } catch {
    return {};
  }
}
