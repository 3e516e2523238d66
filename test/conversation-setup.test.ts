import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ReceivedRequest } from '../packages/assistant/src/testing/model-server.ts';
import type { ScriptedReply } from '../packages/assistant/src/testing/scripted-reply.ts';
import { openAssistant, UNCONFINED } from './kit/assistant.ts';
import { KEYS, openScreen } from './kit/screen.ts';

const systemOf = (request: ReceivedRequest | undefined): string => request?.body.system[0].text;
const modelsOf = (requests: readonly ReceivedRequest[]) => requests.map(({ body }) => body.model as string);

describe('fallback models', () => {
  const OVERLOADED: ScriptedReply = { status: 529, error: { type: 'overloaded_error', message: 'Overloaded' } };
  const failing =
    (...models: readonly string[]) =>
    ({ body }: ReceivedRequest): ScriptedReply =>
      models.includes(body.model) ? { ...OVERLOADED, headers: { 'retry-after-ms': '1' } } : { text: body.model };

  it('answer while the chosen one is overloaded, and the next turn tries it again', async () => {
    const { helve, server } = await openAssistant(failing('claude-opus-5-5', 'claude-sonnet-5-5'));
    const lines = ['Hi', 'Again'].map((content) => JSON.stringify({ type: 'user', message: { content } }));
    const flags = ['--model', 'opus', '--fallback-model', 'sonnet,haiku', '--input-format', 'stream-json'];
    const { code, stdout, stderr } = await helve(['-p', ...flags], lines.join('\n'));
    expect([code, stdout]).toEqual([0, 'claude-haiku-4-5\nclaude-haiku-4-5\n']);
    expect(stderr).toContain('claude-sonnet-5-5 answers instead of claude-opus-5-5');
    expect(stderr).toContain('claude-haiku-4-5 answers instead of claude-sonnet-5-5');
    const turn = ['opus-5-5', 'opus-5-5', 'sonnet-5-5', 'sonnet-5-5', 'haiku-4-5'].map((name) => `claude-${name}`);
    expect(modelsOf(server.requests)).toEqual([...turn, ...turn]);
  });

  it('come from the settings, are announced in the stream, and do not answer for errors of the request', async () => {
    const settings = { fallbackModels: ['haiku'] };
    const { ask } = await openAssistant(failing('claude-sonnet-5-5'), {}, settings);
    const { stdout } = await ask('Hi', ['--output-format', 'stream-json']);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({
        subtype: 'model_fallback',
        from_model: 'claude-sonnet-5-5',
        to_model: 'claude-haiku-4-5',
      }),
    );
    const wrong = await openAssistant(() => ({ status: 400 }), {}, settings);
    expect((await wrong.ask('Hi')).code).toBe(1);
    expect(modelsOf(wrong.server.requests)).toEqual(['claude-sonnet-5-5']);
  });

  it('are announced on the screen', async () => {
    const { screen } = await openScreen(failing('claude-sonnet-5-5'), { settings: { fallbackModels: ['haiku'] } });
    screen.type('Hi', KEYS.enter);
    await screen.shows('Haiku 4.5 answers for the rest of this turn');
    await screen.shows('claude-haiku-4-5');
  });
});

describe('the system prompt', () => {
  it('is replaced or extended by flags, as text or from a file', async () => {
    const { ask, server } = await openAssistant(() => ({ text: 'ok' }), {
      'role.md': 'You are a pirate.\n',
      'AGENTS.md': 'Use tabs.',
    });
    await ask('Hi', ['--system-prompt', '@role.md']);
    await ask('Hi', ['--append-system-prompt', 'Be kind.']);
    const [replaced, extended] = server.requests.map(systemOf);
    expect(replaced?.startsWith('You are a pirate.\n\n')).toBe(true);
    expect([replaced?.includes('You are helve'), replaced?.includes('Use tabs.')]).toEqual([false, true]);
    expect(extended).toMatch(/^You are helve[^]*\n\nBe kind\.\n\n/);
    const { code, stderr } = await ask('Hi', ['--system-prompt', '@missing.md']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('missing.md')]);
  });

  it('follows the output style of the settings, of a file or built in', async () => {
    const files = {
      '.claude/output-styles/pirate.md': '---\nname: Pirate\ndescription: Arr\n---\nTalk like a pirate.',
      '.claude/output-styles/kind.md': '---\nkeep-coding-instructions: true\n---\nBe kind.',
    };
    const { ask, server, helve } = await openAssistant(() => ({ text: 'ok' }), files);
    for (const style of ['pirate', 'kind', 'explanatory', 'default']) {
      await helve(['config', 'set', '--key', 'outputStyle', '--value', style]);
      await ask('Hi');
    }
    const systems = server.requests.map(systemOf);
    expect(systems.map((system) => system.includes('You are helve'))).toEqual([false, true, true, true]);
    expect(systems[0]).toContain('Talk like a pirate.');
    expect(systems[1]).toContain('Be kind.');
    expect(systems[2]).toContain('explain to the user what you learn');
    await helve(['config', 'set', '--key', 'outputStyle', '--value', 'pirat']);
    const { code, stderr } = await ask('Hi');
    expect([code, stderr]).toEqual([0, expect.stringContaining('Did you mean Pirate?')]);
  });
});

describe('more folders to work in', () => {
  const write = (path: string): ScriptedReply => ({
    calls: [{ name: 'Write', input: { file_path: path, content: 'x' } }],
  });
  const EDITS = ['--permission-mode', 'acceptEdits'];

  it('come from --add-dir and from the settings', async () => {
    const { ask, dir, server, helve } = await openAssistant(
      (request, index) => (index % 2 === 0 ? write(join(dir, '..', 'other', `${index}.txt`)) : { text: 'ok' }),
      {},
      UNCONFINED,
    );
    await mkdir(join(dir, '..', 'other'));
    expect((await ask('Hi', EDITS)).code).toBe(1);
    expect((await ask('Hi', [...EDITS, '--add-dir', '../other'])).code).toBe(0);
    expect(systemOf(server.requests[2])).toContain(`More folders of this project: ${join(dir, '..', 'other')}`);
    await helve(['config', 'set', '--key', 'permissions.additionalDirectories', '--value', '["../other"]']);
    expect((await ask('Hi', EDITS)).code).toBe(0);
    expect(await readFile(join(dir, '..', 'other', '4.txt'), 'utf8')).toBe('x');
    expect((await ask('Hi', ['--add-dir', 'missing'])).stderr).toContain('missing is not a folder');
  });

  it('are ignored where a project names them that is not trusted', async () => {
    const { ask } = await openAssistant(() => ({ text: 'ok' }), {
      '.claude/settings.json': JSON.stringify({ permissions: { additionalDirectories: ['/'] } }),
    });
    expect((await ask('Hi')).stderr).toContain('these parts are ignored: additionalDirectories ["/"]');
  });

  it('are added on the screen, and the style changes', async () => {
    const { screen, dir, server } = await openScreen(
      (_, index) => (index === 0 ? write(join(dir, '..', 'other', 'a.txt')) : { text: 'Written.' }),
      { args: EDITS },
    );
    await mkdir(join(dir, '..', 'other'));
    screen.type('/add-dir ../other', KEYS.enter);
    await screen.shows('The model can also work in');
    screen.type('/output-style learning', KEYS.enter);
    await screen.shows('Output style: learning');
    screen.type('Go', KEYS.enter);
    await screen.shows('Written.');
    expect(systemOf(server.requests[0])).toContain('The user wants to learn.');
    expect(await readFile(join(dir, '..', 'other', 'a.txt'), 'utf8')).toBe('x');
  });
});
