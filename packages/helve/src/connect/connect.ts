import { join } from 'node:path';
import { CommandError, didYouMean, flag, readTextIfAny, text } from '@helve/command';
import { defineWord, readWord } from '@helve/command/line';
import type { ExitCode, Streams, TerminalProgram } from '@helve/doors';
import { isMarkedAsModel } from '@helve/policy';
import { changeText } from '@helve/settings';
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';
import * as v from 'valibot';
import { enterFolder } from '../caller.ts';
import { isAttended } from '../streams.ts';
import { type Checked, checkLaunch } from './check.ts';
import { type Client, CLIENTS, launchOf, type UserFolders } from './clients.ts';
import { readEntry, withEntry } from './document.ts';
import { launchWith } from './launch.ts';

const INPUT = v.object({
  check: flag('Start helve as the client would, and list its tools'),
  project: flag('Use the configuration of this project (default: that of the user)'),
  remove: flag('Remove helve from the configuration'),
  yes: flag('Write without asking'),
  tools: v.optional(text('Tool sets that the client gets, as in helve mcp --tools')),
  sandbox: flag('Run all programs of the client in the sandbox'),
});

type Input = v.InferOutput<typeof INPUT>;

export const CONNECT = defineWord({
  path: 'connect',
  summary: 'Add helve to the MCP servers of a client, after showing the change',
  words: '[client]',
  globals: ['json', 'cwd', 'help'],
  input: INPUT,
  examples: [
    'helve connect',
    'helve connect claude-code',
    'helve connect cursor --project --yes',
    'helve connect --check',
  ],
});

/** `helve connect`: lists the clients; with the name of one, changes its configuration; with --check, tries it. */
export async function runConnect({ args, streams }: TerminalProgram): Promise<ExitCode> {
  const { input, words, globals } = await readWord(CONNECT, args);
  const cwd = await enterFolder(process.cwd(), globals.cwd);
  const answer = new Answer(streams, globals.json === true);
  const [name, more] = words;
  if (more !== undefined) {
    throw new CommandError('INVALID_INPUT', `connect takes one client, and got ${words.join(' and ')}`, {
      hint: 'For example: helve connect claude-code',
    });
  }
  const client = name === undefined ? undefined : findClient(name);
  if (input.check) return checkAll(client ? [client] : CLIENTS, { input, cwd, answer });
  if (!client) return list({ input, cwd, answer });
  return change(client, { input, cwd, answer });
}

interface Call {
  readonly input: Input;
  readonly cwd: string;
  readonly answer: Answer;
}

async function list({ input, cwd, answer }: Call): Promise<ExitCode> {
  const clients = CLIENTS.filter(({ projectFile }) => !input.project || projectFile !== undefined).map((client) => {
    const file = fileOf(client, input, cwd);
    return { client: client.name, title: client.title, file, state: stateOf(client, file) };
  });
  const rows = clients.map(({ client, state, file }) => `${client.padEnd(15)}${state.padEnd(15)}${file}`);
  await answer.give({ clients }, [...rows, '', 'Add helve to one: helve connect <client>'].join('\n'));
  return 0;
}

async function change(client: Client, { input, cwd, answer }: Call): Promise<ExitCode> {
  const file = fileOf(client, input, cwd);
  const flags = [
    ...(input.tools === undefined ? [] : ['--tools', input.tools]),
    ...(input.sandbox ? ['--sandbox'] : []),
  ];
  const launch = launchWith(['mcp', ...flags], {
    program: process.argv[1] ?? '',
    node: process.execPath,
    path: process.env.PATH,
  });
  const edit = (before: string) => withEntry(before, client, file, input.remove ? undefined : client.entry(launch));
  const before = readTextIfAny(file) ?? '';
  const after = edit(before);
  const done = { client: client.name, file };
  if (after === before || (before === '' && input.remove)) {
    const state = input.remove ? 'is not there' : 'is there already';
    await answer.give({ ...done, changed: false }, `Nothing to change: helve ${state} (${file})`);
    return 0;
  }
  const diff = createTwoFilesPatch(file, file, before, after, undefined, undefined, {
    headerOptions: FILE_HEADERS_ONLY,
  });
  answer.show(diff);
  await approve(file, input);
  // Another program may have changed the file while the user read the change.
  await changeText(file, edit, 0o600);
  await answer.give({ ...done, changed: true, diff }, `Changed ${file}\n${client.next}`);
  return 0;
}

