import { changeSettings, isObject } from '@helve/registry';
import type { BuiltIn } from './command.ts';

const LANGUAGES: Readonly<Record<string, string>> = { ko: '한국어', en: 'English', ja: '日本語', zh: '中文' };

export const language: BuiltIn = {
  name: 'language',
  description: 'Set the language of answers',
  argumentHint: '[ko|en|ja|zh]',
  choices: () => Object.entries(LANGUAGES).map(([name, label]) => ({ name, description: label })),
  run: async (args, ui) => {
    const wanted = args.trim().toLowerCase();
    const { cwd, home, now } = ui.host;
    if (!Object.hasOwn(LANGUAGES, wanted)) {
      const known = `One of: ${Object.keys(LANGUAGES).join(', ')}.`;
      return wanted === '' ? ui.notice(known) : ui.notice(`No such language. ${known}`, 'error');
    }
    await changeSettings('user', { cwd, home, now }, (document) => ({
      ...(isObject(document) ? document : {}),
      language: wanted,
    }));
    ui.shown?.setLanguage(wanted);
    ui.notice(`Answers come in ${LANGUAGES[wanted]} from now on.`, 'success');
  },
};
