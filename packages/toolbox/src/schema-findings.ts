import { nearest } from '@helve/command';
import { showUnreadable, unreadablePart } from './check-arguments.ts';
import { isObject, isText, type JsonObject } from './json.ts';
import type { Finding } from './utcp/protocol.ts';

const KEYWORDS: readonly string[] = (
  '$schema $id $ref $anchor $defs $comment $dynamicRef $dynamicAnchor $recursiveRef $recursiveAnchor $vocabulary id definitions ' +
  'title description default examples example deprecated readOnly writeOnly type enum const multipleOf maximum exclusiveMaximum ' +
  'minimum exclusiveMinimum maxLength minLength pattern format contentMediaType contentEncoding contentSchema items prefixItems ' +
  'additionalItems contains minContains maxContains maxItems minItems uniqueItems unevaluatedItems properties patternProperties ' +
  'additionalProperties propertyNames required maxProperties minProperties dependencies dependentRequired dependentSchemas ' +
  'unevaluatedProperties allOf anyOf oneOf not if then else nullable discriminator xml externalDocs'
).split(' ');
const KNOWN: ReadonlySet<string> = new Set(KEYWORDS);
/** Keywords whose values are schemas by names of the author's. */
const BY_NAME: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
]);
const DATA: ReadonlySet<string> = new Set(['enum', 'const', 'default', 'example', 'examples']);

/** What in the schema of a tool has another effect than its author meant. */
export function schemaFindings(schema: JsonObject, at: string): readonly Finding[] {
  const { $schema: named } = schema;
  const unknown: readonly Finding[] =
    isText(named) && !/json-schema\.org\/(draft-0[34567]|draft\/20(19-09|20-12))\/schema/.test(named)
      ? [
          {
            level: 'warning',
            at: `${at}.$schema`,
            message: `${named} is no known version of JSON Schema`,
            hint: 'Remove it, or write https://json-schema.org/draft/2020-12/schema.',
          },
        ]
      : [];
  const unreadable = unreadablePart(schema);
  const broken: readonly Finding[] = unreadable
    ? [{ level: 'error', at, message: `The schema cannot be read: ${showUnreadable(unreadable)}` }]
    : [];
  return [...broken, ...unknown, ...misspeltIn(schema, at, 0)];
}

const DEEPEST = 50;

function misspeltIn(schema: unknown, at: string, depth: number): readonly Finding[] {
  if (depth > DEEPEST) return [];
  if (Array.isArray(schema)) return schema.flatMap((each, index) => misspeltIn(each, `${at}[${index}]`, depth + 1));
  if (!isObject(schema)) return [];
  return Object.entries(schema).flatMap(([key, value]): readonly Finding[] => {
    const place = `${at}.${key}`;
    if (!KNOWN.has(key)) {
      const [meant] = key.startsWith('x-') ? [] : nearest(key, KEYWORDS);
      if (meant === undefined) return [];
      const message = `${key} is no keyword of JSON Schema, and has no effect`;
      return [{ level: 'warning', at: place, message, hint: `Did you mean ${meant}?` }];
    }
    if (DATA.has(key)) return [];
    if (!BY_NAME.has(key)) return misspeltIn(value, place, depth + 1);
    if (!isObject(value)) return [];
    return Object.entries(value).flatMap(([name, each]) => misspeltIn(each, `${place}.${name}`, depth + 1));
  });
}
