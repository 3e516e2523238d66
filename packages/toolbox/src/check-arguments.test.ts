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
    ['a wrong type', { city: 'a', days: 'two' }, 'box.tool: days must be integer, not "two"'],
    ['a pattern', { city: '../etc' }, 'box.tool: city must match pattern "^[a-z]+$"'],
    ['a word that is not offered', { city: 'a', unit: 'k' }, 'box.tool: unit must be one of "c", "f"'],
    ['one that is not there', { city: 'a', deep: { b: 1 } }, 'box.tool: deep.b is not known'],
    ['one that is not there at all', { cty: 'a' }, 'box.tool: city is missing'],
    ['several at once', { days: 'x' }, 'box.tool: city is missing; days must be integer, not "x"'],
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

  it('refuses a call whose schema cannot be read, and tells where', () => {
    const bad = (property: object) => ({ type: 'object', properties: { a: property } });
    expect(() => check({ a: 1 }, { type: 'nonsense' })).toThrow(
      'its schema cannot be read (type: must be equal to one of',
    );
    expect(() => check({ a: 'x' }, bad({ pattern: '(?P<x>a)' }))).toThrow(
      'properties.a.pattern: Invalid regular expression',
    );
    expect(() => check({ a: 'x' }, bad({ minLength: '5' }))).toThrow('properties.a.minLength: must be integer');
    expect(() => check({ a: 'x' }, bad({ type: 'object', patternProperties: { '[': {} } }))).toThrow(
      'properties.a.patternProperties: Invalid',
    );
  });

  it('enforces patterns that escape more than they must', () => {
    const schema = { type: 'object', properties: { a: { type: 'string', pattern: '^[\\w-\\.\\@]+$' } } };
    expect(check({ a: 'me@x.y' }, schema)).toEqual({ args: { a: 'me@x.y' } });
    expect(() => check({ a: 'a b' }, schema)).toThrow('a must match pattern');
  });

  it.each<[string, object, unknown, unknown]>([
    ['http://json-schema.org/draft-04/schema#', { minimum: 5, exclusiveMinimum: true }, 6, 5],
    [
      'http://json-schema.org/draft-07/schema#',
      { items: [{ type: 'string' }], additionalItems: false },
      ['a'],
      ['a', 1],
    ],
    [
      'https://json-schema.org/draft/2019-09/schema',
      { items: [{ type: 'string' }], additionalItems: false },
      ['a'],
      ['a', 1],
    ],
    [
      'https://json-schema.org/draft/2020-12/schema',
      { prefixItems: [{ type: 'string' }], items: false },
      ['a'],
      ['a', 1],
    ],
  ])('reads %s by its own rules, and without its name by its words', (dialect, property, good, wrong) => {
    for (const named of [{ $schema: dialect }, {}]) {
      const schema = { ...named, type: 'object', properties: { a: property } };
      expect(check({ a: good }, schema)).toEqual({ args: { a: good } });
      expect(() => check({ a: wrong }, schema)).toThrow('box.tool: a');
    }
  });

  it('stops a pattern that takes too long', () => {
    const schema = { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } };
    expect(() => check({ a: `${'a'.repeat(50)}!` }, schema)).toThrow('takes too long');
    expect(check({ a: 'a'.repeat(50) }, schema)).toEqual({ args: { a: 'a'.repeat(50) } });
  });

  it('knows multiples of fractions', () => {
    const schema = { type: 'object', properties: { a: { type: 'number', multipleOf: 0.01 } } };
    for (const a of [19.99, 0.07, 1.1, 100]) expect(check({ a }, schema)).toEqual({ args: { a } });
    expect(() => check({ a: 0.075 }, schema)).toThrow('a must be multiple of 0.01');
  });

  it('ignores keywords beside a reference where the draft does', () => {
    const schema = (draft: string) => ({
      $schema: draft,
      type: 'object',
      properties: { a: { $ref: '#/definitions/s', minLength: 5 } },
      definitions: { s: { type: 'string' } },
    });
    expect(check({ a: 'ab' }, schema('http://json-schema.org/draft-07/schema#'))).toEqual({ args: { a: 'ab' } });
    expect(() => check({ a: 1 }, schema('http://json-schema.org/draft-07/schema#'))).toThrow('a must be string');
    expect(() => check({ a: 'ab' }, schema('https://json-schema.org/draft/2020-12/schema'))).toThrow('5 characters');
  });
});
