import { defineCommand, path } from '@helve/command';
import * as v from 'valibot';

export const command = defineCommand({
  path: 'fs mkdir',
  summary: 'Create a folder and its parents',
  effect: 'modify',
  input: v.object({ path: path('write', 'Folder') }),
  output: v.object({ path: v.string(), created: v.boolean() }),
  examples: ['helve fs mkdir --path ./build/out'],
  run: async () => (await import('../../fs/mkdir.ts')).makeFolder,
  render: {
    model: (data) => (data.created ? `Made ${data.path}` : `${data.path} was there already`),
    person: (data) => (data.created ? `Made ${data.path}` : `${data.path} was there already`),
    brief: (data) => (data.created ? `made ${data.path}` : `${data.path} was there`),
  },
});
