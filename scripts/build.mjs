/** Bundles helve into packages/helve/dist: CommonJS, because Node 20 starts it faster, in chunks that load when needed. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { writeDeclarations } from './declarations.mjs';
import { buildExtension } from './build-extension.mjs';
import { copyDocs, writeManPage } from './package-docs.mjs';

const out = 'packages/helve/dist';

/** What every command needs, in one file: opening ten small ones takes longer than reading one. */
const CORE = new RegExp(
  [
    'node_modules/valibot/',
    'packages/helve/src/(?:main|caller|modules|streams|words|(?:config|permissions|service|doctor)/module)\\.ts$',
    'packages/project/src/(?:index|fs/module|git/module)\\.ts$',
    'packages/shell/src/(?:index|terminal/module)\\.ts$',
    'packages/toolbox/src/(?:index|(?:utcp|mcp|tool|trust)/module|guests/guests)\\.ts$',
    'packages/browser/src/(?:index|module)\\.ts$',
    'packages/assistant/src/(?:session|task|thread|web|plugins)/module\\.ts$',
    'packages/command/src/(?:command|context|errors|input|nearest|parameters|paths|read-at-most|registry|regular-file|run)\\.ts$',
    'packages/command/src/line/(?!blob|check-correction|explain-flag|format|missing-parameters|operator|tokenize|word)',
    'packages/policy/src/authority\\.ts$',
    'packages/settings/src/settings\\.ts$',
    'packages/doors/src/(?:answer|exit-code|terminal)\\.ts$',
  ].join('|'),
);

/** Small pieces that most commands on files share. */
const FILES =
  /packages\/project\/src\/fs\/(?:read\/content|read|paths\/(?:locate|regular-file)|write\/changed-meanwhile)\.ts$/;

/** The way to the service, which many commands take. */
const FORWARD = new RegExp(
  [
    'packages/helve/src/service/(?:client|current|forward|lifecycle|lock|post|pulse|protocol|state|token)\\.ts$',
    'packages/command/src/json-lines\\.ts$',
    'packages/settings/src/home/token-file\\.ts$',
  ].join('|'),
);

/** What the commands of the browser have in common. */
const BROWSER =
  /packages\/browser\/src\/(?:envelope|errors|policy\/local-file|protocol\/(?:action|acting|capturing|constants|element|envelope|errors|inspecting|origin|reading|tabs)|commands\/(?:page-content|paging|parameters|reveal|target))\.ts$/;

/** Files of settings, which the screen reads before the assistant is there. */
const DOCUMENTS = /packages\/settings\/src\/(?:document|locate)\.ts$/;

/** The lock of files that are changed. */
const LOCKS = /packages\/(?:settings\/src\/home\/(?:file-lock|process-identity)|command\/src\/make-folder)\.ts$/;

/** A turn of the assistant, as far as every turn needs it: opening eight small files takes longer than one. */
const ASSISTANT = new RegExp(
  [
    'packages/helve/src/print/',
    'packages/assistant/src/(?:agents|context|conversation|hooks|log|loop|model|opening|permissions|settings|skills|tools|transport)/',
    'packages/assistant/src/providers/(?:choose|http-provider|ollama-url|anthropic/.*)\\.ts$',
    'packages/doors/src/(?:agent|line|tool-input)\\.ts$',
    'packages/command/src/(?:bound|spill)\\.ts$',
  ].join('|'),
);

/** V8 keeps a source of plain ASCII in half the memory, and reads it faster. Strings and patterns mean the same escaped. */
const asciiOnly = {
  name: 'ascii-only',
  generateBundle(_, files) {
    for (const file of Object.values(files)) {
      if (file.type === 'chunk') file.code = file.code.replace(/[^\0-\x7f]/g, escapeCharacter);
    }
  },
};

/** What a client of the latest protocol says first, and then what one of an earlier does. */
const MCP_OPENINGS = [
  [
    {
      id: 1,
      method: 'tools/list',
      params: {
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientInfo': { name: 'build', version: '1' },
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    },
  ],
  [
    {
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'build', version: '1' } },
    },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/list' },
  ],
].map((messages) => messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join(''));

