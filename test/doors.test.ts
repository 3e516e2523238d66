import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Command } from '@helve/command';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { DOORS, type Given, registry } from './kit/doors.ts';
import type { Sandbox } from './kit/helve.ts';
import { openServiceSandbox } from './kit/service.ts';

const commands = await registry.commands();

const START = 'helve terminal session start --session-id dev --command cat';

const THREAD = 'helve thread start --name t --prompt "Where is the haystack?" --model replay/./talk.jsonl';
const CREATED = 'helve thread create --name t --task "Where is the haystack?" --model replay/./talk.jsonl';
const WORKTREE = 'helve thread create --name t --task "Where is the haystack?" --model replay/2026 --worktree';
const WAITING = 'helve thread start --name w --prompt Wait --model replay/./wait.jsonl --mode bypassPermissions';

const CREATE = 'helve task create --title "Write docs"';

const MEMORY = JSON.stringify({
  command: process.execPath,
  args: [createRequire(import.meta.url).resolve('@modelcontextprotocol/server-memory/dist/index.js')],
  env: { MEMORY_FILE_PATH: '${HELVE_HOME}/memory.jsonl' },
});
const CONFIGURE = `helve mcp configure --name memory --config '${MEMORY}'`;
const EVERYTHING = JSON.stringify({
  command: process.execPath,
  args: [createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js'), 'stdio'],
});
const EVERY = `helve mcp configure --name every --config '${EVERYTHING}'`;

const LANGUAGE_SERVER = JSON.stringify({
  ts: {
    command: join(import.meta.dirname, '../node_modules/typescript/bin/tsc'),
    args: ['--lsp', '--stdio'],
    extensionToLanguage: { '.ts': 'typescript' },
  },
});

const RULES = `helve fs write --path AGENTS.md --content $'# Rules\\n\\nUse pnpm, not npm.\\n'`;

const GREET = JSON.stringify({
  name: 'greet',
  call_template_type: 'cli',
  commands: [{ command: 'echo UTCP_ARG_word_UTCP_END' }, { command: 'echo "Previous: $CMD_0_OUTPUT"' }],
});
const REGISTER = `helve utcp register --template '${GREET}'`;

const PLUGIN = `helve fs write --path tools/.claude-plugin/plugin.json --content '{"name":"tools","version":"1.0.0"}'`;
const MARKETPLACE = `helve fs write --path .claude-plugin/marketplace.json --content '{"name":"house","plugins":[{"name":"tools","source":"./tools"}]}'`;
const ADD_MARKETPLACE = 'helve plugin marketplace add --source .';

/** What goes before the example of a command, by the first words of its path. */
const FIRST: Readonly<Record<string, readonly string[]>> = {
  'terminal alias': ['helve terminal alias set --name unit --command "echo hi"'],
  'terminal secret': ['helve terminal secret set --name DB_PASSWORD --value hidden-value'],
  'terminal session': [START],
  code: [`helve config set --key lspServers --value '${LANGUAGE_SERVER}'`],
  config: ['helve config set --key language --value ko'],
  mcp: [CONFIGURE],
  plugin: [PLUGIN, 'helve plugin install --name ./tools'],
  'plugin marketplace': [MARKETPLACE, ADD_MARKETPLACE],
  rules: [RULES],
  task: [CREATE],
  trust: [`${REGISTER} --scope project`],
  utcp: [REGISTER],
};

/**
 * Each command runs its first example, in a repository with a few files, one commit and a remote beside it. Here are those
 * whose example cannot run there or shows too little; where there are more lines, the last is the command's.
 */
const LINES: Readonly<Record<string, string | readonly string[]>> = {
  'fs read': 'helve fs read --path src/a.ts --line-numbers',
  'rules remove': [RULES, 'helve rules confirm --all', 'helve rules remove --name no-npm'],
  'fs read-many': `helve fs read-many --paths '["src/a.ts","gone.txt"]'`,
  'fs list': 'helve fs list --recursive',
  'fs grep': 'helve fs grep --query alpha --context 1',
  'fs inspect': 'helve fs inspect --path src/a.ts --line 1',
  'fs write': `helve fs write --path new/deep.txt --content $'two\\nlines\\n'`,
  'fs copy': 'helve fs copy --from src --to copied',
  'fs create-file': 'helve fs create-file --name c.txt --source hi --path src',
  'fs delete': 'helve fs delete --path notes.txt --permanent',
  'fs delete-file': 'helve fs delete-file --name notes.txt --path .',
  'fs delete-folder': 'helve fs delete-folder --name src --path .',
  'git init': 'helve git init --path another',
  'git clone': 'helve git clone --url ../origin.git --path cloned',
  'git commit': 'helve git commit --message "docs: a message" --all',
  'git branch': 'helve git branch --branch topic',
  'git checkout': 'helve git checkout --branch other --create',
  'git merge': 'helve git merge --branch ahead',
  'git tag': 'helve git tag --tag v1',
  'git push': 'helve git push --dry-run',
  'terminal history': ['helve terminal exec --command "echo a"', 'helve terminal history'],
  'terminal watch': 'helve terminal watch --command "echo a" --max-runs 1',
  'terminal search': ['helve terminal exec --command "echo a"', 'helve terminal search --query echo --history'],
  'terminal secret set': 'helve terminal secret set --name S --value hidden-value',
  'terminal env': 'helve terminal env --action set --name A --value b',
  'terminal env get': ['helve terminal env set --name A --value b', 'helve terminal env get --name A'],
  'terminal session start': START,
  'terminal session read': [START, 'helve terminal session read --session-id dev --timeout-seconds 0'],
  'terminal session write': [START, 'helve terminal session write --session-id dev --input "hi{enter}"'],
  'terminal session stop': [START, 'helve terminal session stop --session-id dev --force'],
  'utcp deregister': [REGISTER, 'helve utcp deregister --name greet'],
  'utcp search': [REGISTER, 'helve utcp search --query greet'],
  'utcp info': [REGISTER, 'helve utcp info --tool greet.call'],
  'utcp call': [REGISTER, `helve utcp call --tool greet.call --args '{"word":"hello"}'`],
  'utcp validate': `helve utcp validate --content '${GREET}'`,
  'utcp manual': `helve utcp manual --protocol direct-call --modules '["git"]'`,
  'mcp configure': CONFIGURE,
  'mcp prompt': [EVERY, 'helve mcp prompt --toolbox every --prompt simple-prompt'],
  'mcp read': [EVERY, 'helve mcp read --toolbox every --uri demo://resource/static/document/architecture.md'],
  'tool list': [REGISTER, 'helve tool list --source utcp'],
  'tool search': [REGISTER, 'helve tool search --query "read a file" --limit 2'],
  'tool call': [REGISTER, `helve tool call --tool greet.call --params '{"word":"hello"}'`],
  'tool trust': [`${REGISTER} --scope project`, 'helve tool trust --path .utcp_config.json'],
  'session rewind': 'helve session rewind --id 2026',
  'trust allow': [`${REGISTER} --scope project`, 'helve trust allow --path .utcp_config.json'],
  'trust revoke': [`${REGISTER} --scope project`, 'helve trust revoke --path .utcp_config.json'],
  'plugin install': [PLUGIN, 'helve plugin install --name ./tools'],
  'plugin uninstall': [PLUGIN, 'helve plugin install --name ./tools', 'helve plugin uninstall --name tools'],
  'plugin enable': [PLUGIN, 'helve plugin install --name ./tools', 'helve plugin enable --name tools'],
  'plugin disable': [PLUGIN, 'helve plugin install --name ./tools', 'helve plugin disable --name tools --scope local'],
  'plugin marketplace add': [MARKETPLACE, ADD_MARKETPLACE],
  'config get': ['helve config set --key language --value ko', 'helve config get --key language --show-origin'],
  'config set': 'helve config set --key permissions.mode --value acceptEdits --scope local',
  'config list': ['helve config set --key env.A --value b', 'helve config list --show-origin'],
  'permissions list': [`helve config set --key permissions.deny --value '["git push"]'`, 'helve permissions list'],
  'session list': 'helve session list --all',
  'session show': 'helve session show --id 2026',
  'session search': 'helve session search --all --query haystack',
  'session export': 'helve session export --id 2026 --format markdown',
  'session bundle': 'helve session bundle --id 2026 --path talk.helve',
  'session open': [
    'helve session bundle --id 2026 --path talk.helve',
    'helve session open --path talk.helve --folder opened',
  ],
  'session fork': 'helve session fork --id 2026',
  'session delete': 'helve session delete --id 2026',
  'task create': `${CREATE} --description "Document it" --agent writer`,
  'task list': [CREATE, 'helve task list --status pending'],
  'task update': [CREATE, `helve task update --id task-1 --data '{"status":"completed"}' --title "Write more docs"`],
  'thread start': THREAD,
  'thread create-start': [
    'helve config set --key model --value replay/./talk.jsonl',
    'helve thread create-start --task "Where is the haystack?"',
  ],
  'thread create': CREATED,
  'thread create-bg': [
    'helve config set --key model --value replay/./talk.jsonl',
    'helve thread create-bg --task "Where is the haystack?"',
  ],
  'thread merge': [WORKTREE, 'helve thread merge --id t'],
  'thread discard': [WORKTREE, 'helve thread discard --id t'],
  'thread get': [CREATED, 'helve thread get --id t'],
  'thread status': [CREATED, 'helve thread status --id t'],
  'thread update': [CREATED, 'helve thread update --id t --priority 5'],
  'thread messages': [THREAD, 'helve thread wait --id t', 'helve thread messages --id t'],
  'thread wait': [THREAD, 'helve thread wait --id t'],
  'thread list': [THREAD, 'helve thread read --id t --wait', 'helve thread list'],
  'thread read': [THREAD, 'helve thread read --id t --wait'],
  'thread send': [THREAD, 'helve thread read --id t --wait', 'helve thread send --id t --prompt "And the needle?"'],
  'thread stop': [WAITING, 'helve thread stop --id w'],
  'thread delete': [WAITING, 'helve thread delete --id w --force'],
};

/** They start a process that outlives the line, need a thread that asks, a browser, the web, somebody to log in to, or tell of this machine: each has a test of its own. */
const ELSEWHERE = /^(?:service (?:start|restart)|thread answer|browser .*|web .*|doctor .*|mcp login)$/;

const SETUP = `set -e
git init -q -b main . && git add src notes.txt package.json .gitignore && git commit -qm first
git branch ahead && git clone -q --bare . ../origin.git && git remote add origin ../origin.git && git fetch -q
git branch -q -u origin/main
echo 'export const late = 1;' >> src/a.ts
echo '{ "name": "changed" }' > package.json`;

async function openRepository(): Promise<Sandbox> {
  const sandbox = await openServiceSandbox({
    'src/a.ts': 'export const alpha = 1;\n',
    'notes.txt': 'hello\nalpha\n',
    'package.json': '{ "name": "sample" }\n',
    '.gitignore': 'change.diff\n*.jsonl\n',
    'talk.jsonl': recording({ type: 'text', text: 'Behind the barn.' }),
    'wait.jsonl': recording({ type: 'toolCall', id: 'c', name: 'Bash', input: { command: 'sleep 1000' } }),
    'change.diff': '--- a/notes.txt\n+++ b/notes.txt\n@@ -1,2 +1,2 @@\n hello\n-alpha\n+beta\n',
  });
  await keepConversation(sandbox);
  // Fixed people and times make commits the same wherever they are made.
  Object.assign(sandbox.env, {
    SHELL: '/bin/bash',
    GIT_AUTHOR_NAME: 'A',
    GIT_AUTHOR_EMAIL: 'a@example.com',
    GIT_COMMITTER_NAME: 'A',
    GIT_COMMITTER_EMAIL: 'a@example.com',
    GIT_AUTHOR_DATE: '2026-01-01T00:00:00Z',
    GIT_COMMITTER_DATE: '2026-01-01T00:00:00Z',
    GIT_CONFIG_GLOBAL: join(sandbox.home, 'gitconfig'),
  });
  await writeFile(join(sandbox.home, 'gitconfig'), '[protocol "file"]\n\tallow = always\n');
  expect(await sandbox.run('bash', ['-c', SETUP])).toMatchObject({ code: 0 });
  return sandbox;
}

const place = (id: string, parent: string | null) => ({ id, parent, time: '2026-01-01T00:00:00.000Z' });

/** A conversation in which the model said one thing. */
function recording(part: object): string {
  const usage = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0 };
  const entries = [
    { ...place('a', null), type: 'start', version: 1, cwd: '/elsewhere' },
    { ...place('b', 'a'), type: 'user', origin: 'prompt', content: [{ type: 'text', text: 'Where is the haystack?' }] },
    { ...place('c', 'b'), type: 'assistant', model: 'x', usage, content: [part] },
  ];
  return entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
}

