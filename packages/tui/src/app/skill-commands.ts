import type { SlashCommand } from '../commands/command.ts';
import type { App } from './app.ts';

/** The skills that the user may call by name. */
export function skillCommands({ shown }: App): readonly SlashCommand[] {
  return (shown?.skills ?? [])
    .filter(({ forUser }) => forUser)
    .map(({ name, description, plugin, argumentHint = '[arguments]' }) => ({
      name,
      description,
      source: plugin === undefined ? 'skill' : 'plugin',
      ...(plugin === undefined ? {} : { plugin }),
      argumentHint,
      prompt: (args) => `/${name} ${args}`.trim(),
    }));
}
