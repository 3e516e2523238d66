import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { type InputSchema, valibotInput, validate } from './input.ts';
import { namedError } from './named.ts';
import { choice, flag, integer, json, path, text } from './parameters.ts';

const DECLARATION = {
  path: 'demo do',
  examples: ['helve demo do --to x'],
  input: valibotInput(
    v.object({
      to: path('write', 'Where to', { also: ['target'] }),
      maxDepth: v.optional(integer('How deep', { min: 1, max: 9 }), 3),
      colour: v.optional(choice(['red', 'green'], 'Which')),
      quiet: flag('Say less'),
      edits: v.optional(json(v.array(v.strictObject({ from: text('From') })), 'Edits')),
    }),
  ),
};

describe('validating an input', () => {
  it('fills in defaults and knows parameters by name, flag and other names', async () => {
    const filled = { maxDepth: 3, quiet: false };
    expect((await validate(DECLARATION, { to: 'a' })).input).toEqual({ to: 'a', ...filled });
    expect((await validate(DECLARATION, { target: 'a', 'max-depth': 5 })).input).toEqual({
      to: 'a',
      ...filled,
      maxDepth: 5,
    });
  });

  it.each<[string, unknown, object]>([
    ['what is no object', 'x', { message: 'The input of demo do must be an object of parameters' }],
    [
      'a missing parameter',
      {},
      { message: 'demo do needs --to', hint: 'For example: helve demo do --to x', details: { missing: ['to'] } },
    ],
    [
      'an unknown parameter',
      { to: 'a', max: 1 },
      { message: 'demo do has no --max', hint: 'Did you mean --max-depth?', details: { suggestion: 'max-depth' } },
    ],
    ['a parameter under two names', { to: 'a', target: 'b' }, { message: '--to was given twice' }],
    ['a wrong type', { to: 1 }, { message: '--to must be string, not 1' }],
    ['a number out of range', { to: 'a', maxDepth: 10 }, { message: '--max-depth must be at most 9' }],
    [
      'several problems at once',
      { to: '', colour: 'blue' },
      {
        message: '--to may not be empty; --colour must be ("red" | "green"), not "blue"',
        details: {
          problems: [
            { parameter: 'to', message: '--to may not be empty' },
            { parameter: 'colour', message: '--colour must be ("red" | "green"), not "blue"' },
          ],
        },
      },
    ],
    [
      'a problem inside a value',
      { to: 'a', edits: [{ from: 1 }] },
      { message: '--edits at edits.0.from must be string, not 1' },
    ],
    [
      'an unknown key inside a value',
      { to: 'a', edits: [{ from: 'a', too: 1 }] },
      { message: '--edits at edits.0.too is not known' },
    ],
  ])('reports %s', async (_, input, error) => {
    await expect(validate(DECLARATION, input)).rejects.toMatchObject({ code: 'INVALID_INPUT', ...error });
  });

  it('words problems for a caller with other names', async () => {
    const error = await validate(DECLARATION, { to: 1, maxDepth: 'x' }).catch((thrown: unknown) => thrown);
    const names: Readonly<Record<string, string>> = { to: 'file_path', maxDepth: 'depth' };
    expect(
      namedError(error as import('./errors.ts').CommandError, {
        parameter: (name) => names[name] ?? name,
        offers: () => true,
      }).message,
    ).toBe('file_path must be string, not 1; depth must be number, not "x"');
  });

  it('leaves the check to a schema of another kind, and passes its warnings on', async () => {
    const input: InputSchema = {
      parameters: DECLARATION.input.parameters,
      source: { jsonSchema: {} },
      parse: async (values) => ({ ok: true, input: { ...values, checked: true }, warnings: ['odd schema'] }),
    };
    expect(await validate({ ...DECLARATION, input }, { to: 'a' })).toEqual({
      input: { to: 'a', checked: true },
      warnings: ['odd schema'],
    });
  });
});