/** A conversation of another folder. */
async function keepConversation({ home }: Sandbox): Promise<void> {
  const folder = join(home, 'projects', 'elsewhere-1');
  await mkdir(folder, { recursive: true });
  const entries = [
    { ...place('a', null), type: 'start', version: 1, cwd: '/elsewhere' },
    { ...place('b', 'a'), type: 'user', origin: 'prompt', content: [{ type: 'text', text: 'Where is the haystack?' }] },
  ];
  const lines = entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
  await writeFile(join(folder, '20260101-000000-abcd.jsonl'), lines);
}

/** What differs from one sandbox, moment or run to the next. */
function withoutChance(given: Given, { dir }: Sandbox): unknown {
  const text = JSON.stringify(given)
    .replaceAll(join(dir, '..'), '<base>')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d[:-]\d\d[:-]\d\d[.-]\d{3}Z(?:-\w+)?/g, '<time>')
    .replaceAll(/"id":"\d{8}-\d{6}-\w{4}"/g, '"id":"<conversation>"')
    .replaceAll(/helve\/\d{8}-\d{6}-\w{4}/g, 'helve/<conversation>')
    .replaceAll(/"entry":"\w{8}"/g, '"entry":"<entry>"')
    // Only a server that ends with its client owns the sessions that it starts.
    .replaceAll(/"owner":\d+,/g, '')
    .replaceAll(/"(pid|duration|idle|startedAt|bytes)":[\d.]+/g, '"$1":0');
  const { warnings: _, ...neutral } = JSON.parse(text);
  const { variables } = neutral.data ?? {};
  if (variables) {
    // A shell between us and the program adds these.
    for (const name of ['PWD', 'OLDPWD', 'SHLVL', '_', 'HELVE_OWNER']) delete variables[name];
    neutral.data.count = 0;
  }
  return neutral;
}

