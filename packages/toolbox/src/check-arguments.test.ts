import { describe, expect, it } from 'vitest';
import { checkArguments } from './check-arguments.ts';

const SCHEMA = {
  type: 'object',
  properties: {
    city: { type: 'string', pattern: '^[a-z]+$' },
    days: { type: 'integer', default: 3 },
    unit: { enum: ['c', 'f'] },
    deep: { type: 'object', properties: { a: { type: 'number' } }, additionalProperties: false },
  },
  required: ['city'],
};

function check(args: Record<string, unknown>, schema: object = SCHEMA) {
  return checkArguments('box.tool', schema, args);
}

describe('checking arguments', () => {
  it('fills in defaults and leaves the given object as it was', () => {
    const given = { city: 'seoul' };
    expect(check(given)).toEqual({ args: { city: 'seoul', days: 3 } });
    expect(given).toEqual({ city: 'seoul' });
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['a missing one', {}, 'box.tool: city is missing'],
    ['a wrong type', { city: 'a', days: 'two' }, 'box.tool: days must be integer'],
    ['a pattern', { city: '../etc' }, 'box.tool: city must match pattern "^[a-z]+$"'],
    ['a word that is not offered', { city: 'a', unit: 'k' }, 'box.tool: unit must be one of "c", "f"'],
    ['one that is not there', { city: 'a', deep: { b: 1 } }, 'box.tool: deep.b is not known'],
    ['one that is not there at all', { cty: 'a' }, 'box.tool: city is missing'],
    ['several at once', { days: 'x' }, 'box.tool: city is missing; days must be integer'],
  ])('tells of %s', (_, args, message) => {
    expect(() => check(args)).toThrow(
      expect.objectContaining({ message, hint: 'It takes city: string, days?: integer, unit?, deep?: object.' }),
    );
  });

  it('names the nearest where a name is wrong', () => {
    expect(() => check({ city: 'a', dys: 1 }, { ...SCHEMA, additionalProperties: false })).toThrow(
      'dys is not known, did you mean days?',
    );
  });

  it('follows references in circles', () => {
    const node = { type: 'object', properties: { next: { $ref: '#/$defs/node' }, value: { type: 'number' } } };
    const schema = { ...node, $defs: { node } };
    expect(check({ next: { next: { value: 1 } } }, schema)).toEqual({ args: { next: { next: { value: 1 } } } });
    expect(() => check({ next: { next: { value: 'x' } } }, schema)).toThrow('next.next.value must be number');
  });

  it('knows the newer dialects and takes unknown ones for the usual one', () => {
    const newer = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      prefixItems: [{ type: 'string' }],
      type: 'object',
    };
    expect(check({}, newer)).toEqual({ args: {} });
    expect(check({}, { $schema: 'https://example.com/mine', type: 'object' })).toEqual({ args: {} });
  });

  it('does not hold a broken schema against the caller', () => {
    expect(check({ a: 1 }, { type: 'nonsense' })).toEqual({
      args: { a: 1 },
      warning: expect.stringContaining('its arguments were not checked'),
    });
  });
});
