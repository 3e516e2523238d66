import { loadVim } from '../editor/vim/load-vim.ts';
import { changeSettings } from '@helve/settings';
import type { BuiltIn } from './command.ts';

export const vim: BuiltIn = {
  name: 'vim',
  description: 'Edit as in vim, or no longer',
  argumentHint: '[on|off]',
  run: async (args, ui) => {
    const wanted = args.trim().toLowerCase() || (ui.editorMode === 'vim' ? 'off' : 'on');
    if (wanted !== 'on' && wanted !== 'off')
      return ui.notice('One of: on, off. By itself it changes to the other.', 'error');
    const mode = wanted === 'on' ? 'vim' : 'normal';
    const { cwd, home, now } = ui.host;
    await changeSettings('user', { cwd, home, now }, (document) => ({ ...document, editorMode: mode }));
    if (mode === 'vim') await loadVim();
    ui.setEditorMode(mode);
    ui.notice(mode === 'vim' ? 'Editing as in vim: esc for normal mode, i to insert.' : 'Editing as usual.', 'success');
  },
};
