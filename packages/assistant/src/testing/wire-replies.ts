/** Scripted replies as the real servers stream them: each gives the events one after the other. */
import { type FilledReply, halves } from './scripted-reply.ts';

export function anthropicEvents({ thinking, found, pieces, calls, usage, stop }: FilledReply, model: string): string[] {
  const blocks = [
    ...(thinking === ''
      ? []
      : [
          {
            start: { type: 'thinking', thinking: '', signature: '' },
            deltas: [
              ...halves(thinking).map((text) => ({ type: 'thinking_delta', thinking: text })),
              { type: 'signature_delta', signature: 'c2lnbmVk' },
            ],
          },
        ]),
    ...(found.length === 0
      ? []
      : [
          {
            start: { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} },
            deltas: [{ type: 'input_json_delta', partial_json: '{"query":"x"}' }],
          },
          {
            start: {
              type: 'web_search_tool_result',
              tool_use_id: 'srvtoolu_1',
              content: found.map((each) => ({
                type: 'web_search_result',
                ...each,
                encrypted_content: 'e',
                page_age: null,
              })),
            },
            deltas: [],
          },
        ]),
    ...(pieces.length === 0
      ? []
      : [{ start: { type: 'text', text: '' }, deltas: pieces.map((text) => ({ type: 'text_delta', text })) }]),
    ...calls.map(({ id, name, json }) => ({
      start: { type: 'tool_use', id, name, input: {} },
      deltas: halves(json).map((partial_json) => ({ type: 'input_json_delta', partial_json })),
    })),
  ];
  const stops = { end: 'end_turn', toolCalls: 'tool_use', maxOutput: 'max_tokens', refusal: 'refusal' };
  const wireUsage = {
    input_tokens: usage.input,
    cache_read_input_tokens: usage.cacheRead,
    cache_creation_input_tokens: usage.cacheWrite,
  };
  const start = { id: 'msg_1', type: 'message', role: 'assistant', model, content: [], stop_reason: null };
  return [
    { type: 'message_start', message: { ...start, stop_sequence: null, usage: { ...wireUsage, output_tokens: 1 } } },
    { type: 'ping' },
    ...blocks.flatMap(({ start: content_block, deltas }, index) => [
      { type: 'content_block_start', index, content_block },
      ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
      { type: 'content_block_stop', index },
    ]),
    {
      type: 'message_delta',
      delta: { stop_reason: stops[stop], stop_sequence: null },
      usage: { ...wireUsage, output_tokens: usage.output },
    },
    { type: 'message_stop' },
  ].map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
}

export function chatEvents({ thinking, pieces, calls, usage, stop }: FilledReply, model: string): string[] {
  const stops = { end: 'stop', toolCalls: 'tool_calls', maxOutput: 'length', refusal: 'content_filter' };
  const head = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model };
  const deltas: object[] = [
    { role: 'assistant', content: '' },
    ...halves(thinking).map((reasoning_content) => ({ reasoning_content })),
    ...pieces.map((content) => ({ content })),
    ...calls.flatMap(({ id, name, json }, index) => [
      { tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] },
      ...halves(json).map((text) => ({ tool_calls: [{ index, function: { arguments: text } }] })),
    ]),
  ];
  const wireUsage = {
    prompt_tokens: usage.input + usage.cacheRead,
    completion_tokens: usage.output,
    total_tokens: usage.input + usage.cacheRead + usage.output,
    prompt_tokens_details: { cached_tokens: usage.cacheRead },
  };
  const chunks = [
    ...deltas.map((delta) => ({ ...head, choices: [{ index: 0, delta, finish_reason: null }] })),
    { ...head, choices: [{ index: 0, delta: {}, finish_reason: stops[stop] }] },
    { ...head, choices: [], usage: wireUsage },
  ];
  return [...chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`), 'data: [DONE]\n\n'];
}

export function responsesEvents({ thinking, found, pieces, calls, usage, stop }: FilledReply, model: string): string[] {
  const items = [
    ...(thinking === ''
      ? []
      : [
          {
            item: { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: '' },
            deltas: halves(thinking).map((delta) => ({
              type: 'response.reasoning_summary_text.delta',
              summary_index: 0,
              delta,
            })),
            done: { encrypted_content: 'c2VjcmV0', summary: [{ type: 'summary_text', text: thinking }] },
          },
        ]),
    ...(found.length === 0
      ? []
      : [
          {
            item: { type: 'web_search_call', id: 'ws_1', status: 'in_progress' },
            deltas: [],
            done: { status: 'completed', action: { type: 'search', query: 'x' } },
          },
        ]),
    ...(pieces.length === 0
      ? []
      : [
          {
            item: { type: 'message', id: 'msg_1', role: 'assistant', status: 'in_progress', content: [] },
            deltas: [
              ...pieces.map((delta) => ({
                type: 'response.output_text.delta',
                content_index: 0,
                logprobs: [],
                delta,
              })),
              ...found.map((each, annotation_index) => ({
                type: 'response.output_text.annotation.added',
                content_index: 0,
                annotation_index,
                annotation: { type: 'url_citation', start_index: 0, end_index: 1, ...each },
              })),
            ],
            done: { status: 'completed', content: [{ type: 'output_text', text: pieces.join(''), annotations: [] }] },
          },
        ]),
    ...calls.map(({ id, name, json }, index) => ({
      item: { type: 'function_call', id: `fc_${index}`, call_id: id, name, arguments: '', status: 'in_progress' },
      deltas: halves(json).map((delta) => ({ type: 'response.function_call_arguments.delta', delta })),
      done: { arguments: json, status: 'completed' },
    })),
  ];
  const incomplete = stop === 'maxOutput' ? 'max_output_tokens' : stop === 'refusal' ? 'content_filter' : undefined;
  const response = { id: 'resp_1', object: 'response', created_at: 1, model, output: [], error: null };
  const end = incomplete ? 'incomplete' : 'completed';
  const events: object[] = [
    { type: 'response.created', response: { ...response, status: 'in_progress', incomplete_details: null } },
    ...items.flatMap(({ item, deltas, done }, output_index) => [
      { type: 'response.output_item.added', output_index, item },
      ...(item.type === 'message'
        ? [{ type: 'response.content_part.added', output_index, content_index: 0, item_id: item.id, part: PART }]
        : []),
      ...deltas.map((delta) => ({ ...delta, output_index, item_id: item.id })),
      { type: 'response.output_item.done', output_index, item: { ...item, ...done } },
    ]),
    {
      type: `response.${end}`,
      response: {
        ...response,
        status: end,
        output: items.map(({ item, done }) => ({ ...item, ...done })),
        incomplete_details: incomplete ? { reason: incomplete } : null,
        usage: {
          input_tokens: usage.input + usage.cacheRead,
          input_tokens_details: { cached_tokens: usage.cacheRead },
          output_tokens: usage.output,
          output_tokens_details: { reasoning_tokens: 0 },
          total_tokens: usage.input + usage.cacheRead + usage.output,
        },
      },
    },
  ];
  return events.map((event, sequence_number) => {
    const numbered: Record<string, unknown> = { ...event, sequence_number };
    return `event: ${String(numbered.type)}\ndata: ${JSON.stringify(numbered)}\n\n`;
  });
}

const PART = { type: 'output_text', text: '', annotations: [] };
