import type { JsonType, Parameter } from '@helve/command';
import { coerce } from '@helve/command/line';
import { describe, expect, it } from 'vitest';
import { guestParameters } from './parameters.ts';

/** The value that a word on a line is for a property with this schema. */
function valueOf(property: object, text: string, definitions: object = {}): unknown {
  const schema = { type: 'object', properties: { x: property }, $defs: definitions } as const;
  const [parameter] = guestParameters(schema).parameters as readonly [Parameter];
  return coerce(parameter, {
    text,
    line: text,
    start: 0,
    end: text.length,
    quoted: false,
    unbalanced: false,
    lead: '',
  });
}

describe('plain text is a value of a property', () => {
  it.each<[string, object]>([
    ['without a type', {}],
    ['without a type but with a description', { description: 'Anything', default: null }],
    ['of text or null, as Pydantic writes it', { anyOf: [{ type: 'string' }, { type: 'null' }], default: null }],
    ['of text or null in one list', { type: ['string', 'null'] }],
    ['of text or null by oneOf', { oneOf: [{ type: 'null' }, { type: 'string' }] }],
    ['that refers to one of text', { $ref: '#/$defs/Name' }],
    ['that may refer to one of text', { anyOf: [{ $ref: '#/$defs/Name' }, { type: 'null' }] }],
    ['that wraps a reference, as older Pydantic writes it', { allOf: [{ $ref: '#/$defs/Name' }] }],
    ['of text or numbers', { anyOf: [{ type: 'string' }, { type: 'integer' }] }],
    ['of text or a list', { type: ['string', 'array'] }],
    ['that refers to itself', { $ref: '#/$defs/Loop' }],
  ])('%s', (_, property) => {
    const definitions = { Name: { type: 'string' }, Loop: { anyOf: [{ $ref: '#/$defs/Loop' }, { type: 'string' }] } };
    for (const text of ['hello world', '[draft](x)', '{broken', 'it’s', '@@x']) {
      expect(valueOf(property, text, definitions)).toBe(text);
    }
  });
});

it.each<[string, object, string, unknown]>([
  ['a number where any type fits', {}, '5', 5],
  ['an object where any type fits', {}, '{"a":1}', { a: 1 }],
  ['text where only text or null fits', { anyOf: [{ type: 'string' }, { type: 'null' }] }, '5', '5'],
  ['a number where text or a number fits', { type: ['string', 'integer'] }, '5', 5],
  ['text where text or a list fits', { type: ['string', 'array'] }, '5', '5'],
  ['a number that may be null', { anyOf: [{ type: 'integer' }, { type: 'null' }] }, '5', 5],
  ['a choice that may be null', { anyOf: [{ enum: ['a', 'b'] }, { type: 'null' }] }, 'b', 'b'],
  ['a boolean that may be null', { anyOf: [{ type: 'boolean' }, { type: 'null' }] }, 'False', false],
  ['a list of texts that may be null', { items: { anyOf: [{ type: 'string' }] }, type: 'array' }, '["a"]', ['a']],
])('a word is %s', (_, property, text, value) => {
  expect(valueOf(property, text)).toEqual(value);
});

it('text is no value of a property that takes only objects', () => {
  expect(() => valueOf({ anyOf: [{ type: 'object' }, { type: 'array' }] }, 'hello')).toThrow('is not JSON');
});

it('tells which types a value may have besides text', () => {
  const { parameters } = guestParameters({
    type: 'object',
    properties: { x: { type: ['string', 'integer', 'null'] } },
  });
  expect(parameters[0]?.orText).toEqual<JsonType[]>(['number', 'null']);
});
