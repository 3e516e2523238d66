/** Calling tools that live elsewhere, next to doing the same without helve. */
import { execFile } from 'node:child_process';
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSource } from './source.mjs';
import { ratio, takeTurns } from './measure.mjs';

export async function toolboxRows() {
  const { cliProtocol, UtcpClient } = await loadSource();
  const base = await mkdtemp(join(tmpdir(), 'helve-bench-'));
  try {
    return [await cliRow(cliProtocol, base), ...(await manyRows(UtcpClient, base))];
  } finally {
    await rm(base, { recursive: true, force: true });
  }
}

/** The steps of the contract's example "analyze_directory". */
async function cliRow(protocol, base) {
  const dir = join(base, 'files');
  await mkdir(dir);
  for (let index = 0; index < 50; index++) await writeFile(join(dir, `file-${index}`), 'text\n');
  const commands = [
    { command: 'cd UTCP_ARG_path_UTCP_END' },
    { command: 'find . -type f | wc -l' },
    { command: 'echo "Directory Analysis: $(du -sh .), $CMD_1_OUTPUT files"' },
  ];
  const template = { call_template_type: 'cli', commands };
  const tool = { name: 'analyze', description: '', inputs: {}, outputs: {}, tags: [], tool_call_template: template };
  const host = {
    cwd: base,
    root: base,
    home: join(base, 'home'),
    env: process.env,
    now: Date.now,
    signal: new AbortController().signal,
    progress: () => {},
    warn: () => {},
    allow: {},
  };
  const ours = async () => {
    const { value } = await protocol.call({ manualName: 'bench', tool, template, args: { path: dir } }, host);
    if (!/^Directory Analysis: .*, 50 files$/.test(value)) throw new Error(`An odd answer: ${value}`);
  };
  const script = 'cd "$1"; n=$(find . -type f | wc -l); echo "Directory Analysis: $(du -sh .), $n files"';
  const bare = () =>
    new Promise((resolve, reject) => {
      // Without it bash takes the socket that Node gives it for a network login, and reads the user's own start-up file.
      const env = { ...process.env, SHLVL: '1' };
      execFile('bash', ['-c', script, '_', dir], { env }, (error) => (error ? reject(error) : resolve()));
    });
  const times = await takeTurns([ours, bare], 200);
  return ratio('a cli tool of three steps', 'bash -c of the same', times, 1.2);
}

const MANY = 1000;

/** A manual as large as those of whole companies, from its text on, and looking for something in it. */
async function manyRows(UtcpClient, base) {
  const content = JSON.stringify({ utcp_version: '1.0.0', manual_version: '1.0.0', tools: manyTools() });
  const template = { name: 'many', call_template_type: 'text', content };
  const client = await UtcpClient.open({}, { cwd: base, rootDir: base, home: join(base, 'home'), env: {} });
  try {
    const register = async () => {
      const { manual } = await client.registerManual(template);
      if (manual.tools.length !== MANY) throw new Error(`Only ${manual.tools.length} tools were registered`);
    };
    const [registering] = await takeTurns([register, () => client.deregisterManual('many')], 30);
    await register();
    const queries = [
      'create invoice',
      'list of customers by country',
      'delete',
      'invoice_document_37',
      'nothing like it',
    ];
    const found = await client.searchTools('create invoice');
    if (!/create.*invoice/.test(found[0]?.name)) throw new Error(`An odd tool was found: ${found[0]?.name}`);
    const searches = queries.map((query) => () => client.searchTools(query));
    const searching = Math.max(...(await takeTurns(searches, 100)));
    return [
      milliseconds(`registering ${MANY} tools`, registering, 100),
      milliseconds(`searching ${MANY} tools, the slowest of ${queries.length} queries`, searching, 5),
    ];
  } finally {
    await client.close();
  }
}

/** Tools with names, descriptions and schemas as APIs have them. */
function manyTools() {
  const actions = ['create', 'list', 'update', 'delete', 'export'];
  const things = ['invoice', 'customer', 'order', 'shipment', 'product'];
  const parts = ['document', 'address', 'comment', 'label'];
  return Array.from({ length: MANY }, (_, index) => {
    const pick = (words, every) => words[Math.floor(index / every) % words.length];
    const [action, thing, part] = [pick(actions, 1), pick(things, 5), pick(parts, 25)];
    return {
      name: `${action}_${thing}_${part}_${index}`,
      description: `${action} the ${part} of one ${thing} or of several, by country, date and status. Needs the scope ${thing}:${action}.`,
      tags: [thing, part],
      inputs: {
        type: 'object',
        properties: {
          id: { type: 'string', description: `Which ${thing}` },
          limit: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
          filter: { type: 'object', properties: { country: { type: 'string' }, since: { type: 'string' } } },
        },
        required: ['id'],
      },
      outputs: { type: 'object', properties: { id: { type: 'string' } } },
      tool_call_template: {
        call_template_type: 'http',
        http_method: 'POST',
        url: `https://api.example.com/${thing}/{id}`,
      },
    };
  });
}

function milliseconds(name, value, atMost) {
  return { name, value, unit: 'ms', against: '', atMost, detail: '' };
}
