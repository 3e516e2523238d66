/** What the real servers refuse, so that a test server can: each gives the server's complaint, or nothing. */

type Json = Readonly<Record<string, unknown>>;
type Complaint = string | undefined;

const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;
const CALL_ID = /^[a-zA-Z0-9_-]{1,64}$/;
const LARGEST_BODY = 32_000_000;

/** The rules of Anthropic's Messages API. */
export function anthropicComplaint(body: unknown): Complaint {
  if (!isObject(body)) return 'the body is no object';
  if (JSON.stringify(body).length > LARGEST_BODY) return 'request exceeds the maximum size';
  if (typeof body.model !== 'string') return 'model: Field required';
  if (!Number.isInteger(body.max_tokens) || Number(body.max_tokens) < 1) return 'max_tokens: must be at least 1';
  const points = JSON.stringify(body).split('"cache_control"').length - 1;
  if (points > 4) return `A maximum of 4 blocks with cache_control may be provided. Found ${points}.`;
  for (const [index, tool] of list(body.tools).entries()) {
    if (!TOOL_NAME.test(String(tool.name))) return `tools.${index}.name: should match pattern`;
    if (String(tool.type).startsWith('web_search_')) continue;
    if (!isObject(tool.input_schema) || tool.input_schema.type !== 'object')
      return `tools.${index}.input_schema: wrong`;
  }
  for (const [index, block] of list(body.system).entries()) {
    if (isBlank(block.text)) return `system.${index}: text content blocks must be non-empty`;
  }
  return anthropicMessages(list(body.messages));
}

function anthropicMessages(messages: readonly Json[]): Complaint {
  if (messages.length === 0) return 'messages: at least one message is required';
  const seen = new Set<unknown>();
  let open: readonly unknown[] = [];
  for (const [index, { role, content }] of messages.entries()) {
    const at = `messages.${index}`;
    if (role !== (index % 2 === 0 ? 'user' : 'assistant')) return `${at}: roles must alternate, beginning with user`;
    const blocks = list(content);
    if (blocks.length === 0) return `${at}: all messages must have non-empty content`;
    const results = blocks.filter(({ type }) => type === 'tool_result');
    const wrong = blocks.map((block) => blockComplaint(block, role)).find((complaint) => complaint !== undefined);
    if (wrong !== undefined) return `${at}: ${wrong}`;
    if (blocks.findLastIndex(({ type }) => type === 'tool_result') >= results.length) {
      return `${at}: tool_result blocks must come first`;
    }
    const answered = results.map(({ tool_use_id: id }) => id);
    const missing = open.find((id) => !answered.includes(id));
    if (missing !== undefined) {
      return `${at}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${JSON.stringify(missing)}`;
    }
    if (answered.length !== open.length || new Set(answered).size !== answered.length) {
      return `${at}: unexpected \`tool_use_id\` found in \`tool_result\` blocks`;
    }
    open = blocks.filter(({ type }) => type === 'tool_use').map(({ id }) => id);
    for (const id of open) {
      if (seen.has(id)) return `${at}: \`tool_use\` ids must be unique`;
      seen.add(id);
    }
  }
  return messages.at(-1)?.role === 'user' ? undefined : 'This model does not support assistant message prefill';
}

function blockComplaint(block: Json, role: unknown): Complaint {
  const forUser = ['text', 'image', 'document', 'tool_result'];
  const allowed = role === 'user' ? forUser : ['text', 'thinking', 'redacted_thinking', 'tool_use'];
  if (!allowed.includes(String(block.type))) return `${String(block.type)} blocks are not allowed here`;
  switch (block.type) {
    case 'text':
      return isBlank(block.text) ? 'text content blocks must contain non-whitespace text' : undefined;
    case 'thinking':
      return typeof block.signature === 'string' ? undefined : 'thinking.signature: Field required';
    case 'tool_use':
      if (!isObject(block.input)) return 'tool_use.input: should be a valid dictionary';
      return TOOL_NAME.test(String(block.name)) && CALL_ID.test(String(block.id))
        ? undefined
        : 'tool_use: wrong id or name';
    case 'tool_result': {
      const inner = list(block.content);
      if (inner.some(({ type, text }) => type === 'text' && isBlank(text)))
        return 'tool_result: text must not be blank';
      return undefined;
    }
    case 'redacted_thinking':
      return typeof block.data === 'string' ? undefined : 'redacted_thinking.data: Field required';
    default:
      return isObject(block.source) ? undefined : 'source: Field required';
  }
}

