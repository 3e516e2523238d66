import { changeSettings } from '@helve/settings';
import { loadVim } from '../editor/vim/load-vim.ts';
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
    await changeSettings('user', ui.host, (document) => ({ ...document, theme: wanted }));
    ui.setTheme(wanted);
    ui.notice(`Theme: ${wanted}`, 'success');
  },
};

const LANGUAGES: Readonly<Record<string, string>> = { ko: '한국어', en: 'English', ja: '日本語', zh: '中文' };

export const language: BuiltIn = {
  name: 'language',
  description: 'Set the response language',
  argumentHint: '[ko|en|ja|zh]',
  choices: () => Object.entries(LANGUAGES).map(([name, label]) => ({ name, description: label })),
  run: async (args, ui) => {
    const wanted = args.trim().toLowerCase();
    if (!Object.hasOwn(LANGUAGES, wanted)) {
      const known = `One of: ${Object.keys(LANGUAGES).join(', ')}.`;
      return wanted === '' ? ui.notice(known) : ui.notice(`No such language. ${known}`, 'error');
    }
    await changeSettings('user', ui.host, (document) => ({ ...document, language: wanted }));
    ui.shown?.setLanguage(wanted);
    ui.notice(`Response language: ${LANGUAGES[wanted]}`, 'success');
  },
};

export const vim: BuiltIn = {
  name: 'vim',
  description: 'Toggle vim mode',
  argumentHint: '[on|off]',
  run: async (args, ui) => {
    const wanted = args.trim().toLowerCase() || (ui.editorMode === 'vim' ? 'off' : 'on');
    if (wanted !== 'on' && wanted !== 'off') return ui.notice('Use on or off. Without either, it toggles.', 'error');
    const mode = wanted === 'on' ? 'vim' : 'normal';
    await changeSettings('user', ui.host, (document) => ({ ...document, editorMode: mode }));
    if (mode === 'vim') await loadVim();
    ui.setEditorMode(mode);
    ui.notice(mode === 'vim' ? 'Vim mode on: esc for normal mode, i to insert.' : 'Vim mode off.', 'success');
  },
};
