import { follow } from './pointer.ts';
import { isRecord, listOf, recordOf, textIn, type UnknownRecord } from './record.ts';

export type Place = 'path' | 'query' | 'header' | 'cookie' | 'body' | 'formData';

/** A parameter of an operation, from OpenAPI 3 or Swagger 2. */
export interface Parameter {
  readonly name: string;
  readonly place: Place;
  readonly required: boolean;
  /** As the document has it, not yet read. */
  readonly schema: UnknownRecord;
  /** How lists and objects are written in a query, where it is not the usual way. */
  readonly style?: string;
}

const PLACES: ReadonlySet<string> = new Set(['path', 'query', 'header', 'cookie', 'body', 'formData']);
/** By OpenAPI these are said elsewhere: by the media types and by security. */
const SAID_ELSEWHERE: ReadonlySet<string> = new Set(['accept', 'content-type', 'authorization']);

/** The parameters of an operation: those of its path, unless the operation has its own of that name and place. */
export function parametersOf(
  document: unknown,
  pathItem: UnknownRecord,
  operation: UnknownRecord,
): readonly Parameter[] {
  const found = new Map<string, Parameter>();
  for (const given of [...listOf(pathItem.parameters), ...listOf(operation.parameters)]) {
    const parameter = readParameter(document, follow(document, given));
    if (parameter) found.set(`${parameter.place} ${parameter.name}`, parameter);
  }
  return [...found.values()];
}

function readParameter(document: unknown, given: UnknownRecord): Parameter | undefined {
  const name = textIn(given, 'name');
  if (name === undefined || typeof given.in !== 'string' || !PLACES.has(given.in)) return undefined;
  const place = given.in as Place;
  if (place === 'header' && SAID_ELSEWHERE.has(name.toLowerCase())) return undefined;
  const schema = schemaOf(document, given);
  const description = textIn(given, 'description') ?? textIn(schema, 'description');
  const style = place === 'query' ? styleOf(given, follow(document, schema)) : undefined;
  return {
    name,
    place,
    required: given.required === true || place === 'path',
    schema: description === undefined ? schema : { ...schema, description },
    ...(style === undefined ? {} : { style }),
  };
}

/** OpenAPI 3 has the schema apart or under a media type; in Swagger 2 the parameter is the schema. */
function schemaOf(document: unknown, given: UnknownRecord): UnknownRecord {
  if (isRecord(given.schema)) return given.schema;
  const [media] = Object.values(recordOf(given.content));
  if (media !== undefined) return recordOf(follow(document, media).schema);
  const {
    name: _name,
    in: _in,
    required: _required,
    collectionFormat: _format,
    allowEmptyValue: _empty,
    ...schema
  } = given;
  return schema;
}

const COLLECTION_FORMATS: Readonly<Record<string, string>> = { csv: 'comma', ssv: 'space', tsv: 'tab', pipes: 'pipe' };
const STYLES: Readonly<Record<string, string>> = { form: 'comma', spaceDelimited: 'space', pipeDelimited: 'pipe' };

function styleOf(given: UnknownRecord, schema: UnknownRecord): string | undefined {
  if (given.style === 'deepObject') return 'deep';
  if (schema.type !== 'array') return undefined;
  if (given.schema === undefined && given.content === undefined) {
    return COLLECTION_FORMATS[typeof given.collectionFormat === 'string' ? given.collectionFormat : 'csv'];
  }
  const style = typeof given.style === 'string' ? given.style : 'form';
  const explode = given.explode ?? style === 'form';
  return explode === true ? undefined : STYLES[style];
}
