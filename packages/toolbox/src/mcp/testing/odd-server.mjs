/** An MCP server on standard input and output that does, on request, what servers should not. */
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { spawn } from 'node:child_process';

const modes = process.argv.slice(2);
const says = (mode) => modes.includes(mode);
const log = process.env.ODD_LOG;

const TOOLS = {
  echo: ({ text }) => ({ content: [{ type: 'text', text: String(text) }] }),
  env: () => ({ content: [{ type: 'text', text: JSON.stringify(process.env) }] }),
  pid: () => ({ content: [{ type: 'text', text: String(process.pid) }] }),
  unreadable: () => ({ content: [{ type: 'text', text: 'called' }] }),
  hang: () => new Promise(() => {}),
  'hang-noted': () => {
    appendFileSync(log, 'hanging\n');
    return new Promise(() => {});
  },
  die: () => {
    process.stderr.write('something broke inside\nlast words: hunter2-secret\n', () => process.exit(7));
    return new Promise(() => {});
  },
  fail: () => ({ isError: true, content: [{ type: 'text', text: 'no such record' }] }),
  refuse: () => {
    throw new Error('not today');
  },
  big: ({ bytes }) => ({ content: [{ type: 'text', text: 'x'.repeat(bytes) }] }),
  strange: () => ({ content: [{ type: 'hologram' }] }),
  slow: ({ text, ms }) =>
    new Promise((resolve) => setTimeout(() => resolve({ content: [{ type: 'text', text }] }), ms)),
  mismatch: () => ({ content: [{ type: 'text', text: 'plain' }] }),
  flood: () => {
    for (let index = 0; index < 500; index++) process.stderr.write(`${'flood '.repeat(2000)}\n`);
    const answer = { content: [{ type: 'text', text: 'flooded' }] };
    return new Promise((resolve) => process.stderr.write('the last line\n', () => resolve(answer)));
  },
  child: () => {
    const { pid } = spawn('sleep', ['1000'], { detached: true, stdio: 'ignore' });
    return { content: [{ type: 'text', text: String(pid) }] };
  },
  grow: () => {
    extra.push({ name: 'grown', inputSchema: { type: 'object' } });
    send({ method: 'notifications/tools/list_changed' });
    return { content: [] };
  },
  image: ({ bytes }) => ({
    content: [{ type: 'image', mimeType: 'image/png', data: Buffer.alloc(bytes, 1).toString('base64') }],
  }),
};
const extra = [];

const SCHEMAS = {
  echo: {
    type: 'object',
    properties: { text: { type: 'string' }, tree: { $ref: '#/$defs/node' } },
    required: ['text'],
    additionalProperties: false,
    $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' }, value: { type: 'number' } } } },
  },
  unreadable: { type: 'object', properties: { x: { type: 'nonsense' } } },
};

function list() {
  const tools = Object.keys(TOOLS).map((name) => ({
    name,
    description: `Does ${name}`,
    inputSchema: SCHEMAS[name] ?? { type: 'object' },
    ...(name === 'mismatch'
      ? { outputSchema: { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] } }
      : {}),
  }));
  const malformed = says('malformed') ? [{ title: 'nameless' }, { name: 'broken', inputSchema: 'none' }] : [];
  return [...malformed, ...tools, ...extra];
}

function send(message) {
  const line = `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;
  if (!says('noise')) return process.stdout.write(line);
  process.stdout.write(`INFO about to answer\n{"level":"info"}\nno newline: ${line}\n\n[1,2\n`);
}

const HANDLERS = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: { listChanged: true } },
    serverInfo: { name: 'odd', version: '1' },
  }),
  ping: () => ({}),
  'tools/list': ({ cursor } = {}) => {
    if (says('endless')) return { tools: [], nextCursor: `${Number(cursor ?? 0) + 1}` };
    if (!says('pages')) return { tools: list() };
    const start = Number(cursor ?? 0);
    const next = start + 3;
    return { tools: list().slice(start, next), ...(next < list().length ? { nextCursor: String(next) } : {}) };
  },
  'tools/call': ({ name, arguments: args }) => TOOLS[name](args ?? {}),
};

if (says('broken')) {
  process.stderr.write('cannot find my database\n');
  process.exit(3);
}
if (log) appendFileSync(log, `start ${process.pid}\n`);

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (log && method.startsWith('notifications/')) appendFileSync(log, `${method}\n`);
  if (says('silent') || id === undefined || !HANDLERS[method]) continue;
  Promise.resolve()
    .then(() => HANDLERS[method](params))
    .then(
      (result) => send({ id, result }),
      (error) => send({ id, error: { code: -32603, message: error.message } }),
    );
}
