import { loadVim } from '../editor/vim/load-vim.ts';
import { changeSettings } from '@helve/registry';
import type { BuiltIn } from './command.ts';

export const vim: BuiltIn = {
  name: 'vim',
  description: 'Edit as in vim, or no longer',
  run: async (_, ui) => {
    const mode = ui.editorMode === 'vim' ? 'normal' : 'vim';
    const { cwd, home, now } = ui.host;
    await changeSettings('user', { cwd, home, now }, (document) => ({ ...document, editorMode: mode }));
    if (mode === 'vim') await loadVim();
    ui.setEditorMode(mode);
    ui.notice(mode === 'vim' ? 'Editing as in vim: esc for normal mode, i to insert.' : 'Editing as usual.', 'success');
  },
};
