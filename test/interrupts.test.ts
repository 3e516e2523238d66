import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ReceivedRequest } from '../packages/assistant/src/testing/model-server.ts';
import type { ScriptedReply } from '../packages/assistant/src/testing/scripted-reply.ts';
import { type AssistantSandbox, openAssistant } from './kit/assistant.ts';
import { BINARY } from './kit/helve.ts';
import { processesWith, uniqueSeconds, waitFor } from '../packages/processes/src/testing/processes.ts';

const never = new Promise<never>(() => {});

/** By this number the processes of these tests are known, also in the sandbox. */
const SECONDS = uniqueSeconds();
/** A command that shows that it runs by a file and never ends by itself, nor does what it started. */
const lasting = (name: string) => `sleep ${SECONDS} & touch ${name}.pid; sleep ${SECONDS}`;
const bash = (command: string) => ({ name: 'Bash', input: { command } });
const agent = (prompt: string) => ({ name: 'Agent', input: { prompt } });
/** A hook that never ends when it is first asked. */
const hook = (event: string) => ({
  hooks: { [event]: [{ hooks: [{ type: 'command', command: `[ -e hook.pid ] || { ${lasting('hook')}; }` }] }] },
});

interface Moment {
  readonly script: (request: ReceivedRequest, index: number) => ScriptedReply;
  readonly settings?: object;
  /** The commands that run then. */
  readonly running?: readonly string[];
  /** What is in the stream by then. */
  readonly says?: string;
  /** What was asked of the model by then. */
  readonly asked?: string;
  /** Hooks have not yet let in what was said, so there may be nothing to go on with. */
  readonly isNew?: true;
}

const firstText = ({ body }: ReceivedRequest): string => body.messages[0].content[0].text;

/** A window that two results of tools fill, so that it has to be summarised. */
const SMALL = { models: { 'claude-sonnet-5-5': { window: 10_000 } } };
const FILLING = { calls: [bash('seq 1 3000')], usage: { input: 9_000 } };
const SUMMARISING = 'The window is filling up';
const isSummary = ({ text }: ReceivedRequest) => text.includes(SUMMARISING);

const MOMENTS: Readonly<Record<string, Moment>> = {
  'before the answer begins': { script: () => ({ text: 'x', silence: never }), asked: 'Begin' },
  'while it waits to ask an overloaded provider again': {
    script: () => ({ status: 529, headers: { 'retry-after': '60' } }),
    says: '"subtype":"retry"',
  },
  'while the model speaks': { script: () => ({ text: ['Half', ' of it'], hold: never }), says: '"Half"' },
  'while the model writes its calls': {
    script: () => ({ text: ['Look'], calls: [bash('echo a'), bash('echo b'), bash('echo c')], hold: never }),
    says: '"Look"',
  },
  'while one tool runs and others wait': {
    script: () => ({
      calls: [bash(lasting('one')), bash(lasting('two')), { name: 'Write', input: { file_path: 'a', content: 'x' } }],
    }),
    running: ['one'],
  },
  'while two subagents run commands': {
    script: (request) => {
      const prompt = firstText(request);
      return prompt === 'Begin' ? { calls: [agent('one'), agent('two')] } : { calls: [bash(lasting(prompt))] };
    },
    running: ['one', 'two'],
  },
  'while a subagent is answered': {
    script: (request) =>
      firstText(request) === 'Begin' ? { calls: [agent('one')] } : { text: ['Half', ' of it'], hold: never },
    asked: '"text":"one"',
  },
  'while it is summarised': {
    script: (request) => (isSummary(request) ? { text: ['A sum', 'mary'], hold: never } : FILLING),
    settings: SMALL,
    asked: SUMMARISING,
  },
  'while a hook looks at the prompt': {
    script: () => ({ text: 'x' }),
    settings: hook('UserPromptSubmit'),
    running: ['hook'],
    isNew: true,
  },
  'while a hook looks at the beginning': {
    script: () => ({ text: 'x' }),
    settings: hook('SessionStart'),
    running: ['hook'],
    isNew: true,
  },
  'while a hook looks at what is to be summarised': {
    script: () => FILLING,
    settings: { ...SMALL, ...hook('PreCompact') },
    running: ['hook'],
  },
  'while a hook looks at what a subagent did': {
    script: (request) => (firstText(request) === 'Begin' ? { calls: [agent('one')] } : { text: 'Did it.' }),
    settings: hook('SubagentStop'),
    running: ['hook'],
  },
  'while a hook looks at a call': {
    script: () => ({ calls: [bash('echo a'), bash('echo b')] }),
    settings: hook('PreToolUse'),
    running: ['hook'],
  },
  'while a hook looks at a result': {
    script: () => ({ calls: [bash('echo a'), bash('echo b')] }),
    settings: hook('PostToolUse'),
    running: ['hook'],
  },
  'while a hook looks at the end': { script: () => ({ text: 'x' }), settings: hook('Stop'), running: ['hook'] },
};

