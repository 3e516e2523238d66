import { stringify } from 'yaml';
import { expect, test } from 'vitest';
import { httpProtocol } from '../http/protocol.ts';
import { json, type Seen, serve, testHost } from '../network/testing.ts';

/** Serves a document at /openapi, finds its tools there and calls them. */
async function tools(document: object, write: (document: object) => string, template: object = {}) {
  const { url, seen } = await serve((request, response) => {
    if (request.url !== '/openapi') return json(response, { called: `${request.method} ${request.url}` });
    response.writeHead(200, { 'content-type': 'text/plain' }).end(write(document));
  });
  const host = testHost();
  const manual = await httpProtocol.discover({ call_template_type: 'http', url: `${url}/openapi`, ...template }, host);
  const call = async (name: string, args: Record<string, unknown>): Promise<Seen | undefined> => {
    const tool = manual.tools.find((tool) => tool.name === name);
    if (tool === undefined) throw new Error(`no tool ${name}`);
    await httpProtocol.call({ manualName: 'shop', tool, template: tool.tool_call_template, args }, host);
    return seen.at(-1);
  };
  return { call, names: manual.tools.map(({ name }) => name) };
}

test('a shop described in OpenAPI 3 is called', async () => {
  const { call, names } = await tools(
    {
      openapi: '3.1.0',
      info: { title: 'Shop', version: '3' },
      servers: [{ url: '/api/{version}', variables: { version: { default: 'v3' } } }],
      paths: {
        '/pets': {
          get: {
            operationId: 'listPets',
            parameters: [
              { name: 'status', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
              { name: 'ids', in: 'query', explode: false, schema: { type: 'array', items: { type: 'integer' } } },
              { name: 'X-Trace', in: 'header', schema: { type: 'string' } },
              { name: 'session', in: 'cookie', schema: { type: 'string' } },
            ],
            security: [{ key: [] }],
          },
          post: {
            operationId: 'addPet',
            requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } } },
          },
        },
        '/pets/{id}': {
          delete: { parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }] },
        },
      },
      components: {
        schemas: {
          Pet: {
            type: 'object',
            properties: { name: { type: 'string' }, friend: { $ref: '#/components/schemas/Pet' } },
          },
        },
        securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
      },
    },
    JSON.stringify,
    { auth_tools: { auth_type: 'api_key', api_key: 'k1', var_name: 'X-Key', location: 'header' } },
  );
  expect(names).toEqual(['listPets', 'addPet', 'delete_pets_by_id']);
  const listed = await call('listPets', { status: ['sold', 'new'], ids: [1, 2], 'X-Trace': 't', session: 's' });
  expect(listed).toMatchObject({
    method: 'GET',
    url: '/api/v3/pets?status=sold&status=new&ids=1,2',
    headers: { 'x-trace': 't', cookie: 'session=s', 'x-key': 'k1' },
  });
  expect(await call('addPet', { body: { name: 'Rex' } })).toMatchObject({
    method: 'POST',
    url: '/api/v3/pets',
    body: '{"name":"Rex"}',
  });
  expect(await call('delete_pets_by_id', { id: 7 })).toMatchObject({ method: 'DELETE', url: '/api/v3/pets/7' });
});

test('a shop described in Swagger 2, in YAML, is called', async () => {
  const { call } = await tools(
    {
      swagger: '2.0',
      info: { title: 'Shop', version: '2' },
      basePath: '/v2',
      paths: {
        '/pets': {
          get: {
            operationId: 'findPets',
            parameters: [{ name: 'tags', in: 'query', type: 'array', items: { type: 'string' } }],
          },
          post: {
            operationId: 'addPet',
            parameters: [{ name: 'pet', in: 'body', required: true, schema: { type: 'object' } }],
          },
        },
        '/pets/{id}/photo': {
          post: {
            operationId: 'addPhoto',
            parameters: [
              { name: 'id', in: 'path', required: true, type: 'integer' },
              { name: 'note', in: 'formData', type: 'string' },
              { name: 'photo', in: 'formData', type: 'file' },
            ],
          },
        },
      },
    },
    (document) => stringify(document),
  );
  expect(await call('findPets', { tags: ['a', 'b'] })).toMatchObject({ url: '/v2/pets?tags=a,b' });
  expect(await call('addPet', { body: { name: 'Rex' } })).toMatchObject({ method: 'POST', body: '{"name":"Rex"}' });
  const photo = await call('addPhoto', { id: 1, body: { note: 'hi', photo: { filename: 'p.png', text: 'bytes' } } });
  expect(photo).toMatchObject({
    url: '/v2/pets/1/photo',
    body: expect.stringMatching(/filename="p\.png"[^]*\r\nbytes\r\n/),
  });
});
