import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import type { UtcpTool } from '../manual-format.ts';
import { type ConvertOptions, convertOpenApi } from './convert.ts';

type Document = Record<string, unknown>;

function convert(
  document: Document,
  options: Partial<ConvertOptions> = {},
): { tools: readonly UtcpTool[]; reports: string[] } {
  const reports: string[] = [];
  const { tools } = convertOpenApi(
    { openapi: '3.0.3', info: { title: 'A test', version: '1' }, servers: [{ url: 'https://a.example' }], ...document },
    { report: (message) => reports.push(message), ...options },
  );
  return { tools, reports };
}

function only(document: Document, options: Partial<ConvertOptions> = {}): UtcpTool {
  const [tool] = convert(document, options).tools;
  if (tool === undefined) throw new Error('no tool came of it');
  return tool;
}

const operation = (more: Document = {}, document: Document = {}): Document => ({
  paths: { '/x': { get: { operationId: 'x', ...more } } },
  ...document,
});

describe('names', () => {
  test('operations without an id are named by method and path, and each name stands once', () => {
    const paths = {
      '/pets/{petId}/toys': { get: {}, post: { operationId: 'make toy!' } },
      '/pets/{petId}.toys': { get: {} },
      '/': { get: {} },
      '/y': { get: { operationId: 'same' }, put: { operationId: 'same' }, head: { operationId: 'gone' } },
    };
    expect(convert({ paths }).tools.map(({ name }) => name)).toEqual([
      'get_pets_by_petId_toys',
      'make_toy',
      'get_pets_by_petId_toys_2',
      'get',
      'same',
      'same_2',
    ]);
  });
});

describe('servers', () => {
  const urlOf = (document: Document, options: Partial<ConvertOptions> = {}) =>
    only({ ...operation(), ...document }, options).tool_call_template.url;
  const specUrl = new URL('https://spec.example/docs/openapi.json');

  test.each<[string, Document, Partial<ConvertOptions>, string]>([
    [
      'the first server',
      { servers: [{ url: 'https://a.example/v1/' }, { url: 'https://b.example' }] },
      {},
      'https://a.example/v1/x',
    ],
    [
      'variables',
      {
        servers: [
          {
            url: '{scheme}://{region}.a.example:{port}/{base}',
            variables: {
              scheme: { default: 'https' },
              region: { enum: ['eu', 'us'] },
              port: { default: 8443 },
              base: { default: 'v2' },
            },
          },
        ],
      },
      {},
      'https://eu.a.example:8443/v2/x',
    ],
    ['relative', { servers: [{ url: '../api' }] }, { specUrl }, 'https://spec.example/api/x'],
    ['none', { servers: undefined }, { specUrl }, 'https://spec.example/x'],
    ['base_url', {}, { baseUrl: 'https://b.example/base/' }, 'https://b.example/base/x'],
    [
      'of the path',
      { paths: { '/x': { servers: [{ url: 'https://p.example' }], get: {} } } },
      {},
      'https://p.example/x',
    ],
    [
      'Swagger 2',
      {
        openapi: undefined,
        servers: undefined,
        swagger: '2.0',
        host: 's.example',
        basePath: '/v2',
        schemes: ['http', 'https'],
      },
      {},
      'https://s.example/v2/x',
    ],
    [
      'Swagger 2 without a host',
      { openapi: undefined, servers: undefined, swagger: '2.0', basePath: '/v2' },
      { specUrl },
      'https://spec.example/v2/x',
    ],
  ])('%s', (_name, document, options, url) => {
    expect(urlOf(document, options)).toBe(url);
  });

  test('a document that does not say where', () => {
    expect(() => urlOf({ servers: undefined })).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }));
  });

  test.each(['http://127.0.0.1:8080', 'http://localhost', 'http://[::1]/'])(
    'a document from elsewhere may not name %s, unless the user says so',
    (url) => {
      const servers = [{ url }];
      expect(() => urlOf({ servers }, { specUrl })).toThrow(expect.objectContaining({ code: 'PERMISSION_DENIED' }));
      expect(urlOf({ servers }, { specUrl, baseUrl: url })).toContain('/x');
      expect(urlOf({ servers }, { specUrl: new URL('http://127.0.0.1:1/') })).toContain('/x');
      expect(urlOf({ servers }, { specUrl, allowLoopback: true })).toContain('/x');
    },
  );

  test('headers go only to the server that the document came from', () => {
    const headers = { 'X-Key': 'k' };
    expect(only(operation(), { specUrl, headers }).tool_call_template.headers).toBeUndefined();
    expect(only({ ...operation(), servers: undefined }, { specUrl, headers }).tool_call_template.headers).toEqual(
      headers,
    );
  });
});

