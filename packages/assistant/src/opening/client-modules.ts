import { runCommand, toCommandError } from '@helve/command';
import { withReach } from '@helve/command/host';
import { type Policy, under } from '@helve/policy';
import type { ConversationHost, SettledCaller } from './host.ts';

/** The policy for what the user does themselves. */
export function userPolicy(caller: SettledCaller): () => Promise<Policy> {
  return caller.ownPolicy ?? (() => caller.remake({ mode: 'bypassPermissions', rules: [] }));
}

/** How long a conversation waits for its servers. Some clients give up after 20 seconds. */
const PATIENCE_MS = 10_000;

/**
 * Asks the MCP servers that a client brought for their tools, and gives the modules that have them. The user configured
 * them in the client, so nobody is asked; deny rules and the sandbox apply. A server that fails is reported and left out.
 */
export async function clientModules(
  { registry, warn }: ConversationHost,
  caller: SettledCaller,
): Promise<readonly string[]> {
  const names = Object.keys(caller.place.mcpServers ?? {});
  if (names.length === 0) return [];
  const list = await registry.get('mcp tools');
  const policy = await userPolicy(caller)();
  const starter = withReach(under(caller, { policy }), { timeout: PATIENCE_MS });
  await Promise.all(
    names.map(async (toolbox) => {
      try {
        await runCommand(list, { toolbox, refresh: true }, starter);
      } catch (thrown) {
        warn(`The MCP server ${toolbox} is not available: ${toCommandError(thrown).message}`);
      }
    }),
  );
  const { modules } = await registry.at(caller.place);
  return modules.filter(({ origin }) => origin && names.includes(origin.name)).map(({ name }) => name);
}
