import { inputRequired, ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server';
import { PIXEL } from './media.ts';
import { answerTo, PROMPT_CONTEXT } from './rounds.ts';

const PROMPTS = [
  { name: 'test_simple_prompt', description: 'A prompt without arguments' },
  {
    name: 'test_prompt_with_arguments',
    description: 'A prompt with two arguments',
    arguments: [
      { name: 'arg1', description: 'The first', required: true },
      { name: 'arg2', description: 'The second', required: true },
    ],
  },
  {
    name: 'test_prompt_with_embedded_resource',
    description: 'A prompt that holds a resource',
    arguments: [{ name: 'resourceUri', description: 'The resource', required: true }],
  },
  { name: 'test_input_required_result_prompt', description: 'A prompt that asks the user first' },
  { name: 'test_prompt_with_image', description: 'A prompt that holds an image' },
];

export function offerPrompts(server: Server): void {
  server.setRequestHandler('prompts/list', async () => ({ prompts: PROMPTS }));
  server.setRequestHandler('prompts/get', async ({ params }, { mcpReq }) => {
    if (params.name === 'test_input_required_result_prompt' && answerTo(mcpReq, 'user_context') === undefined) {
      return inputRequired({ inputRequests: { user_context: PROMPT_CONTEXT } });
    }
    const contents = contentsOf(params.name, params.arguments ?? {});
    return { messages: contents.map((content) => ({ role: 'user' as const, content })) };
  });
  server.setRequestHandler('completion/complete', async ({ params }) => {
    const values = ['paris', 'park', 'party', 'test'].filter((value) => value.startsWith(params.argument.value));
    return { completion: { values, total: values.length, hasMore: false } };
  });
}

function contentsOf(name: string, given: Readonly<Record<string, string>>) {
  const say = (text: string) => ({ type: 'text' as const, text });
  switch (name) {
    case 'test_input_required_result_prompt':
      return [say('This prompt uses the context of the user.')];
    case 'test_simple_prompt':
      return [say('This is a simple prompt for testing.')];
    case 'test_prompt_with_arguments':
      return [say(`Prompt with arguments: arg1='${given.arg1}', arg2='${given.arg2}'`)];
    case 'test_prompt_with_embedded_resource':
      return [
        {
          type: 'resource' as const,
          resource: {
            uri: given.resourceUri ?? 'test://example-resource',
            mimeType: 'text/plain',
            text: 'Embedded resource content for testing.',
          },
        },
        say('Please process the embedded resource above.'),
      ];
    case 'test_prompt_with_image':
      return [{ type: 'image' as const, data: PIXEL, mimeType: 'image/png' }, say('Please analyze the image above.')];
    default:
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt ${JSON.stringify(name)}`);
  }
}
