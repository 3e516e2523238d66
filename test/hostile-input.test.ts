import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openAssistant } from './kit/assistant.ts';
import type { Finished } from './kit/helve.ts';

/** What helve says where it did not expect something. */
function bugIn({ stdout, stderr }: Finished): string | undefined {
  return /^.*(?:A bug in helve|INTERNAL).*$|^\s+at .*$/m.exec(`${stderr}\n${stdout}`)?.[0].slice(0, 300);
}

/** Everything that is reported as a bug, for each of some tries. */
async function bugsOf<Try>(tries: readonly Try[], run: (each: Try) => Promise<Finished>): Promise<readonly string[]> {
  const found: string[] = [];
  for (const each of tries) {
    const bug = bugIn(await run(each));
    if (bug !== undefined) found.push(`${JSON.stringify(each).slice(0, 80)}: ${bug}`);
  }
  return found;
}

const open = () => openAssistant(() => ({ text: 'ok' }), {}, { retryMinutes: 0 });

describe('nothing is reported as a bug in helve', () => {
  const VALUES = [' ', 'x', 'http://[', 'ftp://a', '://', '%zz@h:1', 'a\nb', '\u{1F600}', '..', '99999999999'];

  it.each([
    [['ANTHROPIC_BASE_URL'], []],
    [['ANTHROPIC_API_KEY'], []],
    [
      ['OPENAI_BASE_URL', 'OPENAI_API_KEY'],
      ['--model', 'gpt-5.2'],
    ],
    [['OLLAMA_HOST'], ['--model', 'ollama/x']],
    [['HTTP_PROXY', 'ALL_PROXY', 'NO_PROXY'], []],
    [['HOME', 'TMPDIR', 'LANG', 'SHELL', 'TERM', 'DBUS_SESSION_BUS_ADDRESS'], []],
  ])('whatever the variables %j are', async (names, flags) => {
    const { helve, env } = await open();
    if (names.includes('HTTP_PROXY')) env.ANTHROPIC_BASE_URL = 'http://model.invalid';
    const bugs = await bugsOf(VALUES, (value) => {
      for (const name of names) env[name] = value;
      return helve(['-p', 'Hi', ...flags]);
    });
    expect(bugs).toEqual([]);
  });

  const WORDS = ['', '\ud800', '__proto__', '../..', '@', '{', 'null', '1e999'];

  it.each([
    ['--model', '--resume', '--name', '--language', '--json-schema', '--allowed-tools'],
    ['--max-turns', '--max-cost', '--effort', '--cwd', '--home', '--output-format'],
  ])('whatever is given with the flags %s, %s …', async (...flags) => {
    const { helve } = await open();
    const tries = flags.flatMap((flag) => WORDS.map((word) => `${flag}=${word}`));
    expect(await bugsOf(tries, (flag) => helve(['-p', 'Hi', flag]))).toEqual([]);
  });

  it('whatever is said, as words or as messages', async () => {
    const { helve, server } = await open();
    const prompts = [...WORDS, '\u0000', '/', '/compact', '/\u0000', '@a@b', '`', 'x'.repeat(200_000)];
    const contents = [null, 1, {}, [], [null], [1], [{}], [{ type: 'text' }], [{ type: 'image' }]];
    const messages = contents.map((content) => `${JSON.stringify({ type: 'user', message: { content } })}\n`);
    expect(await bugsOf(prompts, (text) => helve(['-p'], text))).toEqual([]);
    expect(await bugsOf(messages, (line) => helve(['-p', '--input-format', 'stream-json'], line))).toEqual([]);
    expect(server.requests.length).toBeGreaterThan(0);
  });

  it.each([[undefined], [null], ['x'], [[null]], [[{ type: 'toolCall' }]], [{ input: 'x' }]])(
    'whatever the log of a conversation contains: %j',
    async (value) => {
      const { ask, helve, home } = await open();
      await ask('Hi');
      const [project = ''] = await readdir(join(home, 'projects'));
      const id = '20200101-000000-aaaa';
      await writeFile(join(home, 'projects', project, `${id}.jsonl`), `${entriesWith(value).join('\n')}\n`);
      const commands = [
        ['-p', 'Go on', '-r', id],
        ['session', 'show', '--id', id],
        ['session', 'export', '--id', id],
        ['session', 'rewind', '--id', id],
        ['session', 'rewind', '--id', id, '--undo'],
        ['session', 'list'],
        ['replay', id],
      ];
      expect(await bugsOf(commands, (args) => helve(args))).toEqual([]);
    },
  );
});

const TYPES = ['start', 'user', 'assistant', 'toolResult', 'note', 'compaction', 'title', 'spent', 'model', 'turnEnd'];
const EXTRAS = ['changes', 'rewind', 'todos', 'instructions'];
const FIELDS = [
  'content',
  'usage',
  'text',
  'summary',
  'keepFrom',
  'title',
  'data',
  'cost',
  'report',
  'typed',
  'callId',
];

/** Lines of every kind, in which every field has this value. */
function entriesWith(value: unknown): readonly string[] {
  const fields = Object.fromEntries(FIELDS.map((field) => [field, value]));
  const kinds = [...TYPES.map((type) => ({ type })), ...EXTRAS.map((name) => ({ type: 'extra', name }))];
  return kinds.map((kind, index) => {
    const place = { id: `e${index}`, parent: index === 0 ? null : `e${index - 1}`, time: new Date(0).toISOString() };
    return JSON.stringify({ ...place, origin: 'prompt', ...fields, ...kind });
  });
}
