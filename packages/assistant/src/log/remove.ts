import { rm } from 'node:fs/promises';
import { toCommandError } from '@helve/command';
import { agentFolder } from './place.ts';

/** Removes the log of a conversation with those of its subagents. */
export async function removeConversation(file: string): Promise<void> {
  try {
    await rm(file, { force: true });
    await rm(agentFolder(file), { recursive: true, force: true });
  } catch (thrown) {
    throw toCommandError(thrown, file);
  }
}
