import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Script } from '../packages/assistant/src/testing/model-server.ts';
import { type AssistantSandbox, openAssistant } from './kit/assistant.ts';

const write = { calls: [{ name: 'Write', input: { file_path: 'a.txt', content: 'new\n' } }] };
const FREE = ['--permission-mode', 'bypassPermissions'];

type Groups = Readonly<Record<string, readonly object[]>>;

/** A hook that appends what it is given to a file, and does more. */
function keeping(more = ''): object {
  return {
    hooks: [{ type: 'command', command: `cat >> "$HELVE_PROJECT_DIR/given.jsonl"; echo >> given.jsonl; ${more}` }],
  };
}

async function openHooked(script: Script, hooks: Groups, files = {}, settings = {}): Promise<AssistantSandbox> {
  return openAssistant(script, files, { ...settings, hooks });
}

async function givenTo({ dir }: AssistantSandbox): Promise<readonly Record<string, unknown>[]> {
  const text = await readFile(join(dir, 'given.jsonl'), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

function saidTo({ server }: AssistantSandbox, request: number): string {
  return JSON.stringify(server.requests[request]?.body.messages);
}

describe('PreToolUse', () => {
  it('refuses a call with exit code 2, and the model is told why', async () => {
    const sandbox = await openHooked([write, { text: 'ok' }], {
      PreToolUse: [{ matcher: 'Write|Edit', ...keeping('echo not today >&2; exit 2') }],
    });
    const { result } = await sandbox.askJson('Go', FREE);
    expect(result.subtype).toBe('error_tool_refused');
    expect(saidTo(sandbox, 1)).toContain('not today');
    await expect(readFile(join(sandbox.dir, 'a.txt'))).rejects.toThrow('ENOENT');
    expect(await givenTo(sandbox)).toMatchObject([
      {
        hook_event_name: 'PreToolUse',
        session_id: result.session_id,
        cwd: sandbox.dir,
        permission_mode: 'bypassPermissions',
        tool_name: 'Write',
        tool_input: { file_path: 'a.txt', content: 'new\n' },
        transcript_path: expect.stringContaining('.jsonl'),
      },
    ]);
  });

  it('is asked only about what its matcher names', async () => {
    const sandbox = await openHooked([write, { text: 'ok' }], {
      PreToolUse: [{ matcher: 'Wri', ...keeping('exit 2') }],
    });
    expect((await sandbox.ask('Go', FREE)).code).toBe(0);
    expect(await readFile(join(sandbox.dir, 'a.txt'), 'utf8')).toBe('new\n');
  });

  it('refuses with a JSON decision, allows what would be asked, and rewrites the input', async () => {
    const decide = (output: object) => ({
      hooks: [{ type: 'command', command: `printf %s '${JSON.stringify({ hookSpecificOutput: output })}'` }],
    });
    const denied = await openHooked([write, { text: 'ok' }], {
      PreToolUse: [decide({ permissionDecision: 'deny', permissionDecisionReason: 'by JSON' })],
    });
    await denied.ask('Go', FREE);
    expect(saidTo(denied, 1)).toContain('by JSON');
    const updatedInput = { file_path: 'b.txt', content: 'other\n' };
    const rewritten = await openHooked([write, { text: 'ok' }], {
      PreToolUse: [decide({ permissionDecision: 'allow', updatedInput, additionalContext: 'mind the gap' })],
    });
    expect((await rewritten.ask('Go')).code).toBe(0);
    expect(await readFile(join(rewritten.dir, 'b.txt'), 'utf8')).toBe('other\n');
    expect(saidTo(rewritten, 1)).toContain('mind the gap');
    const asked = await openHooked([write, { text: 'ok' }], { PreToolUse: [decide({ permissionDecision: 'ask' })] });
    expect((await asked.askJson('Go', FREE)).result.subtype).toBe('error_tool_refused');
  });

  it('that allows does not outweigh a rule that forbids, nor plan mode', async () => {
    const allow = { hooks: [{ type: 'command', command: `echo '{"decision":"approve"}'` }] };
    const forbidden = await openHooked(
      [write, { text: 'ok' }],
      { PreToolUse: [allow] },
      {},
      { permissions: { deny: ['Edit(a.txt)'] } },
    );
    expect((await forbidden.askJson('Go')).result.subtype).toBe('error_tool_refused');
    const planned = await openHooked([write, { text: 'ok' }], { PreToolUse: [allow] });
    expect((await planned.askJson('Go', ['--permission-mode', 'plan'])).result.subtype).toBe('error_tool_refused');
  });

  it('is asked again about what another made of the input', async () => {
    const rewrite = JSON.stringify({ hookSpecificOutput: { updatedInput: { file_path: 'secret', content: 'x' } } });
    const sandbox = await openHooked([write, { text: 'ok' }], {
      PreToolUse: [
        { hooks: [{ type: 'command', command: 'grep -q secret && exit 2; exit 0' }] },
        { hooks: [{ type: 'command', command: `cat > /dev/null; echo '${rewrite}'` }] },
      ],
    });
    expect((await sandbox.askJson('Go', FREE)).result.subtype).toBe('error_tool_refused');
  });

  it('blocks when it does not answer in time, and leaves no process behind', async () => {
    const command = 'echo $$ > pid; sleep 1000 & wait';
    const sandbox = await openHooked([write, { text: 'ok' }], {
      PreToolUse: [{ hooks: [{ type: 'command', command, timeout: 3 }] }],
    });
    const { code, stderr } = await sandbox.ask('Go', FREE);
    expect([code, stderr]).toEqual([1, expect.stringContaining('timed out')]);
    const pid = Number(await readFile(join(sandbox.dir, 'pid'), 'utf8'));
    // Whoever inherits it may take a while to notice that it is gone.
    await vi.waitFor(() => expect(() => process.kill(-pid, 0)).toThrow('ESRCH'), { timeout: 30_000 });
  });

  it('lets through with other codes, and the user is told', async () => {
    const sandbox = await openHooked([write, { text: 'ok' }], {
      PreToolUse: [{ hooks: [{ type: 'command', command: 'echo broken >&2; exit 7' }] }],
    });
    const { code, stderr } = await sandbox.ask('Go', FREE);
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(/^warning: PreToolUse: the hook .* ended with 7: broken/),
    ]);
  });

  it('may be a server, which is given headers with variables, and blocks when it cannot be reached', async () => {
    const seen: unknown[] = [];
    const server = createServer((request, response) => {
      let body = '';
      request
        .on('data', (chunk) => (body += chunk))
        .on('end', () => {
          seen.push([request.headers.authorization, JSON.parse(body).tool_name]);
          response.end('{"ok":false,"reason":"says the server"}');
        });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const hook = { type: 'http', url, headers: { authorization: 'Bearer $SECRET' } };
    const sandbox = await openHooked(() => write, { PreToolUse: [{ hooks: [hook] }] });
    sandbox.env.SECRET = 'abc';
    await sandbox.ask('Go', [...FREE, '--max-turns', '2']);
    expect(seen).toEqual([['Bearer abc', 'Write']]);
    expect(saidTo(sandbox, 1)).toContain('says the server');
    await new Promise((resolve) => server.close(resolve));
    const { stderr } = await sandbox.ask('Go', [...FREE, '--max-turns', '2']);
    expect(stderr).toContain('failed: ');
    await expect(readFile(join(sandbox.dir, 'a.txt'))).rejects.toThrow('ENOENT');
  });
});

it('PostToolUse is told the result, and its objection reaches the model', async () => {
  const sandbox = await openHooked([write, { text: 'ok' }], {
    PostToolUse: [{ matcher: 'Write', ...keeping(`echo '{"decision":"block","reason":"run the linter"}'`) }],
  });
  expect((await sandbox.ask('Go', FREE)).code).toBe(0);
  expect(saidTo(sandbox, 1)).toContain('A hook objects to Write: run the linter');
  expect(await givenTo(sandbox)).toMatchObject([{ tool_response: { outcome: 'ok', is_error: false } }]);
});

it('UserPromptSubmit adds what it prints, and refuses a prompt with 2', async () => {
  const sandbox = await openHooked([{ text: 'ok' }], { UserPromptSubmit: [keeping('echo the sky is green')] });
  await sandbox.ask('Hello');
  expect(saidTo(sandbox, 0)).toContain('the sky is green');
  expect(await givenTo(sandbox)).toMatchObject([{ prompt: 'Hello' }]);
  const refusing = await openHooked([{ text: 'ok' }], { UserPromptSubmit: [keeping('echo no secrets >&2; exit 2')] });
  const { code, stderr } = await refusing.ask('Hello');
  expect([code, stderr, refusing.server.requests]).toEqual([1, expect.stringContaining('no secrets'), []]);
});

it('SessionStart and SessionEnd run once each, and SessionStart may say something to the model', async () => {
  const sandbox = await openHooked(() => ({ text: 'ok' }), {
    SessionStart: [
      { matcher: 'startup', ...keeping('echo welcome') },
      { matcher: 'resume', ...keeping('echo again') },
    ],
    SessionEnd: [keeping()],
  });
  const lines = ['one', 'two'].map((content) => JSON.stringify({ type: 'user', message: { role: 'user', content } }));
  await sandbox.helve(['-p', '--input-format', 'stream-json'], `${lines.join('\n')}\n`);
  expect(saidTo(sandbox, 0)).toContain('welcome');
  await sandbox.ask('three', ['-c']);
  expect(saidTo(sandbox, 2)).toContain('again');
  expect((await givenTo(sandbox)).map(({ hook_event_name: event, source }) => [event, source])).toEqual([
    ['SessionStart', 'startup'],
    ['SessionEnd', undefined],
    ['SessionStart', 'resume'],
    ['SessionEnd', undefined],
  ]);
});

it('Stop makes the model go on, and is told when it already did', async () => {
  const again = `grep -q '"stop_hook_active":true' given.jsonl || { echo write tests too >&2; exit 2; }`;
  const sandbox = await openHooked([{ text: 'Done.' }, { text: 'Now really.' }], { Stop: [keeping(again)] });
  expect(await sandbox.ask('Go')).toMatchObject({ code: 0, stdout: 'Now really.\n' });
  expect(saidTo(sandbox, 1)).toContain('write tests too');
  expect((await givenTo(sandbox)).map((given) => [given.stop_hook_active, given.last_assistant_message])).toEqual([
    [false, 'Done.'],
    [true, 'Now really.'],
  ]);
});

it('PermissionRequest answers in the place of the user; without an answer Notification tells that they are asked', async () => {
  const hooks = (output: string) => ({
    PermissionRequest: [keeping(output)],
    Notification: [{ matcher: 'permission_prompt', ...keeping() }],
  });
  const allow = `echo '{"hookSpecificOutput":{"decision":{"behavior":"allow"}}}'`;
  const allowing = await openHooked([write, { text: 'ok' }], hooks(allow));
  expect((await allowing.ask('Go')).code).toBe(0);
  expect(await readFile(join(allowing.dir, 'a.txt'), 'utf8')).toBe('new\n');
  const deny = `echo '{"hookSpecificOutput":{"decision":{"behavior":"deny","message":"never"}}}'`;
  const denying = await openHooked([write, { text: 'ok' }], hooks(deny));
  await denying.ask('Go');
  expect(saidTo(denying, 1)).toContain('never');
  const silent = await openHooked([write, { text: 'ok' }], hooks('true'));
  expect((await silent.askJson('Go')).result.subtype).toBe('error_tool_refused');
  expect((await givenTo(silent)).map(({ hook_event_name: event }) => event)).toEqual([
    'PermissionRequest',
    'Notification',
  ]);
});

describe('hooks of a project', () => {
  it('run only after consent, beside those of the user, and print mode says what was left out', async () => {
    const sandbox = await openHooked(() => ({ text: 'ok' }), { UserPromptSubmit: [keeping('echo from the user')] });
    const settings = join(sandbox.dir, '.helve/settings.json');
    await mkdir(join(sandbox.dir, '.helve'));
    const theirs = { hooks: [{ type: 'command', command: 'echo from the project' }] };
    await writeFile(settings, JSON.stringify({ hooks: { UserPromptSubmit: [theirs] } }));
    const { stderr } = await sandbox.ask('Hello');
    expect(stderr).toContain('hook UserPromptSubmit: echo from the project');
    expect(saidTo(sandbox, 0)).not.toContain('from the project');
    expect((await sandbox.helve(['tool', 'trust', '--path', settings])).code).toBe(0);
    expect((await sandbox.ask('Hello')).stderr).toBe('');
    expect(saidTo(sandbox, 1)).toContain('from the user');
    expect(saidTo(sandbox, 1)).toContain('from the project');
  });

  it.each<[string, object, string]>([
    ['an unknown event', { PreToolUs: [] }, 'hooks has no "PreToolUs"'],
    ['an unknown kind', { Stop: [{ hooks: [{ type: 'magic' }] }] }, 'hooks.Stop.0.hooks.0.type'],
    ['a key too many', { Stop: [{ hooks: [], match: 'x' }] }, 'hooks.Stop.0 has no "match"'],
    ['a broken pattern', { Stop: [{ hooks: [], matcher: '(' }] }, '( is not a valid pattern'],
  ])('with %s are an error', async (_, hooks, message) => {
    const sandbox = await openHooked([{ text: 'ok' }], hooks as Groups);
    const { code, stderr } = await sandbox.ask('Hello');
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});
