import { readlinkSync } from 'node:fs';
import type { ShellName } from '../shell.ts';
import type { Session } from './session.ts';

/** These edit the line themselves, so a terminal that hands over whole lines is not at their prompt. */
const EDITING_SHELLS: ReadonlySet<string> = new Set(['bash', 'zsh']);

/** The mark of shell integration for a prompt that asks for the rest of a command; no terminal shows it. */
const CONTINUATION = '\x1b]133;A;k=s\x07';

/** How much of the end of the output is looked at for the last line. */
const LOOKED_AT = 8192;

/**
 * The prompt with which a shell asks for the rest of a command, marked. Start-up files set the first prompt, and
 * hardly ever this one. It takes no place on the line, and the shell is told so.
 */
export function markedContinuation(shell: ShellName, own: string | undefined): string {
  return shell === 'zsh' ? `%{${CONTINUATION}%}${own ?? '%_> '}` : `\x01${CONTINUATION}\x02${own ?? '> '}`;
}

/** Whether its shell has the first part of a command and asks for the rest, as of a quote that is not closed. */
export function isContinued(session: Session): boolean {
  const from = Math.max(0, session.size - LOOKED_AT);
  const tail = session.read(from, session.size - from).toString();
  return tail.slice(tail.lastIndexOf('\n') + 1).includes(CONTINUATION);
}

/** Whether its shell waits for a command line; not when it reads an answer for a script, or a password. */
export async function isAtPrompt(session: Session): Promise<boolean> {
  const { atPrompt, byKey } = session.probe();
  if (!atPrompt || byKey) return atPrompt;
  const modes = await session.lineModes();
  if (!modes) return true;
  return EDITING_SHELLS.has(session.meta.shell) ? !modes.canonical : modes.echo;
}

/**
 * Whether what is typed now is for its shell: nobody else reads it. While no program reads, it may well be the shell that
 * reads next.
 */
export function reachesShell(session: Session): boolean {
  if (session.meta.command !== null) return false;
  const { waiting, atPrompt } = session.probe();
  return atPrompt || !waiting;
}

/** The folder that its shell stands in; the one it was started in, where the system does not tell. */
export function folderOf({ shellPid, meta }: Session): string {
  try {
    return readlinkSync(`/proc/${shellPid}/cwd`);
  } catch {
    return meta.workingDirectory;
  }
}