const covered = commands.filter(({ path }) => !ELSEWHERE.test(path));

it('has lines only for commands that there are', () => {
  const paths = covered.map(({ path }) => path);
  expect(Object.keys(LINES).filter((path) => !paths.includes(path))).toEqual([]);
});

function linesOf({ path, examples: [example = ''] }: Command): readonly string[] {
  const lines = LINES[path];
  if (lines !== undefined) return typeof lines === 'string' ? [lines] : lines;
  const groups = Object.keys(FIRST).filter((group) => path.startsWith(`${group} `));
  const [nearest = ''] = groups.sort((a, b) => b.length - a.length);
  return [...(FIRST[nearest] ?? []), example];
}

/** What each door answers to the same lines, each in a sandbox of its own. */
async function askAll(lines: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
  const answers: Record<string, unknown> = {};
  for (const [name, run] of Object.entries(DOORS)) {
    const sandbox = await openRepository();
    const given = await run(sandbox, lines);
    if (given) answers[name] = withoutChance(given, sandbox);
  }
  return answers;
}

describe('every door gives the same answer', () => {
  it.each(covered.map((command) => [command.path, command] as const))('%s', async (_, command) => {
    const { line, ...others } = await askAll(linesOf(command));
    expect(line).toMatchObject({ ok: true });
    const { output } = command;
    const { entries = {} } = output as Partial<v.ObjectSchema<v.ObjectEntries, undefined>>;
    v.assert(v.strictObject(entries), (line as Given).data);
    for (const [door, answer] of Object.entries(others)) expect({ door, answer }).toEqual({ door, answer: line });
  });

  it.each([
    'helve fs read --path gone.txt',
    'helve fs edit --path notes.txt --old-text nothing --new-text x',
    'helve git checkout --branch gone',
    'helve terminal session read --session-id none',
    'helve fs read --pth x',
    'helve fs raed',
    'helve nope',
  ])('also when it is an error: %s', async (failing) => {
    const { line, ...others } = await askAll([failing]);
    expect(line).toMatchObject({ ok: false });
    for (const [door, answer] of Object.entries(others)) {
      expect({ door, answer: withoutNames(answer) }).toEqual({ door, answer: withoutNames(line) });
    }
  });
});

/** The answer without its hint, in which each door names other commands as its callers do. That there is one stays. */
function withoutNames(answer: unknown): unknown {
  const { error } = answer as { readonly error?: { readonly hint?: string } };
  return error ? { ...(answer as object), error: { ...error, hint: error.hint !== undefined } } : answer;
}
