import { FILE_SCHEMA } from '../http/body.ts';
import { mergeAllOf } from './all-of.ts';
import type { Parameter } from './parameters.ts';
import { follow } from './pointer.ts';
import { isRecord, listOf, recordOf, textIn, type UnknownRecord } from './record.ts';

export interface RequestBody {
  readonly contentType: string;
  readonly required: boolean;
  /** As the document has it, not yet read. */
  readonly schema: UnknownRecord;
}

const MULTIPART = 'multipart/form-data';
const FORM = 'application/x-www-form-urlencoded';

/** The body that an operation takes, in the one of its forms that a caller can best write. */
export function requestBodyOf(
  document: UnknownRecord,
  operation: UnknownRecord,
  parameters: readonly Parameter[],
): RequestBody | undefined {
  if (document.swagger !== undefined) return swaggerBody(document, operation, parameters);
  const body = follow(document, operation.requestBody);
  const content = recordOf(body.content);
  const contentType = bestOf(Object.keys(content));
  if (contentType === undefined) return undefined;
  const schema = recordOf(follow(document, content[contentType]).schema);
  const description = textIn(body, 'description');
  return {
    contentType,
    required: body.required === true,
    schema: { ...withFiles(document, schema, contentType), ...(description === undefined ? {} : { description }) },
  };
}

function swaggerBody(
  document: UnknownRecord,
  operation: UnknownRecord,
  parameters: readonly Parameter[],
): RequestBody | undefined {
  const consumes = listOf(operation.consumes ?? document.consumes).filter((type) => typeof type === 'string');
  const whole = parameters.find(({ place }) => place === 'body');
  if (whole) {
    return { contentType: bestOf(consumes) ?? 'application/json', required: whole.required, schema: whole.schema };
  }
  const fields = parameters.filter(({ place }) => place === 'formData');
  if (fields.length === 0) return undefined;
  const holdsFile = fields.some(({ schema }) => schema.type === 'file');
  const required = fields.filter((field) => field.required).map(({ name }) => name);
  return {
    contentType: holdsFile || consumes.includes(MULTIPART) ? MULTIPART : FORM,
    required: required.length > 0,
    schema: {
      type: 'object',
      properties: Object.fromEntries(
        fields.map(({ name, schema }) => [name, schema.type === 'file' ? fileSchema(schema) : schema]),
      ),
      ...(required.length === 0 ? {} : { required }),
    },
  };
}

function bestOf(types: readonly string[]): string | undefined {
  const bare = (type: string) => type.split(';')[0]?.trim().toLowerCase() ?? '';
  const find = (fits: (type: string) => boolean) => types.find((type) => fits(bare(type)));
  return (
    find((type) => type === 'application/json') ??
    find((type) => type.endsWith('+json')) ??
    (types.some((type) => type === '*/*' || type === 'application/*') ? 'application/json' : undefined) ??
    find((type) => type === FORM) ??
    find((type) => type === MULTIPART) ??
    find((type) => type.startsWith('text/')) ??
    types[0]
  );
}

/** Bytes cannot stand in JSON: where a body or a part of it is a file, the argument says how it is written. */
function withFiles(document: unknown, schema: UnknownRecord, contentType: string): UnknownRecord {
  const whole = mergeAllOf(document, follow(document, schema));
  if (contentType === MULTIPART) {
    const properties = Object.entries(recordOf(whole.properties)).map(([name, property]) => {
      const found = follow(document, property);
      if (isBinary(found)) return [name, fileSchema(found)];
      const items = follow(document, found.items);
      return [name, found.type === 'array' && isBinary(items) ? { ...found, items: fileSchema(items) } : property];
    });
    return properties.length === 0 ? schema : { ...whole, properties: Object.fromEntries(properties) };
  }
  return isBinary(whole) || (contentType === 'application/octet-stream' && !isRecord(whole.properties))
    ? fileSchema(whole)
    : schema;
}

function isBinary(schema: UnknownRecord): boolean {
  return schema.format === 'binary' || textIn(schema, 'contentMediaType') === 'application/octet-stream';
}

function fileSchema(schema: UnknownRecord): UnknownRecord {
  const description = textIn(schema, 'description');
  return {
    ...FILE_SCHEMA,
    ...(description === undefined ? {} : { description: `${description} (${FILE_SCHEMA.description})` }),
  };
}
