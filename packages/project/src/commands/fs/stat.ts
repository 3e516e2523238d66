import { defineCommand, path } from '@helve/command';
import * as v from 'valibot';

export const command = defineCommand({
  path: 'fs stat',
  summary: 'Show type, size, mode, times, owner and link target of a path',
  effect: 'inspect',
  input: v.object({ path: path('read', 'File, folder or link') }),
  output: v.object({
    path: v.string(),
    type: v.picklist(['file', 'folder', 'link', 'fifo', 'socket', 'device']),
    size: v.number(),
    mode: v.string(),
    modified: v.string(),
    created: v.string(),
    accessed: v.string(),
    owner: v.object({ uid: v.number(), gid: v.number() }),
    link: v.optional(v.object({ target: v.string(), broken: v.boolean() })),
    realPath: v.optional(v.string()),
  }),
  examples: ['helve fs stat --path ./package.json'],
  run: async () => (await import('../../fs/stat.ts')).statPath,
  render: {
    model: (data) =>
      [
        `${data.path}: ${data.type}, ${data.size} bytes, mode ${data.mode}, modified ${data.modified}`,
        data.link ? `link to ${data.link.target}${data.link.broken ? ' (broken)' : ''}` : '',
      ]
        .filter((line) => line !== '')
        .join('\n'),
    person: ({ path, type, size, mode, owner, modified, created, link, realPath }) =>
      [
        `path      ${path}`,
        `type      ${type}${link ? ` to ${link.target}${link.broken ? ' (broken)' : ''}` : ''}`,
        `size      ${size} bytes`,
        `mode      ${mode}, owner ${owner.uid}:${owner.gid}`,
        `modified  ${modified}`,
        `created   ${created}`,
        ...(realPath === undefined ? [] : [`real      ${realPath}`]),
      ].join('\n'),
    brief: (data) => `${data.path}: ${data.type}, ${data.size} bytes`,
  },
});
