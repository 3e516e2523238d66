import type { Context } from '@helve/command';
import { ConversationLog } from '../log/conversation-log.ts';
import { findConversation, removeConversation } from '../log/place.ts';
import { aboutOf } from './about.ts';

/** Deletes a conversation with those of its subagents. The index hears of it when it is next read. */
export async function deleteSession(
  { id, dryRun }: { readonly id: string; readonly dryRun: boolean },
  { place: { home, cwd }, now }: Context,
): Promise<{ readonly id: string; readonly title: string; readonly deleted: boolean }> {
  const file = findConversation(home, cwd, id);
  const { id: whole, title } = aboutOf(ConversationLog.open(file, now));
  if (dryRun) return { id: whole, title, deleted: false };
  await removeConversation(file);
  return { id: whole, title, deleted: true };
}
