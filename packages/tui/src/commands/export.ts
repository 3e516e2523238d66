import { hasWords } from '../host.ts';
import type { BuiltIn } from './command.ts';
import { resultLines } from './lines.ts';

const FORMATS = ['markdown', 'html', 'json', 'log'] as const;
const ENDINGS = { markdown: 'md', html: 'html', json: 'json', log: 'jsonl' } as const;

export const exportConversation: BuiltIn = {
  name: 'export',
  description: 'Write the conversation to a file',
  argumentHint: '[markdown|html|json|log]',
  choices: () => FORMATS.map((name) => ({ name })),
  run: async (args, ui) => {
    const { talk } = ui;
    const format = FORMATS.find((name) => name === (args.trim().toLowerCase() || 'markdown'));
    if (!format) return ui.notice(`One of: ${FORMATS.join(', ')}.`, 'error');
    if (!talk || !hasWords(talk)) return ui.notice('Nothing was said yet.', 'warning');
    const { id } = talk.conversation;
    const file = `helve-${id}.${ENDINGS[format]}`;
    const result = await ui.run(`helve session export --id ${id} --format ${format} --path ${file} --overwrite`);
    if (result.error) return ui.print(resultLines(result));
    ui.notice(`Written to ${file}`, 'success');
  },
};
