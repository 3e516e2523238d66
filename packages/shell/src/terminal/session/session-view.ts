import { parameter, worded, type Facts, type Say } from '@helve/command';
import type { ListedSession } from './list.ts';
import type { SessionState } from './read.ts';
import type { Output as ReadResult } from '../../commands/terminal/session/read.ts';
import type { Output as StartResult } from '../../commands/terminal/session/start.ts';
import type { Output as StopResult } from '../../commands/terminal/session/stop.ts';
import type { Output as WriteResult } from '../../commands/terminal/session/write.ts';

export function viewStart({ sessionId, pid, shell, workingDirectory, initialOutput }: StartResult): string {
  return `${initialOutput}\n[${sessionId}: ${shell}, pid ${pid}, in ${workingDirectory}]`;
}

export function briefStart({ sessionId }: StartResult): string {
  return `Session ${sessionId} started`;
}

export function viewList({ sessions }: { readonly sessions: readonly ListedSession[] }): string {
  if (sessions.length === 0) return 'There are no sessions.';
  return sessions
    .map(({ sessionId, status, exitCode, command, shell, workingDirectory, unread }) => {
      const state = status === 'running' ? 'running' : `exited (${exitCode ?? 'unknown'})`;
      return `${sessionId}  ${state}  ${command ?? shell}  in ${workingDirectory}${unread > 0 ? `  ${unread} bytes unread` : ''}`;
    })
    .join('\n');
}

export function briefList({ sessions }: { readonly sessions: readonly ListedSession[] }): string {
  const running = sessions.filter(({ status }) => status === 'running').length;
  return `${running} running, ${sessions.length - running} over`;
}

export function viewRead(result: ReadResult): string {
  const { screen } = result;
  const shown = screen ? screen.rows.join('\n').trimEnd() : result.output;
  const cursor = screen ? `; cursor at row ${screen.cursor.row + 1}, column ${screen.cursor.column + 1}` : '';
  const lost = result.dropped === undefined ? '' : `[${result.dropped} bytes before this are not kept any more]\n`;
  return `${lost}${shown}\n[${describeState(result)}${result.hasMore ? '; there is more' : ''}${cursor}]`;
}

export function briefRead(result: ReadResult): string {
  return `${result.sessionId}: ${describeState(result)}`;
}

export function viewWrite(result: WriteResult): string {
  if (result.status === 'not-sent') return result.foreseen?.lines.join('\n') ?? '(nothing for its shell)';
  return `${result.responseOutput}\n[${describeState(result)}${result.hasMore ? '; there is more' : ''}]`;
}

export function briefWrite(result: WriteResult): string {
  return `${result.sessionId}: ${result.status}, ${describeState(result)}`;
}

export function viewStop(
  { sessionId, status, exitCode, finalOutput, survivors = [] }: StopResult,
  _input: object,
  _facts: Facts,
  say: Say,
): string {
  const left = survivors.map(({ pid, command }) => `\n  ${pid}  ${command}`).join('');
  const end =
    status === 'stopped'
      ? `stopped, exit code ${exitCode}`
      : say(worded`still running; ${parameter('force')} kills it:${left}`);
  return `${finalOutput}\n[${sessionId} ${end}]`;
}

export function briefStop({ sessionId, status }: StopResult): string {
  return `${sessionId}: ${status}`;
}

function describeState({ isRunning, waitingForInput, evidence, exitCode, signal }: SessionState): string {
  if (!isRunning) return `over, exit code ${exitCode ?? 'unknown'}${signal ? ` (${signal})` : ''}`;
  if (!waitingForInput) return 'running';
  return evidence === 'echo-off' ? 'waiting for a password' : 'waiting for input';
}
