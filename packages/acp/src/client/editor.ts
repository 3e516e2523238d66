import { type Editor, type EditorProgram, type EditorRun, realPath } from '@helve/command';
import { contains } from '@helve/policy';
import type { Client } from './client.ts';

/** Bytes of output that a terminal of the client keeps. */
const MOST_OUTPUT = 1 << 20;

export interface EditorOptions {
  readonly client: Client;
  /** The session's id, which is known only after the conversation was opened. */
  readonly session: () => string;
  /** The folders that the client shows. Files elsewhere are not its business. */
  readonly folders: readonly string[];
}

/** The client as an editor of the session's files, with its terminals. */
export function editorOf({ client, session, folders }: EditorOptions): Editor {
  const { readText, writeText } = client;
  const roots = folders.map(realPath);
  const isShown = (path: string) => roots.some((root) => contains(root, realPath(path)));
  return {
    // A file that the client cannot read is read from disk.
    readText:
      readText &&
      (async (path, signal) => (isShown(path) ? readText(session(), path, signal).catch(() => undefined) : undefined)),
    writeText:
      writeText &&
      (async (path, text, signal) => {
        if (!isShown(path)) return false;
        await writeText(session(), path, text, signal);
        return true;
      }),
    run: client.createTerminal && ((program, signal) => runInTerminal(client, session(), program, signal)),
  };
}

async function runInTerminal(
  { createTerminal, update }: Client,
  sessionId: string,
  { callId, program, args, cwd, env, timeoutMs }: EditorProgram,
  signal: AbortSignal,
): Promise<EditorRun> {
  if (!createTerminal) throw new Error('The client has no terminals');
  const terminal = await createTerminal({
    sessionId,
    command: program,
    args: [...args],
    env: Object.entries(env).map(([name, value]) => ({ name, value })),
    cwd,
    outputByteLimit: MOST_OUTPUT,
  });
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), timeoutMs);
  const stop = AbortSignal.any([signal, late.signal]);
  const kill = () => void terminal.kill().catch(() => {});
  stop.addEventListener('abort', kill, { once: true });
  if (stop.aborted) kill();
  try {
    update(sessionId, {
      sessionUpdate: 'tool_call_update',
      toolCallId: callId,
      content: [{ type: 'terminal', terminalId: terminal.id }],
    });
    const { exitCode = null, signal: endedBy = null } = await terminal.waitForExit();
    const { output, truncated } = await terminal.currentOutput();
    return { output, truncated, exitCode, signal: endedBy, timedOut: late.signal.aborted };
  } finally {
    clearTimeout(timer);
    stop.removeEventListener('abort', kill);
    await terminal.release().catch(() => {});
  }
}
