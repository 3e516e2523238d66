import { defineCommand, flag, path } from '@helve/command';
import * as v from 'valibot';
import { LeftOut } from './bundle.ts';

export const command = defineCommand({
  path: 'session open',
  summary: 'Continue a conversation from a bundle: restore its files in a folder and the conversation here',
  effect: 'modify',
  input: v.object({
    path: path('read', 'Bundle from `session bundle`'),
    folder: path('write', 'Folder for the files of the project; created if it does not exist'),
    overwrite: flag('Replace files in the folder that have a different content'),
  }),
  output: v.object({
    id: v.pipe(v.string(), v.description('Id of the conversation, to resume')),
    folder: v.string(),
    written: v.pipe(v.number(), v.description('Files that were written; the others were there already')),
    files: v.number(),
    leftOut: v.pipe(LeftOut, v.description('Files of the project that were not in the bundle')),
  }),
  examples: ['helve session open --path conversation.helve --folder project'],
  run: async () => (await import('../../session/open.ts')).openBundle,
  render: {
    model: ({ id, folder, written }) => `Opened as ${id}; ${written} files written to ${folder}`,
    person: ({ id, folder, written }) =>
      `Opened as ${id}; ${written} files written to ${folder}\nContinue with: cd ${folder} && helve -r ${id}`,
    brief: ({ id, folder }) => `${id} in ${folder}`,
  },
});
