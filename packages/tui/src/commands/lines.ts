import type { LineResult } from '@helve/doors';
import { sanitise } from '../text/sanitise.ts';
import { type Line, line } from '../text/span.ts';
import type { BuiltIn } from './command.ts';

/** A slash command that is a command of the registry: what comes of it is printed. */
export function lineCommand(command: Omit<BuiltIn, 'run'>, lineFor: (args: string) => string): BuiltIn {
  return { ...command, run: async (args, ui) => ui.print(resultLines(await ui.run(lineFor(args.trim())))) };
}

/** What a line of the registry gave, to be read by a person. */
export function resultLines({ llmContent, error }: LineResult): readonly Line[] {
  const text =
    typeof llmContent === 'string'
      ? llmContent
      : llmContent.map((part) => ('text' in part ? part.text : `[${part.inlineData.mimeType}]`)).join('\n');
  return textLines(text).map((each) => (error ? each.map((piece) => ({ ...piece, style: { role: 'error' } })) : each));
}

export function textLines(text: string): readonly Line[] {
  return text
    .replace(/\n$/, '')
    .split('\n')
    .map((each) => line(sanitise(each)));
}