async function approve(file: string, { yes }: Input): Promise<void> {
  if (isMarkedAsModel(process.env)) {
    throw new CommandError('PERMISSION_DENIED', `${file} can be changed by a person only`, {
      hint: 'Ask the user to run helve connect in a terminal.',
      retry: 'never',
    });
  }
  if (yes) return;
  if (!isAttended()) {
    throw new CommandError('INVALID_INPUT', `${file} was not changed, because nobody can be asked here`, {
      hint: 'Add --yes to write without asking.',
    });
  }
  const { createInterface } = await import('node:readline/promises');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question('Write this change? [y/N] ');
    if (/^y(?:es)?$/i.test(answer.trim())) return;
  } finally {
    terminal.close();
  }
  throw new CommandError('CANCELLED', `${file} was not changed: you declined`);
}

async function checkAll(clients: readonly Client[], { input, cwd, answer }: Call): Promise<ExitCode> {
  const checks: ({ client: string; file: string; command: string } & Checked)[] = [];
  for (const client of clients.filter(({ projectFile }) => !input.project || projectFile !== undefined)) {
    const file = fileOf(client, input, cwd);
    const launch = launchOf(readEntry(readTextIfAny(file) ?? '', client, file));
    if (!launch && clients.length > 1) continue;
    if (!launch) throw notConnected(client, file);
    const command = [launch.command, ...launch.args].join(' ');
    const checked = await checkLaunch(launch, { cwd, env: process.env, signal: new AbortController().signal });
    checks.push({ client: client.name, file, command, ...checked });
  }
  const lines = checks.map((each) =>
    each.ok
      ? `✓ ${each.client}: ${each.command} offers ${each.tools.length} tools: ${each.tools.join(', ')}`
      : `✗ ${each.client}: ${each.command} does not work: ${each.reason}`,
  );
  await answer.give({ checks }, lines.join('\n') || 'No client is connected. Add helve to one: helve connect <client>');
  return checks.every(({ ok }) => ok) ? 0 : 1;
}

function findClient(name: string): Client {
  const found = CLIENTS.find((client) => client.name === name);
  if (found) return found;
  const names = CLIENTS.map((client) => client.name);
  throw new CommandError('INVALID_INPUT', `${name} is not a client that helve knows`, {
    hint: didYouMean(name, names, `One of: ${names.join(', ')}. Others: let them start "helve mcp".`),
  });
}

function stateOf(client: Client, file: string): 'connected' | 'not connected' | 'broken' {
  try {
    return readEntry(readTextIfAny(file) ?? '', client, file) === undefined ? 'not connected' : 'connected';
  } catch {
    return 'broken';
  }
}

function fileOf(client: Client, { project }: Input, cwd: string): string {
  if (!project) return client.userFile(userFolders());
  if (client.projectFile !== undefined) return join(cwd, client.projectFile);
  throw new CommandError('INVALID_INPUT', `${client.title} has no configuration in projects`, {
    hint: 'Leave --project out.',
  });
}

function notConnected({ name, title }: Client, file: string): CommandError {
  return new CommandError('NOT_FOUND', `${title} does not start helve: there is no entry in ${file}`, {
    hint: `Add it: helve connect ${name}`,
  });
}

function userFolders(): UserFolders {
  const { env, platform } = process;
  const home = env.HOME ?? env.USERPROFILE ?? '';
  const applications = {
    darwin: join(home, 'Library', 'Application Support'),
    win32: env.APPDATA ?? join(home, 'AppData', 'Roaming'),
  }[platform as string];
  return { home, applications: applications ?? env.XDG_CONFIG_HOME ?? join(home, '.config'), env };
}

/** Text for a person at a terminal, one line of JSON for everyone else. */
class Answer {
  readonly #streams: Streams;
  readonly #asJson: boolean;

  constructor(streams: Streams, json: boolean) {
    this.#streams = streams;
    this.#asJson = json || !streams.stdoutIsTerminal;
  }

  show(talk: string): void {
    this.#streams.writeError(talk);
  }

  async give(data: object, view: string): Promise<void> {
    await this.#streams.write(this.#asJson ? `${JSON.stringify({ ok: true, data })}\n` : `${view}\n`);
  }
}
