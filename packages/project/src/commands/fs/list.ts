import { defineCommand, flag, integer, parameter, path, type Say, worded } from '@helve/command';
import * as v from 'valibot';
import { leftOut, printable } from '../../fs/paths/printable.ts';

const input = v.object({
  path: v.optional(path('read', 'Folder'), '.'),
  recursive: flag('Include everything below it, without sizes; links are not followed'),
  depth: v.optional(integer('Number of levels to list; implies recursive', { min: 1 })),
  all: flag('Include hidden and git-ignored files'),
  limit: v.optional(integer('Maximum number of entries', { min: 1 }), 1000),
});

export type Input = v.InferOutput<typeof input>;

const output = v.object({
  path: v.string(),
  entries: v.array(
    v.object({
      path: v.string(),
      type: v.picklist(['file', 'folder', 'link', 'other']),
      size: v.optional(v.number()),
    }),
  ),
  total: v.number(),
  omitted: v.number(),
  truncated: v.boolean(),
});

export type Output = v.InferOutput<typeof output>;
export type Entry = Output['entries'][number];

export const command = defineCommand({
  path: 'fs list',
  summary: 'List the files and folders in a folder, without hidden and git-ignored ones',
  effect: 'inspect',
  input,
  output,
  examples: ['helve fs list', 'helve fs list --path . --depth 2'],
  run: async () => (await import('../../fs/list.ts')).listFolder,
  render: {
    model: (data, _input, _facts, say) => viewNames(data, say),
    person: (data, _input, _facts, say) => viewRows(data, say),
    brief: (data) => `${data.total} entries in ${data.path}`,
  },
});

const HOW = worded`list a folder of it, or raise ${parameter('limit')}`;
const MARKS: Readonly<Record<Entry['type'], string>> = { file: '', folder: '/', link: '@', other: '|' };

/** One name a line, marked as `ls -F` does. */
function viewNames({ entries, omitted }: Pick<Output, 'entries' | 'omitted'>, say: Say): string {
  return [...entries.map(marked), ...leftOut(omitted, 'entries', HOW, say)].join('\n') || '(empty)';
}

/** Names with their sizes before them, where these are known. */
function viewRows({ entries, omitted }: Pick<Output, 'entries' | 'omitted'>, say: Say): string {
  if (entries.every(({ size }) => size === undefined)) return viewNames({ entries, omitted }, say);
  const sizes = entries.map(({ size }) => (size === undefined ? '-' : readableSize(size)));
  const width = sizes.reduce((widest, size) => Math.max(widest, size.length), 0);
  const rows = entries.map((entry, index) => `${(sizes[index] ?? '').padStart(width)}  ${marked(entry)}`);
  return [...rows, ...leftOut(omitted, 'entries', HOW, say)].join('\n') || '(empty)';
}

function marked({ path, type }: Entry): string {
  return printable(path) + MARKS[type];
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];

function readableSize(bytes: number): string {
  let size = bytes;
  let unit = 0;
  for (; size >= 1000 && unit < UNITS.length - 1; unit++) size /= 1000;
  return `${unit === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${UNITS[unit]}`;
}
