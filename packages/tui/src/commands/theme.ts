import { changeSettings } from '@helve/settings';
import { THEMES } from '../settings/settings.ts';
import type { BuiltIn } from './command.ts';

export const theme: BuiltIn = {
  name: 'theme',
  description: 'Change the colours',
  argumentHint: '[theme]',
  choices: () => THEMES.map((name) => ({ name })),
  run: async (args, ui) => {
    const wanted =
      args.trim() === ''
        ? await ui.choose({ title: 'Theme', options: THEMES.map((name) => ({ label: name, value: name })) })
        : THEMES.find((name) => name === args.trim().toLowerCase());
    if (!wanted)
      return args.trim() === '' ? undefined : ui.notice(`No such theme. One of: ${THEMES.join(', ')}.`, 'error');
    const { cwd, home, now } = ui.host;
    await changeSettings('user', { cwd, home, now }, (document) => ({ ...document, theme: wanted }));
    ui.setTheme(wanted);
    ui.notice(`Theme: ${wanted}`, 'success');
  },
};
