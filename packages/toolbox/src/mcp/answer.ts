import { CommandError, type Contact } from '@helve/command';
import type {
  CreateMessageRequest,
  CreateMessageResult,
  ElicitRequest,
  ElicitResult,
} from '@modelcontextprotocol/client';

/** Lets the user answer a server's question; with nobody to ask it is declined. */
export async function answerElicitation(
  server: string,
  params: ElicitRequest['params'],
  contact: Contact | undefined,
): Promise<ElicitResult> {
  if (!contact?.elicit || !('requestedSchema' in params)) return { action: 'decline' };
  const answer = await contact.elicit({ from: server, message: params.message, schema: { ...params.requestedSchema } });
  return answer as ElicitResult;
}

/** Lets the user's model answer a server, where somebody offers one. */
export async function answerSampling(
  params: CreateMessageRequest['params'],
  contact: Contact | undefined,
): Promise<CreateMessageResult> {
  if (contact?.sample) return (await contact.sample({ ...params })) as unknown as CreateMessageResult;
  throw new CommandError('UNAVAILABLE', 'helve has no model to offer to an MCP server here');
}
