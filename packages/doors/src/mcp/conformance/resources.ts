import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server';
import { PIXEL } from './media.ts';

const RESOURCES = [
  { uri: 'test://static-text', name: 'Static text', description: 'A text', mimeType: 'text/plain' },
  { uri: 'test://static-binary', name: 'Static binary', description: 'An image', mimeType: 'image/png' },
  { uri: 'test://watched-resource', name: 'Watched', description: 'May be subscribed to', mimeType: 'text/plain' },
];

export function offerResources(server: Server): void {
  server.setRequestHandler('resources/list', async () => ({ resources: RESOURCES }));
  server.setRequestHandler('resources/templates/list', async () => ({
    resourceTemplates: [{ uriTemplate: 'test://template/{id}/data', name: 'Template', mimeType: 'application/json' }],
  }));
  server.setRequestHandler('resources/read', async ({ params }) => ({ contents: [read(params.uri)] }));
  server.setRequestHandler('resources/subscribe', async () => ({}));
  server.setRequestHandler('resources/unsubscribe', async () => ({}));
}

function read(uri: string) {
  if (uri === 'test://static-binary') return { uri, mimeType: 'image/png', blob: PIXEL };
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
  if (id !== undefined) {
    const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
    return { uri, mimeType: 'application/json', text };
  }
  if (RESOURCES.some((resource) => resource.uri === uri)) {
    return { uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' };
  }
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no resource ${uri}`, { uri });
}
