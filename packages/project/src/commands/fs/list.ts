import { defineCommand, flag, integer, path } from '@helve/command';
import * as v from 'valibot';
import { viewNames, viewRows } from '../../fs/list-view.ts';

export const command = defineCommand({
  path: 'fs list',
  summary: 'The files and folders in a folder, without hidden and git-ignored ones',
  effect: 'inspect',
  input: v.object({
    path: v.optional(path('read', 'The folder'), '.'),
    recursive: flag('Everything below it too, without sizes; links are not followed'),
    depth: v.optional(integer('How many levels down; implies --recursive', { min: 1 })),
    all: flag('Hidden and git-ignored ones too'),
    limit: v.optional(integer('The most entries to give', { min: 1 }), 1000),
  }),
  output: v.object({
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
  }),
  examples: ['helve fs list', 'helve fs list --path . --depth 2'],
  run: async () => (await import('../../fs/list.ts')).listFolder,
  render: {
    model: (data) => viewNames(data),
    person: (data) => viewRows(data),
    brief: (data) => `${data.total} entries in ${data.path}`,
  },
});
