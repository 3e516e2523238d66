import { placeholdersOf } from '../http/address.ts';
import type { CallTemplate, JsonSchema, UtcpTool } from '../manual-format.ts';
import { type Parameter, parametersOf } from './parameters.ts';
import { follow } from './pointer.ts';
import { listOf, recordOf, textIn, type UnknownRecord } from './record.ts';
import { requestBodyOf } from './request-body.ts';
import type { Schemas } from './schemas.ts';
import type { Access } from './security.ts';

export interface Operation {
  readonly document: UnknownRecord;
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly server: string;
  readonly pathItem: UnknownRecord;
  readonly operation: UnknownRecord;
  readonly access: Access;
  /** Sent with each call of each tool. */
  readonly headers: Readonly<Record<string, string>>;
  readonly templateName: string;
}

/** One operation of a document as a tool. */
export function toTool(source: Operation, sent: Schemas, received: Schemas): UtcpTool {
  const { document, operation, path, method, access } = source;
  const parameters = parametersOf(document, source.pathItem, operation);
  const inputs = new Inputs();
  let url = source.server + path;
  for (const parameter of parameters.filter(({ place }) => place !== 'body' && place !== 'formData')) {
    const name = inputs.add(parameter, sent.read(parameter.schema));
    if (parameter.place === 'path' && name !== parameter.name) {
      url = url.replaceAll(`{${parameter.name}}`, `{${name}}`);
    }
  }
  for (const name of placeholdersOf(url)) {
    if (!inputs.has(name)) inputs.add({ name, place: 'path', required: true, schema: {} }, { type: 'string' });
  }
  const body = requestBodyOf(document, operation, parameters);
  const bodyField =
    body && inputs.add({ name: 'body', place: 'body', required: body.required, schema: {} }, sent.read(body.schema));
  const headers = { ...source.headers, ...access.headers };
  const template: CallTemplate = {
    name: source.templateName,
    call_template_type: 'http',
    http_method: method.toUpperCase(),
    url: access.query.length === 0 ? url : `${url}?${access.query.join('&')}`,
    ...(body === undefined ? {} : { content_type: body.contentType, body_field: bodyField }),
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    ...inputs.fields(),
    ...(access.auth === undefined ? {} : { auth: access.auth }),
  };
  return {
    name: source.name,
    description: textIn(operation, 'summary') ?? textIn(operation, 'description') ?? `${method.toUpperCase()} ${path}`,
    inputs: sent.withDefinitions(inputs.schema()),
    outputs: received.withDefinitions(received.read(outputOf(document, operation))),
    tags: listOf(operation.tags).filter((tag) => typeof tag === 'string'),
    tool_call_template: template,
  };
}

/** The arguments of a tool and the places they go to. */
class Inputs {
  readonly #properties = new Map<string, JsonSchema>();
  readonly #required: string[] = [];
  readonly #headers: string[] = [];
  readonly #cookies: string[] = [];
  readonly #styles: Record<string, string> = {};

  has(name: string): boolean {
    return this.#properties.has(name);
  }

  /** Gives the name under which the argument is known: another where the name is taken already. */
  add({ name: wanted, place, required, style }: Parameter, schema: JsonSchema): string {
    let name = wanted;
    if (place === 'path' || place === 'body') {
      while (this.has(name)) name = `${place}_${name}`;
    }
    // The same name in a query, header or cookie: one value then goes to the first of the places.
    if (this.has(name)) return name;
    this.#properties.set(name, schema);
    if (required) this.#required.push(name);
    if (place === 'header') this.#headers.push(name);
    if (place === 'cookie') this.#cookies.push(name);
    if (style !== undefined) this.#styles[name] = style;
    return name;
  }

  schema(): JsonSchema {
    return {
      type: 'object',
      properties: Object.fromEntries(this.#properties),
      ...(this.#required.length === 0 ? {} : { required: [...this.#required] }),
    };
  }

  fields(): Record<string, unknown> {
    return {
      ...(this.#headers.length === 0 ? {} : { header_fields: [...this.#headers] }),
      ...(this.#cookies.length === 0 ? {} : { cookie_fields: [...this.#cookies] }),
      ...(Object.keys(this.#styles).length === 0 ? {} : { query_styles: { ...this.#styles } }),
    };
  }
}

/** The schema of the answer when all goes well. */
function outputOf(document: UnknownRecord, operation: UnknownRecord): unknown {
  const responses = recordOf(operation.responses);
  const codes = Object.keys(responses).filter((code) => /^2(?:\d\d|XX)$/i.test(code));
  const response = follow(document, responses[codes[0] ?? 'default']);
  if (response.schema !== undefined) return response.schema;
  const content = recordOf(response.content);
  const type = Object.keys(content).find((name) => /\bjson\b/i.test(name)) ?? Object.keys(content)[0];
  return type === undefined ? {} : follow(document, content[type]).schema;
}

/** Gives each operation of a document a name of its own: its `operationId`, or method and path. */
export function createNames(): (method: string, path: string, operation: UnknownRecord) => string {
  const taken = new Set<string>();
  return (method, path, operation) => {
    const wanted = clean(textIn(operation, 'operationId') ?? '') || fromPath(method, path);
    let name = wanted;
    for (let number = 2; taken.has(name); number += 1) name = `${wanted}_${number}`;
    taken.add(name);
    return name;
  };
}

/** `GET /pets/{petId}/toys` is `get_pets_by_petId_toys`. */
function fromPath(method: string, path: string): string {
  const words = path.replace(/\{([^{}]*)\}/g, '/by/$1/').split(/[^\w-]+/);
  return [method, ...words].filter((word) => word !== '').join('_');
}

function clean(name: string): string {
  return name.replace(/[^\w.-]+/g, '_').replace(/^[_.]+|[_.]+$/g, '');
}
