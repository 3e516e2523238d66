import { quoteWord } from '@helve/command/line';
import { hasWords } from '../host.ts';
import type { BuiltIn } from './command.ts';
import { resultLines } from './lines.ts';

const FORMATS = ['markdown', 'html', 'json', 'log'] as const;
const ENDINGS = { markdown: 'md', html: 'html', json: 'json', log: 'jsonl' } as const;

type Format = (typeof FORMATS)[number];

export const exportConversation: BuiltIn = {
  name: 'export',
  description: 'Write the conversation to a file',
  argumentHint: '[markdown|html|json|log] [file]',
  choices: () => FORMATS.map((name) => ({ name })),
  run: async (args, ui) => {
    const { shown } = ui;
    const { format, file } = wish(args.trim());
    if (!format) return ui.notice(`One of: ${FORMATS.join(', ')}. Or a file: /export talk.md`, 'error');
    if (!shown || !hasWords(shown)) return ui.notice('The conversation is empty.', 'warning');
    const { id } = shown.conversation;
    const path = file ?? `helve-${id}.${ENDINGS[format]}`;
    const line = `helve session export --id ${id} --format ${format} --path ${quoteWord(path)}`;
    // What has our own name is an earlier state of the same conversation.
    let result = await ui.run(file === undefined ? `${line} --overwrite` : line);
    if (result.error?.code === 'ALREADY_EXISTS') {
      if (!(await ui.confirm(`${path} exists. Overwrite it?`))) return;
      result = await ui.run(`${line} --overwrite`);
    }
    if (result.error) return ui.print(resultLines(result));
    ui.notice(`Written to ${path}`, 'success');
  },
};

/** A format, a file, or both; a file by itself says its format with its ending. */
function wish(args: string): { readonly format?: Format | undefined; readonly file?: string } {
  const [first = '', ...rest] = args.split(/\s+/);
  const format = FORMATS.find((name) => name === (first.toLowerCase() || 'markdown'));
  if (format) return rest.length === 0 ? { format } : { format, file: args.slice(first.length).trim() };
  const ending = /\.(\w+)$/.exec(args)?.[1]?.toLowerCase();
  return { format: FORMATS.find((name) => ENDINGS[name] === ending), file: args };
}
