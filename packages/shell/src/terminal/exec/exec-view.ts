import { type Facts, inWords, type Say } from '@helve/command';
import { describeNeed } from '@helve/policy';
import type { Output as ExecResult } from '../../commands/terminal/exec.ts';
import { withCalls } from '../session/named-calls.ts';

/** What a run printed, and then whatever is not plain success. */
export function viewExec(result: ExecResult, _input?: unknown, _facts?: Facts, say: Say = inWords): string {
  const printed = result.output ?? (result.stdout || result.stderr);
  const notes = notesOf(result, say);
  if (notes.length === 0) return printed === '' ? '(no output)' : printed;
  return [...(printed === '' ? [] : [printed.replace(/\n$/, '')]), ...notes].join('\n');
}

/** Its end in one line. */
export function briefExec({ status, exitCode, signal, duration, sessionId }: ExecResult): string {
  if (sessionId !== undefined) return `moved to the background as ${sessionId} after ${duration} s`;
  const end = status === 'timeout' ? 'timed out' : signal === undefined ? `exit ${exitCode}` : `ended by ${signal}`;
  return `${end} after ${duration} s`;
}

function notesOf(result: ExecResult, say: Say): readonly string[] {
  const { status, sandbox, sessionId, suggestion, spilled = [], savedTo, leftRunning = [], survivors = [] } = result;
  return [
    ...(status === 'success' ? [] : [`[${briefExec(result)}]`]),
    ...(sandbox ? [`[The sandbox blocked it: it needs ${sandbox.needs.map(describeNeed).join(' and ')}]`] : []),
    ...(suggestion === undefined ? [] : [withCalls(suggestion, sessionId, say)]),
    ...spilled.map(({ stream, path, bytes }) => `[All ${bytes} bytes of ${stream}: ${path}]`),
    ...(savedTo ? [`[${savedTo.bytes} bytes of stdout saved to ${savedTo.path}]`] : []),
    ...leftRunning.map(({ pid, command }) => `[Still running: ${pid} ${command}]`),
    ...survivors.map(({ pid, command }) => `[Could not be ended: ${pid} ${command}]`),
  ];
}
