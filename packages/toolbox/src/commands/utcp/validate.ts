import { defineCommand, path, text } from '@helve/command';
import * as v from 'valibot';
import { briefValidation, viewValidation } from '../../utcp/view.ts';

const input = v.object({
  file: v.optional(path('read', 'File with the document')),
  content: v.optional(text('Document text', { large: true })),
});

export type Input = v.InferOutput<typeof input>;

const output = v.object({
  kind: v.picklist(['config', 'manual', 'template', 'openapi']),
  valid: v.boolean(),
  findings: v.array(
    v.object({
      level: v.picklist(['error', 'warning']),
      at: v.string(),
      message: v.string(),
      hint: v.exactOptional(v.string()),
    }),
  ),
});

export type Output = v.InferOutput<typeof output>;

export const command = defineCommand({
  path: 'utcp validate',
  summary: 'Check a UTCP manual, OpenAPI document, call template or config for errors and dangers; runs nothing',
  effect: 'inspect',
  input,
  output,
  reportsFailure: ({ valid }) => !valid,
  examples: ['helve utcp validate --file manual.json'],
  run: async () => (await import('../../utcp/validate.ts')).validate,
  render: { model: viewValidation, person: viewValidation, brief: briefValidation },
});
