import type { Run } from '@helve/command';
import { findServer } from './configured-servers.ts';
import { mcpConnections } from './connections.ts';
import { optionsFor, withServers } from './every-server.ts';
import type { Input as ReadInput, Output as ReadOutput } from '../commands/mcp/read.ts';
import type { Input, Output } from '../commands/mcp/resources.ts';

export const listResources: Run<Input, Output> = async ({ toolbox }, context) => {
  const { items, problems } = await withServers(toolbox, context, async (connection, name) =>
    (await connection.resources(optionsFor(context))).map((resource) => ({
      toolbox: name,
      uri: resource.uri,
      name: resource.name,
      ...(resource.description === undefined ? {} : { description: resource.description }),
      ...(resource.mimeType === undefined ? {} : { mimeType: resource.mimeType }),
    })),
  );
  return { resources: [...items], ...(problems.length > 0 ? { problems: [...problems] } : {}) };
};

export const readResource: Run<ReadInput, ReadOutput> = async ({ toolbox, uri }, context) => {
  const server = await findServer(context, toolbox);
  const { contents } = await context
    .keep(mcpConnections)
    .use(server, context, (connection) => connection.readResource(uri, optionsFor(context)));
  const attachments = contents.flatMap((content) =>
    'blob' in content ? [{ mimeType: content.mimeType ?? 'application/octet-stream', data: content.blob }] : [],
  );
  return {
    toolbox: server.name,
    uri,
    text: contents.flatMap((content) => ('text' in content ? [content.text] : [])).join('\n'),
    ...(attachments.length > 0 ? { attachments } : {}),
  };
};
