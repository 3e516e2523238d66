import { call, CommandError, didYouMean, type Run, worded } from '@helve/command';
import { type Entries, readEntries } from './config-file.ts';
import { change, fileOf } from './configure.ts';
import type { Input, Output } from '../commands/mcp/remove.ts';

/** Takes a server out of the file that it stands in: the user's settings first, unless the scope says. */
export const remove: Run<Input, Output> = async ({ name, scope: wanted }, context) => {
  const known: string[] = [];
  for (const scope of wanted === undefined ? (['user', 'project'] as const) : [wanted]) {
    const file = await fileOf(scope, context);
    const entries = (await readEntries(file)) ?? {};
    known.push(...Object.keys(entries));
    if (!Object.hasOwn(entries, name)) continue;
    await change(file, scope, context, without(name));
    return { name, scope, file };
  }
  throw new CommandError('NOT_FOUND', `There is no MCP server ${JSON.stringify(name)}`, {
    hint: didYouMean(name, known, worded`See what there is: ${call('mcp servers')}`),
    details: { server: name, servers: known },
  });
};

function without(name: string): (entries: Entries) => Entries {
  return (entries) => Object.fromEntries(Object.entries(entries).filter(([other]) => other !== name));
}