/** The rules of OpenAI's chat completions. */
export function chatComplaint(body: unknown): Complaint {
  if (!isObject(body) || typeof body.model !== 'string') return "you must provide a 'model' parameter";
  const messages = list(body.messages);
  if (messages.length === 0) return "'messages' is too short";
  for (const { function: declared } of list(body.tools)) {
    if (!isObject(declared) || !TOOL_NAME.test(String(declared.name))) return "'tools.name' does not match pattern";
  }
  let open: unknown[] = [];
  for (const [index, message] of messages.entries()) {
    const { role, content, tool_calls: calls } = message;
    if (role === 'tool') {
      if (!open.includes(message.tool_call_id)) {
        return `messages[${index}]: messages with role 'tool' must be a response to a preceding message with 'tool_calls'`;
      }
      if (typeof content !== 'string') return `messages[${index}].content: must be text`;
      open = open.filter((id) => id !== message.tool_call_id);
      continue;
    }
    if (open.length > 0) {
      return `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. Missing: ${open.join(', ')}`;
    }
    const wanted = list(calls);
    if (role === 'assistant' && wanted.length === 0 && isBlank(content)) return `messages[${index}]: content is empty`;
    if (role === 'user' && (typeof content === 'string' ? isBlank(content) : list(content).length === 0)) {
      return `messages[${index}]: content is empty`;
    }
    const wrong = wanted.find(({ id, function: called }) => !goodCall(id, called));
    if (wrong) return `messages[${index}].tool_calls: ${JSON.stringify(wrong)}`;
    open = wanted.map(({ id }) => id);
    if (new Set(open).size !== open.length) return `messages[${index}]: duplicate tool call ids`;
  }
  if (open.length > 0) return `tool calls without results: ${open.join(', ')}`;
  return messages.at(-1)?.role === 'assistant' ? "the last message is the assistant's" : undefined;
}

function goodCall(id: unknown, called: unknown): boolean {
  return (
    CALL_ID.test(String(id)) && isObject(called) && TOOL_NAME.test(String(called.name)) && isJson(called.arguments)
  );
}

/** The rules of OpenAI's responses. */
export function responsesComplaint(body: unknown): Complaint {
  if (!isObject(body) || typeof body.model !== 'string') return "Missing required parameter: 'model'";
  const items = list(body.input);
  if (items.length === 0) return "One of 'input' must be provided";
  const [called, answered] = [new Set<unknown>(), new Set<unknown>()];
  for (const [index, item] of items.entries()) {
    if (item.type === 'function_call') {
      if (called.has(item.call_id)) return `input[${index}]: duplicate call_id`;
      if (!goodCall(item.call_id, item)) return `input[${index}]: wrong function call`;
      called.add(item.call_id);
    } else if (item.type === 'function_call_output') {
      if (!called.has(item.call_id))
        return `No tool call found for function call output with call_id ${String(item.call_id)}.`;
      answered.add(item.call_id);
    } else if (item.type === 'reasoning') {
      if (typeof item.encrypted_content !== 'string') return `input[${index}]: reasoning item not found`;
    } else if (list(item.content).length === 0 || list(item.content).some(({ text }) => text === '')) {
      return `input[${index}].content: empty`;
    }
  }
  const missing = [...called].find((id) => !answered.has(id));
  return missing === undefined ? undefined : `No tool output found for function call ${JSON.stringify(missing)}.`;
}

function list(value: unknown): readonly Json[] {
  if (typeof value === 'string') return [{ type: 'text', text: value }];
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isBlank(value: unknown): boolean {
  return typeof value !== 'string' || value.trim() === '';
}

function isJson(value: unknown): boolean {
  try {
    JSON.parse(String(value));
    return typeof value === 'string';
  } catch {
    return false;
  }
}