/** Print mode, at that moment. */
async function begin({ script, settings, running = [], says = '', asked = '' }: Moment) {
  const again = { isNow: false };
  const sandbox = await openAssistant(
    (request, index) => {
      if (!again.isNow) return script(request, index);
      return { text: isSummary(request) ? '## Goal' : 'Here I am.' };
    },
    {},
    settings,
  );
  const { dir, env, server } = sandbox;
  const args = ['-p', 'Begin', '--permission-mode', 'bypassPermissions'];
  const stream = ['--output-format', 'stream-json', '--include-partial-messages'];
  const child = spawn(process.execPath, [BINARY, ...args, ...stream], {
    cwd: dir,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines: string[] = [];
  createInterface(child.stdout).on('line', (line) => lines.push(line));
  const exited = once(child, 'close');
  const told = () => [...lines, ...server.requests.map(({ text }) => text)].join('\n');
  for (const words of [says, asked]) await expect.poll(told, { timeout: 30_000 }).toContain(words);
  const started = async () => (await readdir(dir)).filter((name) => name.endsWith('.pid')).sort();
  await expect.poll(started, { timeout: 30_000 }).toEqual(running.map((name) => `${name}.pid`));
  again.isNow = true;
  return { ...sandbox, child, lines, exited };
}

async function allGone(): Promise<void> {
  await waitFor(() => processesWith(`sleep ${SECONDS}`).length === 0);
}

/** Whether every line of the logs is whole; the last one may not be where the process was killed. */
async function logsAreWhole(home: string, mayBeTorn: boolean): Promise<boolean> {
  const names = await readdir(join(home, 'projects'), { recursive: true }).catch(() => []);
  const logs = names
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => readFile(join(home, 'projects', name), 'utf8'));
  const lines = (await Promise.all(logs)).map((log) => log.split('\n'));
  const whole = lines.flatMap((each) => each.slice(0, -1)).every((line) => typeof JSON.parse(line).id === 'string');
  return whole && (mayBeTorn || lines.every((each) => each.at(-1) === ''));
}

/** The conversation goes on with requests that are valid, and knows what was said before. */
async function goesOn({ ask, server }: AssistantSandbox, isNew = false): Promise<void> {
  const before = server.requests.length;
  expect(await ask('Go on', isNew ? [] : ['-c'])).toMatchObject({ code: 0, stdout: 'Here I am.\n' });
  const [next] = server.requests.slice(before);
  expect(next && firstText(next)).toBe(isNew ? 'Go on' : 'Begin');
}

/** Nobody can do anything about the one; the other comes when the terminal is closed. */
const DEADLY = ['SIGKILL', 'SIGHUP'] as const;

describe.each(Object.entries(MOMENTS))('%s', (_, moment) => {
  it.each(['SIGINT', 'SIGTERM'] as const)('%s ends all that runs, says so, and it can go on', async (signal) => {
    const begun = await begin(moment);
    begun.child.kill(signal);
    expect(await begun.exited).toEqual([130, null]);
    const last = JSON.parse(begun.lines.at(-1) ?? '');
    expect(last).toMatchObject({ type: 'result', subtype: 'error_interrupted' });
    await allGone();
    expect(await logsAreWhole(begun.home, false)).toBe(true);
    await goesOn(begun, moment.isNew);
  });

  it.each(DEADLY)('%s leaves nothing that runs, and it can go on', async (signal) => {
    const begun = await begin(moment);
    begun.child.kill(signal);
    expect(await begun.exited).toEqual([null, signal]);
    await allGone();
    expect(await logsAreWhole(begun.home, true)).toBe(true);
    await goesOn(begun, moment.isNew);
  });
});

it('a second signal ends it at once, also while a hook hears of the end', async () => {
  const begun = await begin({ script: () => ({ text: 'x' }), settings: hook('SessionEnd'), running: ['hook'] });
  // Two that come at the same time are one.
  const signal = () => {
    begun.child.kill('SIGINT');
    return begun.child.signalCode;
  };
  await expect.poll(signal, { timeout: 30_000 }).toBe('SIGINT');
  await allGone();
  await goesOn(begun);
});

it('between two messages of a stream it says so, too', async () => {
  const { dir, env } = await openAssistant([{ text: 'One.' }]);
  const args = ['-p', '--input-format', 'stream-json', '--output-format', 'stream-json'];
  const child = spawn(process.execPath, [BINARY, ...args], { cwd: dir, env, stdio: ['pipe', 'pipe', 'ignore'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  child.stdin.write(`${JSON.stringify({ type: 'user', message: { role: 'user', content: 'Begin' } })}\n`);
  const lines: string[] = [];
  createInterface(child.stdout).on('line', (line) => lines.push(line));
  await expect.poll(() => lines.at(-1) ?? '', { timeout: 30_000 }).toContain('"subtype":"success"');
  child.kill('SIGINT');
  expect(await once(child, 'close')).toEqual([130, null]);
});
