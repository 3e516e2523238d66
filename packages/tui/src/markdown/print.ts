import { chooseTheme } from '../theme/choose.ts';
import { paint } from '../theme/paint.ts';
import { BlockParser } from './block-parser.ts';
import { renderBlocks } from './render.ts';

export interface PrintOptions {
  readonly columns: number;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Markdown as rows of a terminal, with its colours. */
export function printMarkdown(text: string, { columns, env }: PrintOptions): readonly string[] {
  const parser = new BlockParser();
  for (const line of text.split('\n')) parser.line(line);
  parser.finish();
  const theme = chooseTheme({ setting: 'auto', env });
  return renderBlocks(parser.take(), { columns, links: theme.links }).map((row) => paint(row, theme));
}
