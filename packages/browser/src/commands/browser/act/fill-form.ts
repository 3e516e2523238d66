import { defineCommand, inService, json, path } from '@helve/command';
import * as v from 'valibot';
import { ACTING, FIELD } from '../../../protocol/acting.ts';
import { session } from '../../parameters.ts';

/** Several fields and their values. */
export const FORM = v.strictObject({ fields: v.array(v.strictObject(FIELD)) });

export const input = v.object({
  session,
  form: v.optional(
    json(FORM, 'Fields: {"fields":[{"target":{"handle":"el4"},"value":"Ada"}]}', {
      also: ['json'],
      large: true,
      stdinFlag: 'stdin',
    }),
  ),
  file: v.optional(path('read', 'File with the same JSON')),
});

export const command = defineCommand({
  path: 'browser fill-form',
  summary: 'Fill several fields; continues past fields that fail',
  effect: 'execute',
  input,
  output: v.object({
    results: v.array(
      v.object({
        target: v.unknown(),
        ...v.partial(ACTING.fill.data).entries,
        filled: v.boolean(),
        error: v.optional(v.object({ code: v.string(), message: v.string() })),
      }),
    ),
  }),
  examples: [`helve browser fill-form -s abc234 --form '{"fields":[{"target":{"handle":"el4"},"value":"Ada"}]}'`],
  run: inService(async () => (await import('../../../act/fill-form.ts')).fillForm),
});
