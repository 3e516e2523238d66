import { changeSettings } from '@helve/settings';
import type { BuiltIn } from './command.ts';

export const addDir: BuiltIn = {
  name: 'add-dir',
  description: 'Let the model work in another folder too',
  argumentHint: '<folder>',
  run: async (args, ui) => {
    if (!ui.shown) return ui.notice('No conversation yet.', 'warning');
    if (args.trim() === '') return ui.notice('Which folder? /add-dir <folder>', 'warning');
    const folder = await ui.shown.addFolder(args.trim());
    ui.notice(`The model can also work in ${folder}, until this conversation ends.`, 'success');
  },
};

export const outputStyle: BuiltIn = {
  name: 'output-style',
  description: 'Choose how answers are written',
  argumentHint: '[style]',
  run: async (args, ui) => {
    if (!ui.shown) return ui.notice('No conversation yet.', 'warning');
    const styles = [DEFAULT, ...(await ui.shown.styles())];
    const wanted =
      args.trim() === ''
        ? await ui.choose({
            title: 'Output style',
            options: styles.map(({ name, description }) => ({ label: name, detail: description, value: name })),
          })
        : args.trim();
    if (wanted === undefined) return;
    await ui.shown.setStyle(wanted);
    await changeSettings('user', ui.host, (document) => ({ ...document, outputStyle: wanted }));
    ui.notice(`Output style: ${wanted}`, 'success');
  },
};

const DEFAULT = { name: 'default', description: 'Short answers about the work' };
