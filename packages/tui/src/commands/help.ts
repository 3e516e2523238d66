import { ACTION_NAMES, ACTIONS } from '../keys/actions.ts';
import { createKeymap, keysOf } from '../keys/keymap.ts';
import { type Line, line, span } from '../text/span.ts';
import type { BuiltIn, SlashCommand } from './command.ts';

export const help: BuiltIn = {
  name: 'help',
  description: 'Show commands and keys',
  run: async (_, ui) => {
    const { keymap } = createKeymap(ui.host.settings.keybindings);
    const row = ui.columns < WIDE ? below : beside;
    const keys = ACTION_NAMES.flatMap((action) => row(keysOf(keymap, action).join(', '), ACTIONS[action].description));
    await ui.view('Help', [
      line('Your text goes to the model, unless a line starts with one of these:', { bold: true }),
      ...row('/', 'a command of this list'),
      ...row('!', 'a shell command'),
      ...row('#', 'a note that the model remembers'),
      ...row('@', 'a file, anywhere in the line'),
      ...row('helve …', 'a command of helve: helve fs list, helve help'),
      [],
      line('Commands', { bold: true }),
      ...ui.commands().flatMap((command) => row(usage(command), describe(command))),
      [],
      line('Keys', { bold: true }),
      ...keys,
    ]);
  },
};

/** `(plugin) what it does`. */
export function describe({ plugin, description }: SlashCommand): string {
  return plugin === undefined ? description : `(${plugin}) ${description}`;
}

function usage({ name, argumentHint }: SlashCommand): string {
  return `/${name}${argumentHint === undefined ? '' : ` ${argumentHint}`}`;
}

/** In a window that is narrower the explanation stands below. */
const WIDE = 60;

const LEFT = 24;

function beside(left: string, right: string): readonly Line[] {
  const row = (name: string): Line => [span(`  ${name.padEnd(LEFT)} `, { role: 'accent' }), span(right)];
  return left.length <= LEFT ? [row(left)] : [line(`  ${left}`, { role: 'accent' }), row('')];
}

function below(left: string, right: string): readonly Line[] {
  return [line(`  ${left}`, { role: 'accent' }), line(`    ${right}`)];
}
