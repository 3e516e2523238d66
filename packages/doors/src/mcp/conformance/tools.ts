import {
  type CallToolResult,
  type ElicitRequestFormParams,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { setTimeout as wait } from 'node:timers/promises';
import { DEFAULTS_FORM, ENUMS_FORM, PERSON_FORM } from './forms.ts';
import { PIXEL, SILENCE } from './media.ts';
import { ROUNDS } from './rounds.ts';

type Fixture = (context: ServerContext, given: Readonly<Record<string, unknown>>) => Promise<CallToolResult>;

const image = { type: 'image' as const, data: PIXEL, mimeType: 'image/png' };

const FIXTURES: Readonly<Record<string, Fixture>> = {
  test_simple_text: async () => say('This is a simple text response for testing.'),
  test_image_content: async () => ({ content: [image] }),
  test_audio_content: async () => ({ content: [{ type: 'audio', data: SILENCE, mimeType: 'audio/wav' }] }),
  test_embedded_resource: async () => ({
    content: [embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
  }),
  test_multiple_content_types: async () => ({
    content: [
      { type: 'text', text: 'Multiple content types test:' },
      image,
      embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
  }),
  test_tool_with_logging: async ({ mcpReq }) => {
    await mcpReq.log('info', 'Tool execution started');
    await wait(50);
    await mcpReq.log('info', 'Tool processing data');
    await wait(50);
    await mcpReq.log('info', 'Tool execution completed');
    return say('Done.');
  },
  test_logging_tool: async ({ mcpReq }) => {
    await mcpReq.log('info', 'Only for those who asked for it');
    return say('Done.');
  },
  test_tool_with_progress: async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of progressToken === undefined ? [] : [0, 50, 100]) {
      await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } });
      await wait(50);
    }
    return say('Done.');
  },
  test_error_handling: async () => ({
    ...say('This tool intentionally returns an error for testing'),
    isError: true,
  }),
  test_sampling: async ({ mcpReq }, { prompt }) => {
    const { content } = await mcpReq.requestSampling(
      {
        messages: [{ role: 'user', content: { type: 'text', text: String(prompt) } }],
        maxTokens: 100,
      },
      onSameStream(mcpReq),
    );
    return say(`LLM response: ${JSON.stringify(content)}`);
  },
  test_elicitation: async (context, { message }) => ask(context, String(message), PERSON_FORM),
  test_elicitation_sep1034_defaults: async (context) => ask(context, 'Some defaults', DEFAULTS_FORM),
  test_elicitation_sep1330_enums: async (context) => ask(context, 'Some choices', ENUMS_FORM),
  test_reconnection: async ({ http }) => {
    http?.closeSSE?.();
    await wait(100);
    return say('Reconnection test completed successfully');
  },
  json_schema_2020_12_tool: async () => say('Done.'),
};

const SCHEMAS: Readonly<Record<string, object>> = {
  test_sampling: { properties: { prompt: { type: 'string' } }, required: ['prompt'] },
  test_elicitation: { properties: { message: { type: 'string' } }, required: ['message'] },
  json_schema_2020_12_tool: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $defs: { address: { type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } } },
    properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
    additionalProperties: false,
  },
};

export function offerTools(server: Server): void {
  server.setRequestHandler('tools/list', async () => ({
    tools: [...Object.keys(FIXTURES), ...Object.keys(ROUNDS)].map((name) => ({
      name,
      description: `For the conformance suite: ${name}`,
      inputSchema: { type: 'object' as const, properties: {}, ...SCHEMAS[name] },
    })),
  }));
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const fixture = Object.hasOwn(FIXTURES, params.name) ? FIXTURES[params.name] : undefined;
    if (fixture) return fixture(context, params.arguments ?? {});
    const round = Object.hasOwn(ROUNDS, params.name) ? ROUNDS[params.name] : undefined;
    if (round) return round(context);
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${JSON.stringify(params.name)}`);
  });
}

async function ask(
  { mcpReq }: ServerContext,
  message: string,
  requestedSchema: ElicitRequestFormParams['requestedSchema'],
): Promise<CallToolResult> {
  const { action, content } = await mcpReq.elicitInput({ message, requestedSchema }, onSameStream(mcpReq));
  return say(`Elicitation completed: action=${action}, content=${JSON.stringify(content ?? {})}`);
}

/** Otherwise the SDK asks on the stream that a client opens beside its requests, and a question sent before it is open is lost. */
function onSameStream({ id }: ServerContext['mcpReq']) {
  return { relatedRequestId: id };
}

function say(text: string): CallToolResult {
  return { content: [{ type: 'text', text }] };
}

function embedded(uri: string, mimeType: string, text: string) {
  return { type: 'resource' as const, resource: { uri, mimeType, text } };
}