describe('parameters', () => {
  test('of the path and the operation, by place', () => {
    const document = {
      paths: {
        '/pets/{id}/{undeclared}': {
          parameters: [
            { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
            { name: 'lang', in: 'query', schema: { type: 'string' } },
            { $ref: '#/components/parameters/trace~1id' },
          ],
          get: {
            parameters: [
              {
                name: 'lang',
                in: 'query',
                required: true,
                description: 'Which',
                schema: { type: 'string', enum: ['de'] },
              },
              { name: 'sid', in: 'cookie', schema: { type: 'string' } },
              { name: 'ids', in: 'query', explode: false, schema: { type: 'array', items: { type: 'integer' } } },
              { name: 'filter', in: 'query', style: 'deepObject', schema: { type: 'object' } },
              { name: 'Authorization', in: 'header', schema: { type: 'string' } },
            ],
          },
        },
      },
      components: { parameters: { 'trace/id': { name: 'X-Trace', in: 'header', schema: { type: 'string' } } } },
    };
    const { inputs, tool_call_template: template } = only(document);
    expect(inputs).toEqual({
      type: 'object',
      properties: {
        id: { type: 'integer' },
        lang: { type: 'string', enum: ['de'], description: 'Which' },
        'X-Trace': { type: 'string' },
        sid: { type: 'string' },
        ids: { type: 'array', items: { type: 'integer' } },
        filter: { type: 'object' },
        undeclared: { type: 'string' },
      },
      required: ['id', 'lang', 'undeclared'],
    });
    expect(template).toEqual({
      name: 'A_test',
      call_template_type: 'http',
      http_method: 'GET',
      url: 'https://a.example/pets/{id}/{undeclared}',
      header_fields: ['X-Trace'],
      cookie_fields: ['sid'],
      query_styles: { ids: 'comma', filter: 'deep' },
    });
  });

  test('a path and a body parameter whose names are taken get others', () => {
    const document = {
      paths: {
        '/x/{id}': {
          post: {
            parameters: [
              { name: 'id', in: 'query', schema: { type: 'string' } },
              { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
              { name: 'body', in: 'query', schema: { type: 'string' } },
            ],
            requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
          },
        },
      },
    };
    const tool = only(document);
    expect(Object.keys(tool.inputs.properties as object)).toEqual(['id', 'path_id', 'body', 'body_body']);
    expect(tool.tool_call_template).toMatchObject({ url: 'https://a.example/x/{path_id}', body_field: 'body_body' });
  });

  test('lists in Swagger 2 are joined by commas unless it says otherwise', () => {
    const parameters = ['csv', 'multi', 'pipes', undefined].map((collectionFormat, index) => ({
      name: `p${index}`,
      in: 'query',
      type: 'array',
      items: { type: 'string' },
      collectionFormat,
    }));
    const tool = only({
      ...operation({ parameters }),
      openapi: undefined,
      servers: undefined,
      swagger: '2.0',
      host: 'a.example',
    });
    expect(tool.tool_call_template.query_styles).toEqual({ p0: 'comma', p2: 'pipe', p3: 'comma' });
    expect(tool.inputs.properties).toMatchObject({ p1: { type: 'array', items: { type: 'string' } } });
  });
});

describe('bodies', () => {
  const withBody = (content: Document) => only(operation({ requestBody: { required: true, content } }));

  test.each([
    [['text/plain', 'application/json'], 'application/json'],
    [['application/xml', 'application/vnd.api+json'], 'application/vnd.api+json'],
    [['multipart/form-data', 'application/x-www-form-urlencoded'], 'application/x-www-form-urlencoded'],
    [['*/*'], 'application/json'],
    [['image/png'], 'image/png'],
  ])('of %j the form is %s', (types, chosen) => {
    const tool = withBody(Object.fromEntries(types.map((type) => [type, { schema: {} }])));
    expect(tool.tool_call_template).toMatchObject({ content_type: chosen, body_field: 'body' });
    expect(tool.inputs.required).toEqual(['body']);
  });

  test('files in a multipart form are given as text or base64', () => {
    const schema = {
      type: 'object',
      properties: { name: { type: 'string' }, file: { type: 'string', format: 'binary' } },
    };
    const body = (withBody({ 'multipart/form-data': { schema } }).inputs.properties as Document).body as Document;
    expect(body.properties).toMatchObject({ name: { type: 'string' }, file: { properties: { base64: {}, text: {} } } });
  });
});

describe('schemas', () => {
  const inputOf = (schema: unknown, schemas: Document = {}) => {
    const content = { 'application/json': { schema } };
    const { tools, reports } = convert({ ...operation({ requestBody: { content } }), components: { schemas } });
    const inputs = tools[0]?.inputs ?? {};
    return { body: (inputs.properties as Document).body, defs: inputs.$defs, inputs, reports };
  };

  test('references that go in a circle end in $defs, and can be checked against', () => {
    const Node = {
      type: 'object',
      properties: {
        value: { type: 'integer' },
        next: { $ref: '#/components/schemas/Node' },
        all: { $ref: '#/components/schemas/List' },
      },
    };
    const List = { type: 'array', items: { $ref: '#/components/schemas/Node' } };
    const { body, defs, inputs } = inputOf({ $ref: '#/components/schemas/Node' }, { Node, List, Unused: {} });
    expect(body).toEqual({ $ref: '#/$defs/Node' });
    expect(Object.keys(defs as object).sort()).toEqual(['List', 'Node']);
    const valid = new Ajv().compile(inputs);
    expect(valid({ body: { value: 1, next: { all: [{ value: 2 }] } } })).toBe(true);
    expect(valid({ body: { next: { all: [{ value: 'x' }] } } })).toBe(false);
  });

  test('references to references in a circle end', () => {
    const schemas = { A: { $ref: '#/components/schemas/B' }, B: { $ref: '#/components/schemas/A' } };
    expect(inputOf({ $ref: '#/components/schemas/A' }, schemas)).toMatchObject({
      body: {},
      defs: undefined,
      reports: ['The reference #/components/schemas/A leads nowhere in the document; anything is taken in its place'],
    });
    const looped = convert({
      ...operation({ requestBody: { $ref: '#/components/x' } }),
      components: { x: { $ref: '#/components/x' } },
    });
    expect(looped.tools).toHaveLength(1);
  });

  test('pointers with slashes, tildes and percent signs', () => {
    const schemas = { 'a/b~c d': { type: 'string' } };
    const { body, defs } = inputOf({ $ref: '#/components/schemas/a~1b~0c%20d' }, schemas);
    expect(Object.values(defs as object)).toEqual([{ type: 'string' }]);
    expect(body).toEqual({ $ref: `#/$defs/${Object.keys(defs as object)[0]}` });
  });

  test('two things of one name stay two', () => {
    const content = {
      'application/json': { schema: { anyOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/x-more/A' }] } },
    };
    const { tools } = convert({
      ...operation({ requestBody: { content } }),
      components: { schemas: { A: { type: 'string' } } },
      'x-more': { A: { type: 'number' } },
    });
    expect(tools[0]?.inputs.$defs).toEqual({ A: { type: 'string' }, A_2: { type: 'number' } });
  });

  test.each(['#/components/schemas/Gone', 'other.yaml#/A', 'https://evil.example/schema.json'])(
    'a reference to %s takes anything, and is reported',
    (ref) => {
      const { body, reports } = inputOf({ $ref: ref });
      expect(body).toEqual({});
      expect(reports).toEqual([`The reference ${ref} leads nowhere in the document; anything is taken in its place`]);
    },
  );

  test('allOf is laid together', () => {
    const Base = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } };
    const Pet = {
      allOf: [{ $ref: '#/components/schemas/Base' }, { type: 'object', properties: { name: { type: 'string' } } }],
    };
    const schema = { allOf: [{ $ref: '#/components/schemas/Pet' }], required: ['name'], description: 'A dog' };
    expect(inputOf(schema, { Base, Pet }).body).toEqual({
      type: 'object',
      description: 'A dog',
      properties: { id: { type: 'integer' }, name: { type: 'string' } },
      required: ['id', 'name'],
    });
  });

  test('allOf that contains itself ends', () => {
    const A = { allOf: [{ $ref: '#/components/schemas/A' }, { type: 'object', properties: { x: {} } }] };
    expect(inputOf({ $ref: '#/components/schemas/A' }, { A }).defs).toEqual({
      A: { type: 'object', properties: { x: {} } },
    });
  });

  test('allOf in circles through properties ends, and says the same as before', () => {
    const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
    const part = { type: 'object', properties: { z: { type: 'integer' } } };
    const both = { left: { allOf: [ref('A'), part] }, right: { allOf: [ref('B'), part] } };
    const schemas = { A: { type: 'object', properties: both }, B: { allOf: [ref('A'), part] } };
    const { inputs } = inputOf(ref('B'), schemas);
    const valid = new Ajv().compile(inputs);
    expect(valid({ body: { z: 1, left: { right: { z: 1, left: { z: 2 } } } } })).toBe(true);
    expect(valid({ body: { z: 1, left: { right: { z: 1, left: { z: 'x' } } } } })).toBe(false);
    expect(JSON.stringify(inputs).length).toBeLessThan(2000);
  });

  test('allOf that names one thing many times over is laid together once', () => {
    const schemas: Document = { S0: { type: 'object', properties: { x: { type: 'string' } } } };
    for (let level = 1; level < 40; level += 1) {
      const below = { $ref: `#/components/schemas/S${level - 1}` };
      schemas[`S${level}`] = { allOf: [below, below] };
    }
    expect(inputOf({ allOf: [{ $ref: '#/components/schemas/S39' }] }, schemas).body).toEqual(schemas.S0);
  });

  test('in a document where everything hangs together the farthest may be anything', () => {
    const schemas: Document = {};
    for (let index = 0; index < 200; index += 1) {
      schemas[`S${index}`] = {
        type: 'object',
        properties: { next: { $ref: `#/components/schemas/S${(index + 1) % 200}` } },
      };
    }
    const { defs, inputs } = inputOf({ $ref: '#/components/schemas/S0' }, schemas);
    expect(Object.keys(defs as object)).toHaveLength(51);
    expect(defs).toMatchObject({ S0: { type: 'object' }, S49: { type: 'object' }, S50: {} });
    expect(new Ajv().compile(inputs)({ body: { next: { next: {} } } })).toBe(true);
  });

  test('allOf of other things stays', () => {
    const schema = { allOf: [{ type: 'string' }, { minLength: 2 }] };
    expect(inputOf(schema).body).toEqual(schema);
  });

  test('what OpenAPI 3.0 says in its own way is said in JSON Schema', () => {
    const schema = {
      type: 'object',
      discriminator: { propertyName: 'kind' },
      'x-internal': true,
      properties: {
        a: { type: 'string', nullable: true, enum: ['x'], example: 'x' },
        b: { type: 'integer', minimum: 0, exclusiveMinimum: true },
        c: { nullable: true, oneOf: [{ type: 'string' }], description: 'C' },
        d: { type: 'string', pattern: '(?<broken' },
        id: { type: 'integer', readOnly: true },
      },
      required: ['a', 'id'],
    };
    expect(inputOf(schema).body).toEqual({
      type: 'object',
      properties: {
        a: { type: ['string', 'null'], enum: ['x', null], examples: ['x'] },
        b: { type: 'integer', exclusiveMinimum: 0 },
        c: { description: 'C', anyOf: [{ oneOf: [{ type: 'string' }] }, { type: 'null' }] },
        d: { type: 'string' },
      },
      required: ['a'],
    });
  });

  test('a property called like a keyword or like nothing good is a property', () => {
    const properties = JSON.parse(
      '{"required":{"type":"string"},"$ref":{"type":"string"},"__proto__":{"type":"integer"}}',
    ) as Document;
    const { body } = inputOf({ type: 'object', properties });
    expect(JSON.parse(JSON.stringify(body))).toEqual({ type: 'object', properties });
  });

  test('a schema a thousand levels deep is cut off', () => {
    let schema: unknown = { type: 'string' };
    for (let level = 0; level < 1000; level += 1) schema = { type: 'array', items: schema };
    expect(JSON.stringify(inputOf(schema).body).length).toBeLessThan(5000);
  });

  test('the output is that of the answer when all goes well', () => {
    const responses = {
      404: { content: { 'application/json': { schema: { type: 'null' } } } },
      201: { $ref: '#/components/responses/Made' },
    };
    const Made = {
      content: {
        'application/json': { schema: { type: 'object', properties: { pw: { type: 'string', writeOnly: true } } } },
      },
    };
    const tool = only({ ...operation({ responses }), components: { responses: { Made } } });
    expect(tool.outputs).toEqual({ type: 'object', properties: {} });
  });
});

describe('security', () => {
  const securitySchemes = {
    key: { type: 'apiKey', in: 'header', name: 'X-Key' },
    queryKey: { type: 'apiKey', in: 'query', name: 'k' },
    cookieKey: { type: 'apiKey', in: 'cookie', name: 'sid' },
    login: { type: 'http', scheme: 'basic' },
    token: { type: 'http', scheme: 'Bearer' },
    machine: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: 'https://a.example/token', scopes: {} } } },
    person: {
      type: 'oauth2',
      flows: { authorizationCode: { tokenUrl: 'https://a.example/t', authorizationUrl: 'https://a.example/a' } },
    },
    certificate: { type: 'mutualTLS' },
  };
  const secured = (security: unknown, authTools?: unknown) =>
    convert({ ...operation({ security }), components: { securitySchemes } }, { authTools });

  test.each([
    ['key', { auth_type: 'api_key', api_key: '${KEY}', var_name: 'X-Key', location: 'header' }],
    ['cookieKey', { auth_type: 'api_key', api_key: '${COOKIE_KEY}', var_name: 'sid', location: 'cookie' }],
    ['login', { auth_type: 'basic', username: '${LOGIN_USERNAME}', password: '${LOGIN_PASSWORD}' }],
    ['token', { auth_type: 'api_key', api_key: 'Bearer ${TOKEN}', var_name: 'Authorization', location: 'header' }],
    ['person', { auth_type: 'api_key', api_key: 'Bearer ${PERSON}', var_name: 'Authorization', location: 'header' }],
    [
      'machine',
      {
        auth_type: 'oauth2',
        token_url: 'https://a.example/token',
        client_id: '${MACHINE_CLIENT_ID}',
        client_secret: '${MACHINE_CLIENT_SECRET}',
        scope: 'read write',
      },
    ],
  ])('%s', (name, auth) => {
    const { tools } = secured([{ [name]: ['read', 'write'] }]);
    expect(tools[0]?.tool_call_template.auth).toEqual(auth);
  });

  test('several at once: one as auth, the others in headers and address', () => {
    const { tools } = secured([{ key: [], queryKey: [], cookieKey: [], login: [] }]);
    expect(tools[0]?.tool_call_template).toMatchObject({
      auth: { auth_type: 'basic' },
      headers: { 'X-Key': '${KEY}', Cookie: 'sid=${COOKIE_KEY}' },
      url: 'https://a.example/x?k=${QUERY_KEY}',
    });
  });

  test('alternatives: the first that can be said', () => {
    expect(secured([{ certificate: [] }, { key: [] }, { login: [] }]).tools[0]?.tool_call_template.auth).toMatchObject({
      auth_type: 'api_key',
    });
  });

  test('alternatives: none, where none is needed', () => {
    expect(secured([{ key: [] }, {}]).tools[0]?.tool_call_template.auth).toBeUndefined();
  });

  test('alternatives: the one there are credentials for', () => {
    const given = { auth_type: 'basic', username: 'me', password: 'pw' };
    expect(secured([{ key: [] }, {}, { login: [] }], given).tools[0]?.tool_call_template.auth).toBe(given);
  });

  test('credentials of another name are not used', () => {
    const given = { auth_type: 'api_key', api_key: 'k', var_name: 'X-Other', location: 'header' };
    expect(secured([{ key: [] }], given).tools[0]?.tool_call_template.auth).toMatchObject({ api_key: '${KEY}' });
    expect(secured([], given).tools[0]?.tool_call_template.auth).toBeUndefined();
    expect(secured([{ key: [] }], null).tools[0]?.tool_call_template.auth).toBeUndefined();
  });

  test('what cannot be said at all is left out, with a word about it', () => {
    expect(secured([{ certificate: [] }])).toEqual({
      tools: [],
      reports: ['GET /x is left out: it asks for a kind of security that UTCP does not have'],
    });
  });
});
