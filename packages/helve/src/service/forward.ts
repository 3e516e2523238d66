import { randomUUID } from 'node:crypto';
import { CommandError, type Forward } from '@helve/registry';
import { callService } from './client.ts';
import { PROTOCOL_VERSION } from './protocol.ts';

/** Runs a command in the service of the caller's home. */
export const forward: Forward = async (command, input, { cwd, env, home, signal, deadline, progress, contact }) => {
  const answers = (['elicit', 'sample'] as const).filter((kind) => contact?.[kind]);
  const answered = await callService(
    home,
    {
      protocol_version: PROTOCOL_VERSION,
      id: randomUUID(),
      ...(deadline === undefined ? {} : { deadline }),
      action: 'command.run',
      params: { path: command.path, input: { ...input }, cwd, env: defined(env), answers },
    },
    { signal, progress, contact: answers.length > 0 ? contact : undefined },
  );
  if (answered.ok) return { data: answered.data, warnings: answered.warnings ?? [], facts: answered.facts };
  const { code, message, ...rest } = answered.error;
  throw new CommandError(code, message, rest);
};

function defined(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined));
}