/** What an editor says first. */
const ACP_OPENING = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: 1 } })}\n`;

await rm(out, { recursive: true, force: true });
const files = [
  ...(await bundle('helve', '', '')),
  ...(await bundle('main', 'chunks/', 'chunks/')),
  ...(await bundle('index', '', 'library/')),
];
await buildExtension(`${out}/extension`);
await chmod(`${out}/helve.cjs`, 0o755);
for (const shell of ['bash', 'zsh'])
  await copyFile(`packages/helve/src/shell-init/helve.${shell}`, `${out}/chunks/helve.${shell}`);
// Which sources each file holds and what it loads at once and later; a test reads it to guard what start-up loads.
await writeFile(`${out}/chunks.json`, `${JSON.stringify(files, null, 1)}\n`);
await writeCompileCache();
await copyDocs(`${out}/docs`);
await writeManPage(`${out}/man`, `${out}/helve.cjs`);
await writeDeclarations(`${out}/types`);

/** Bundles one entry of packages/helve/src; `folder` is where it goes, and `chunks` where its chunks go. */
async function bundle(name, folder, chunks) {
  const build = await rolldown({
    input: { [name]: `packages/helve/src/${name}.ts` },
    platform: 'node',
    resolve: {
      conditionNames: ['source', 'import', 'node', 'default'],
      // Its main file loads its parts in a way that cannot be bundled.
      alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
    },
    external: [/^node:/, /^@vscode\/ripgrep/, /^@napi-rs\/keyring/, /^libsql$/],
    plugins: [asciiOnly],
    // What is loaded late by one may be loaded early by another: which file that leads to is guarded by test/start-up.test.ts.
    checks: { ineffectiveDynamicImport: false },
  });
  const { output } = await build.write({
    dir: out,
    format: 'cjs',
    // A real import() does not survive V8's code cache on Node 20.
    dynamicImportInCjs: false,
    minify: true,
    entryFileNames: `${folder}[name].cjs`,
    chunkFileNames: `${chunks}[name].cjs`,
    codeSplitting: {
      groups: [
        { name: 'core', test: CORE },
        { name: 'files', test: FILES },
        { name: 'documents', test: DOCUMENTS },
        { name: 'locks', test: LOCKS },
        { name: 'forward', test: FORWARD },
        { name: 'browser', test: BROWSER },
        { name: 'assistant', test: ASSISTANT },
      ],
    },
  });
  await build.close();
  return output
    .filter((file) => file.type === 'chunk')
    .map(({ fileName, imports, dynamicImports, moduleIds, code }) => ({
      file: fileName,
      bytes: code.length,
      imports,
      dynamicImports,
      modules: moduleIds.map((id) => id.replace(`${process.cwd()}/`, '')),
    }));
}

function escapeCharacter(character) {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

async function writeCompileCache() {
  await bundle('write-cache', '', '');
  await askOnce();
  // Common commands last: what a later one compiles of a shared chunk replaces what an earlier one did.
  const lines = [
    'help',
    'help fs',
    'help git',
    'help browser',
    'explain fs read --path package.json',
    'git log --limit 1',
    'git diff',
    'git status',
    'fs find --query package.json --path scripts',
    'fs list --path scripts',
    'fs grep --query import --path scripts',
    'fs stat --path package.json',
    'fs read --path package.json',
  ];
  const runs = [
    { line: 'acp', input: ACP_OPENING },
    ...MCP_OPENINGS.map((input) => ({ line: 'mcp', input })),
    ...lines.map((line) => ({ line, input: '' })),
  ];
  for (const { line, input } of runs) {
    spawnSync(process.execPath, [`${out}/write-cache.cjs`, ...line.split(' ')], {
      env: { ...process.env, HELVE_HOME: resolve(out, 'no-home') },
      stdio: ['pipe', 'ignore', 'ignore'],
      input,
    });
  }
  await rm(`${out}/write-cache.cjs`);
}

/** Has the assistant take a turn with one call of a tool, against a model that lives as long as that. */
async function askOnce() {
  const answers = [
    [
      { type: 'content_block_start', index: 0, content_block: { type: 'tool_use', id: 'c', name: 'Read', input: {} } },
      {
        type: 'content_block_delta',
        index: 0,
        delta: { type: 'input_json_delta', partial_json: '{"file_path":"package.json"}' },
      },
    ],
    [
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Read.' } },
    ],
  ];
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const events = [
        { type: 'message_start', message: { usage: { input_tokens: 1, output_tokens: 1 } } },
        ...(answers.shift() ?? []),
        { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 1 } },
        { type: 'message_stop' },
      ];
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const home = resolve(out, 'no-home');
  const child = spawn(process.execPath, [`${out}/write-cache.cjs`, '-p', 'Read package.json'], {
    env: {
      ...process.env,
      HELVE_HOME: home,
      ANTHROPIC_API_KEY: 'none',
      ANTHROPIC_BASE_URL: `http://127.0.0.1:${server.address().port}`,
    },
    stdio: 'ignore',
  });
  await once(child, 'exit');
  server.close();
  server.closeAllConnections();
  await rm(home, { recursive: true, force: true });
}
