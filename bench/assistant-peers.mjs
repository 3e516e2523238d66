/** One answer of a model on loopback, asked for by us and by other assistants: the same server, the same run, in turns. */
import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { columns, takeTurns } from './measure.mjs';
import { loadSource } from './source.mjs';

const PROMPT = 'Say hello';
const MODEL = 'claude-sonnet-4-6';
const ROUNDS = 5;

export const ASSISTANT_PACKAGES = [
  '@openai/codex@0.166.0',
  'opencode-ai@1.18.33',
  '@mariozechner/pi-coding-agent@0.73.1',
  '@qwen-code/qwen-code@0.15.10',
];

/** A table of what each assistant takes for one answer. The peers are installed in the scratch folder. */
export async function assistantTable(scratch) {
  const { startModelServer, TEST_KEY } = await loadSource();
  let firstAt = 0;
  const server = await startModelServer(() => {
    firstAt ||= performance.now();
    return { text: 'Done.' };
  });
  const [home, cwd] = [join(scratch, 'assistants'), join(scratch, 'work')];
  await mkdir(cwd, { recursive: true });
  const configured = await configure(server, { scratch, home, cwd, key: TEST_KEY });
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    TERM: 'dumb',
    ANTHROPIC_API_KEY: TEST_KEY,
    OPENAI_API_KEY: TEST_KEY,
    OPENAI_BASE_URL: server.openAiUrl,
    OPENAI_MODEL: 'gpt-4.1',
  };
  const run = ({ command, args, env: more }, before = []) =>
    finish([...before, command, ...args], { cwd, env: { ...env, ...more } });
  try {
    // Not everyone runs on every machine.
    const assistants = [];
    for (const assistant of configured) {
      await run(assistant).then(
        () => assistants.push(assistant),
        (error) => console.error(`${assistant.name} does not run here: ${error.message.slice(0, 200)}`),
      );
    }
    const firsts = assistants.map(() => []);
    const timed = assistants.map((assistant, index) => async () => {
      firstAt = 0;
      const begun = performance.now();
      await run(assistant);
      firsts[index].push(firstAt - begun);
    });
    const times = await takeTurns([...timed, () => finish([process.execPath, '-e', '0'], { cwd, env })], ROUNDS);
    const node = times.at(-1);
    const rows = [];
    for (const [index, assistant] of assistants.entries()) {
      const before = server.requests.length;
      const said = await run(assistant, ['/usr/bin/time', '-f', 'most memory: %M', '--']);
      const bytes = server.requests.slice(before).map(({ text }) => Buffer.byteLength(text));
      rows.push([
        assistant.name,
        `${times[index].toFixed(0)} ms = ${(times[index] / node).toFixed(1)} x`,
        `${median(firsts[index].slice(1)).toFixed(0)} ms`,
        `${Math.max(...bytes).toLocaleString('en-US')} bytes`,
        String(bytes.length),
        `${Math.round(Number(/most memory: (\d+)/.exec(said)?.[1]) / 1024)} MB`,
      ]);
    }
    const head = ['', 'one answer / node -e 0', 'to first request', 'largest request', 'requests', 'most memory'];
    return columns([head, ...rows]);
  } finally {
    await server.close();
  }
}

/** How each is told of the server, and asked. */
async function configure({ url, openAiUrl }, { scratch, home, cwd, key }) {
  const write = async (file, content) => {
    await mkdir(resolve(file, '..'), { recursive: true });
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  };
  const bin = (name) => join(scratch, 'node_modules/.bin', name);
  await write(
    join(home, '.codex/config.toml'),
    `model = "gpt-5.1"\nmodel_provider = "fake"\n[model_providers.fake]\nname = "fake"\nbase_url = "${openAiUrl}"\nenv_key = "OPENAI_API_KEY"\nwire_api = "responses"\n`,
  );
  const model = { id: MODEL, name: MODEL, reasoning: false, input: ['text'], contextWindow: 200_000, maxTokens: 8192 };
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  const pi = { baseUrl: url, apiKey: key, api: 'anthropic-messages', models: [{ ...model, cost }] };
  await write(join(home, '.pi/agent/models.json'), { providers: { fake: pi } });
  const opencode = {
    npm: '@ai-sdk/anthropic',
    options: { baseURL: `${url}/v1`, apiKey: key },
    models: { [MODEL]: {} },
  };
  await write(join(cwd, 'opencode.json'), {
    provider: { fake: opencode },
    model: `fake/${MODEL}`,
    autoupdate: false,
    share: 'disabled',
  });
  return [
    {
      name: 'helve',
      command: process.execPath,
      args: [resolve('packages/helve/dist/helve.cjs'), '-p', PROMPT],
      env: { ANTHROPIC_BASE_URL: url },
    },
    { name: 'codex', command: bin('codex'), args: ['exec', '--skip-git-repo-check', PROMPT] },
    {
      name: 'pi',
      command: bin('pi'),
      args: ['-p', '--provider', 'fake', '--model', MODEL, PROMPT],
      env: { PI_OFFLINE: '1', PI_SKIP_VERSION_CHECK: '1' },
    },
    {
      name: 'qwen-code',
      command: bin('qwen'),
      args: ['--auth-type', 'openai', '-p', PROMPT],
      env: { QWEN_TELEMETRY_ENABLED: '0' },
    },
    { name: 'opencode', command: bin('opencode'), args: ['run', PROMPT] },
  ];
}

/** Runs a program while this process goes on answering for the model; gives what it says on stderr. */
function finish([command, ...args], options) {
  return new Promise((done, fail) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.on('data', (text) => {
      said += text;
    });
    child.on('error', fail);
    child.on('close', (code) => (code === 0 ? done(said) : fail(new Error(`${command} ended with ${code}: ${said}`))));
  });
}

function median(values) {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)];
}
