import { CommandError, nearest, type Run } from '@helve/command';
import { describeManual, type ManualProtocol, type OwnManual } from '@helve/doors';

export interface ManualInput {
  readonly protocol: ManualProtocol;
  readonly modules?: readonly string[] | undefined;
  readonly url?: string | undefined;
}

/** A manual of our own commands, for any UTCP client. */
export const ownManual: Run<ManualInput, OwnManual> = async ({ protocol, modules, url }, context) => {
  const registry = await context.registry();
  const known = registry.modules.map(({ name }) => name);
  const unknown = modules?.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const [suggestion] = nearest(unknown, known);
    throw new CommandError('INVALID_INPUT', `There is no module ${JSON.stringify(unknown)}`, {
      hint: suggestion ? `Did you mean ${suggestion}?` : `There are: ${known.join(', ')}.`,
    });
  }
  const wanted = registry.modules.filter(({ name, source }) =>
    modules ? modules.includes(name) : source === undefined,
  );
  const commands = await Promise.all(wanted.map(({ name }) => registry.commands(name)));
  return describeManual(commands.flat(), { version: '1.0.0', protocol, ...(url === undefined ? {} : { url }) });
};
