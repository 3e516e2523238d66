import { defineCommand, integer, path } from '@helve/command';
import * as v from 'valibot';
import { printable } from '../../fs/paths/printable.ts';

const entry = v.object({ kind: v.string(), name: v.string(), line: v.number(), text: v.string() });

const input = v.object({
  path: path('read', 'File'),
  line: v.optional(integer('Line number to show, as in an error message', { min: 1 })),
});

export type Input = v.InferOutput<typeof input>;

const output = v.object({
  path: v.string(),
  language: v.string(),
  bytes: v.number(),
  lines: v.number(),
  outline: v.array(entry),
  omitted: v.number(),
  around: v.optional(
    v.object({ line: v.number(), within: v.optional(entry), from: v.number(), text: v.array(v.string()) }),
  ),
});

export type Output = v.InferOutput<typeof output>;

export const command = defineCommand({
  path: 'fs inspect',
  summary: 'Outline a text file: definitions, headings or keys with line numbers, and the context of a line',
  effect: 'inspect',
  input,
  output,
  tool: {
    name: 'TextInspect',
    set: 'text',
    guidance:
      'Shows how a file is built (definitions, headings, keys) with line numbers; with `line` also the code around it, to understand an error.',
    rename: { path: 'filePath' },
  },
  examples: ['helve fs inspect --path ./package.json', 'helve fs inspect --path ./package.json --line 2'],
  run: async () => (await import('../../fs/inspect.ts')).inspectFile,
  render: {
    model: viewInspected,
    person: viewInspected,
    brief: (data) => `${data.path}: ${data.language}, ${data.lines} lines, ${data.outline.length} entries`,
  },
});

/** What it is, its outline with line numbers, and the lines around the one that was asked for. */
export function viewInspected({ path, language, bytes, lines, outline, omitted, around }: Output): string {
  return [
    `${printable(path)}: ${language}, ${lines} lines, ${bytes} bytes`,
    ...outline.map((entry) => `${entry.line}:${printable(entry.text)}`),
    ...(omitted > 0 ? [`… and ${omitted} more`] : []),
    ...(around ? viewAround(around) : []),
  ].join('\n');
}

function viewAround({ line, within, from, text }: NonNullable<Output['around']>): readonly string[] {
  const place = within ? `, in ${within.kind} ${printable(within.name)} (line ${within.line})` : '';
  return ['', `Around line ${line}${place}:`, ...text.map((shown, index) => mark(from + index, line, shown))];
}

function mark(number: number, wanted: number, text: string): string {
  return `${number === wanted ? '>' : ' '}${number}:${printable(text)}`;
}
