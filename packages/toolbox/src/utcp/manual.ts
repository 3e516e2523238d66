import { CommandError, didYouMean, type Run } from '@helve/command';
import { describeManual, type OwnManual } from '@helve/doors';
import type { Input } from '../commands/utcp/manual.ts';

/** A manual of our own commands, for any UTCP client. */
export const ownManual: Run<Input, OwnManual> = async ({ protocol, modules, url }, context) => {
  const registry = await context.registry();
  const known = registry.modules.map(({ name }) => name);
  const unknown = modules?.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new CommandError('INVALID_INPUT', `There is no module ${JSON.stringify(unknown)}`, {
      hint: didYouMean(unknown, known, `There are: ${known.join(', ')}.`),
    });
  }
  const wanted = registry.modules.filter(({ name, source }) =>
    modules ? modules.includes(name) : source === undefined,
  );
  const commands = await Promise.all(wanted.map(({ name }) => registry.commands(name)));
  return describeManual(commands.flat(), { version: '1.0.0', protocol, ...(url === undefined ? {} : { url }) });
};
