import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HOOK_EVENTS } from '../packages/assistant/src/hooks/events.ts';
import type { Script } from '../packages/assistant/src/testing/model-server.ts';
import { type Hooked, type HookKind, type HookReplies, openHooked, toldTo } from './kit/hooks.ts';

const write = { calls: [{ name: 'Write', input: { file_path: 'a.txt', content: 'new\n' } }] };
const delegate = { calls: [{ name: 'Agent', input: { prompt: 'Look', agent: 'explore' } }] };
const others = [
  { name: 'Read', input: { file_path: 'missing.txt' } },
  { name: 'Todo', input: { items: [{ text: 'Look', state: 'done' }] } },
];
const FILES = { 'AGENTS.md': 'Be brief.', '.claude/commands/fail.md': 'Fail now: $ARGUMENTS' };
const FREE = ['--permission-mode', 'bypassPermissions'];
const SMALL = { models: { 'claude-sonnet-5-5': { window: 20_000 } } };

const isSummary = (text: string) => text.includes('The window is filling up');

/** Asks for a file and a subagent, fills the window, and sums up when it is asked to. */
const eventful: Script = ({ body, text }) => {
  const first = body.messages[0].content[0].text;
  if (first === 'Look') return { text: body.messages.length === 1 ? 'Seen.' : 'Seen all.' };
  if (isSummary(text)) return { text: '## Goal\n- Test' };
  if (text.includes('Fail now')) return { status: 400 };
  if (first !== 'Go' || text.includes('"More"')) return { text: 'ok' };
  if (body.messages.length === 1) return { calls: [...write.calls, ...delegate.calls, ...others] };
  return { text: 'x'.repeat(8_000), usage: { input: 17_000 } };
};

const exists = ({ dir }: Hooked, name: string) =>
  access(join(dir, name)).then(
    () => true,
    () => false,
  );

describe.each<HookKind>(['command', 'http'])('hooks of the kind %s', (kind) => {
  const open = (script: Script, replies: HookReplies, settings = {}) =>
    openHooked(kind, Object.keys(replies), replies, script, { settings });

  it('are given every event, with what it is about', async () => {
    const sandbox = await openHooked(kind, HOOK_EVENTS, {}, eventful, { settings: SMALL, files: FILES });
    const { result } = await sandbox.askJson('Go');
    await sandbox.ask('More', ['-c']);
    await sandbox.ask('/fail at once', ['-c']);
    const given = await sandbox.given();
    const about = (event: string) => given.filter(({ hook_event_name: name }) => name === event);
    expect(new Set(given.map(({ hook_event_name: name }) => name))).toEqual(new Set(HOOK_EVENTS));
    for (const each of given) {
      expect(each).toMatchObject({
        session_id: result.session_id,
        cwd: sandbox.dir,
        permission_mode: 'default',
        transcript_path: expect.stringMatching(/\.jsonl$/),
      });
    }
    expect(about('SessionStart')).toMatchObject([{ source: 'startup' }, { source: 'resume' }, { source: 'resume' }]);
    expect(about('UserPromptSubmit')).toMatchObject([
      { prompt: 'Go' },
      { prompt: 'More' },
      { prompt: '/fail at once' },
    ]);
    expect(about('PreToolUse')).toContainEqual(
      expect.objectContaining({ tool_name: 'Write', tool_input: write.calls[0]?.input, tool_use_id: 'call_1_0' }),
    );
    expect(about('PermissionRequest')).toMatchObject([{ tool_name: 'Write', tool_input: write.calls[0]?.input }]);
    expect(about('Notification')).toMatchObject([
      { message: 'Write needs your permission', notification_type: 'permission_prompt' },
    ]);
    expect(about('PermissionDenied')).toMatchObject([
      { tool_name: 'Write', tool_response: { outcome: 'denied', is_error: true } },
    ]);
    expect(new Set(about('PostToolUse').map(({ tool_name: name }) => name))).toEqual(new Set(['Agent', 'Todo']));
    expect(about('PostToolUseFailure')).toMatchObject([
      { tool_name: 'Read', error: expect.stringContaining('missing') },
    ]);
    expect(about('PostToolBatch')).toMatchObject([
      { tool_calls: expect.arrayContaining([expect.objectContaining({ tool_name: 'Read', tool_use_id: 'call_1_2' })]) },
    ]);
    expect(about('TaskCreated')).toMatchObject([{ task_subject: 'Look' }]);
    expect(about('TaskCompleted')).toMatchObject([{ task_subject: 'Look' }]);
    expect(about('InstructionsLoaded')[0]).toMatchObject({
      file_path: join(sandbox.dir, 'AGENTS.md'),
      load_reason: 'session_start',
    });
    expect(about('UserPromptExpansion')).toMatchObject([{ command_name: 'fail', command_args: 'at once' }]);
    expect(about('StopFailure')).toMatchObject([{ error: 'invalid_request' }]);
    expect(about('SubagentStart')).toMatchObject([{ agent_type: 'explore' }]);
    expect(about('SubagentStop')).toMatchObject([{ agent_type: 'explore', last_assistant_message: 'Seen.' }]);
    expect(about('Stop')).toMatchObject([{ stop_hook_active: false }, { last_assistant_message: 'ok' }]);
    expect(about('PreCompact')).toMatchObject([{ trigger: 'auto', custom_instructions: '' }]);
    expect(about('PostCompact')).toMatchObject([{ trigger: 'auto', compact_summary: expect.stringContaining('Goal') }]);
    expect(about('SessionEnd')).toMatchObject([{ reason: 'other' }, { reason: 'other' }, { reason: 'other' }]);
  });

  const block = { decision: 'block', reason: 'Not like this.' };

  it('PreToolUse blocks a call', async () => {
    const sandbox = await open([write, { text: 'ok' }], { PreToolUse: block });
    expect((await sandbox.askJson('Go', FREE)).result.subtype).toBe('error_tool_refused');
    expect(toldTo(sandbox, 1)).toContain('Not like this.');
    expect(await exists(sandbox, 'a.txt')).toBe(false);
  });

  it.each([
    ['deny', 'error_tool_refused', FREE],
    ['ask', 'error_tool_refused', FREE],
    ['allow', 'success', []],
  ])('PreToolUse decides to %s', async (permissionDecision, subtype, flags) => {
    const reply = { hookSpecificOutput: { permissionDecision } };
    const sandbox = await open([write, { text: 'ok' }], { PreToolUse: reply });
    expect((await sandbox.askJson('Go', flags)).result.subtype).toBe(subtype);
    expect(await exists(sandbox, 'a.txt')).toBe(subtype === 'success');
  });

  it.each([
    ['PreToolUse', {}, FREE],
    ['PermissionRequest', { behavior: 'allow' }, []],
  ])('%s rewrites the input of a call', async (event, decision, flags) => {
    const updatedInput = { file_path: 'b.txt', content: 'other\n' };
    const own = event === 'PreToolUse' ? { updatedInput } : { decision: { ...decision, updatedInput } };
    const sandbox = await open([write, { text: 'ok' }], { [event]: { hookSpecificOutput: own } });
    expect((await sandbox.askJson('Go', flags)).result.subtype).toBe('success');
    expect([await exists(sandbox, 'a.txt'), await readFile(join(sandbox.dir, 'b.txt'), 'utf8')]).toEqual([
      false,
      'other\n',
    ]);
  });

  it('what PermissionRequest makes of a call is still what rules forbid', async () => {
    const decision = { behavior: 'allow', updatedInput: { file_path: 'b.txt', content: 'other\n' } };
    const sandbox = await open(
      [write, { text: 'ok' }],
      { PermissionRequest: { hookSpecificOutput: { decision } } },
      { permissions: { deny: ['Edit(b.txt)'] } },
    );
    expect((await sandbox.askJson('Go')).result.subtype).toBe('error_tool_refused');
    expect([await exists(sandbox, 'a.txt'), await exists(sandbox, 'b.txt')]).toEqual([false, false]);
  });

  it.each([
    ['allow', 'success'],
    ['deny', 'error_tool_refused'],
  ])('PermissionRequest decides to %s, in the place of the user', async (behavior, subtype) => {
    const reply = { hookSpecificOutput: { decision: { behavior, message: 'By the rules.' } } };
    const sandbox = await open([write, { text: 'ok' }], { PermissionRequest: reply });
    expect((await sandbox.askJson('Go')).result.subtype).toBe(subtype);
    expect(toldTo(sandbox, 1).includes('By the rules.')).toBe(behavior === 'deny');
  });

  it('PostToolUse objects to what was done', async () => {
    const sandbox = await open([write, { text: 'ok' }], { PostToolUse: block });
    expect((await sandbox.ask('Go', FREE)).code).toBe(0);
    expect(toldTo(sandbox, 1)).toContain('A hook objects to Write: Not like this.');
  });

  it('UserPromptSubmit blocks a prompt before the model is asked', async () => {
    const sandbox = await open([{ text: 'ok' }], { UserPromptSubmit: block });
    expect(await sandbox.ask('Go')).toMatchObject({ code: 1, stderr: expect.stringContaining('Not like this.') });
    expect(sandbox.server.requests).toEqual([]);
  });

  it('Stop and SubagentStop make it go on, and are told that they did', async () => {
    const sandbox = await openHooked(kind, ['Stop', 'SubagentStop'], { SubagentStop: block, Stop: block }, eventful);
    await sandbox.ask('Go');
    const given = await sandbox.given();
    const said = (event: string) => given.filter(({ hook_event_name: name }) => name === event);
    expect(said('SubagentStop').map(({ last_assistant_message: words }) => words)).toContain('Seen all.');
    expect(said('Stop').map(({ stop_hook_active: active }) => active)).toEqual([false, true, true, true, true, true]);
  });

  it.each(['Stop', 'SubagentStop'])('%s that says to stop lets it stop, whatever else it says', async (event) => {
    const sandbox = await openHooked(kind, [event], { [event]: { continue: false, ...block } }, eventful);
    expect((await sandbox.ask('Go', FREE)).code).toBe(0);
    expect(await sandbox.given()).toHaveLength(1);
  });

  it.each([
    ['SessionStart', 0],
    ['PreToolUse', 1],
    ['PermissionRequest', 1],
    ['PermissionDenied', 1],
    ['PostToolBatch', 1],
  ])('%s that says to stop ends the turn before the model is asked again', async (event, requests) => {
    const sandbox = await open([write, { text: 'ok' }], { [event]: { continue: false, stopReason: 'Enough.' } });
    const { result } = await sandbox.askJson('Go');
    const error = { code: 'CANCELLED', message: 'A hook ended the turn: Enough.' };
    expect(result).toMatchObject({ subtype: 'error_interrupted', error });
    expect(sandbox.server.requests).toHaveLength(requests);
    expect(await exists(sandbox, 'a.txt')).toBe(false);
  });

  it('one that says to stop after a call of a subagent ends the turn of whoever sent it too', async () => {
    const look: Script = ({ body }) => {
      const isSubagent = body.messages[0].content[0].text === 'Look';
      return isSubagent ? { calls: [{ name: 'Glob', input: { pattern: '*' } }] } : delegate;
    };
    const sandbox = await open(look, { PostToolUse: { continue: false } });
    expect((await sandbox.askJson('Go')).result.subtype).toBe('error_interrupted');
    expect(sandbox.server.requests).toHaveLength(2);
  });

  it('PreCompact blocks a compaction', async () => {
    const sandbox = await open(eventful, { PreCompact: block }, SMALL);
    await sandbox.ask('Go');
    expect((await sandbox.ask('More', ['-c'])).code).toBe(0);
    expect(sandbox.server.requests.some(({ text }) => isSummary(text))).toBe(false);
  });

  it.each([
    ['SessionStart', 0],
    ['UserPromptSubmit', 0],
    ['PreToolUse', 1],
    ['PostToolUse', 1],
  ])('%s adds words for the model', async (event, request) => {
    const reply = { hookSpecificOutput: { hookEventName: event, additionalContext: 'The sky is green.' } };
    const sandbox = await open([write, { text: 'ok' }], { [event]: reply });
    expect((await sandbox.ask('Go', FREE)).code).toBe(0);
    expect(toldTo(sandbox, request)).toContain('The sky is green.');
  });

  it('PreCompact adds words for whoever sums up', async () => {
    const reply = { hookSpecificOutput: { additionalContext: 'The sky is green.' } };
    const sandbox = await open(eventful, { PreCompact: reply }, SMALL);
    await sandbox.ask('Go');
    await sandbox.ask('More', ['-c']);
    expect(sandbox.server.requests.find(({ text }) => isSummary(text))?.text).toContain('The sky is green.');
  });

  it('every event says something to the user', async () => {
    const replies = Object.fromEntries(HOOK_EVENTS.map((event) => [event, { systemMessage: `About ${event}.` }]));
    const sandbox = await openHooked(kind, HOOK_EVENTS, replies, eventful, { settings: SMALL, files: FILES });
    const asked = [await sandbox.ask('Go'), await sandbox.ask('More', ['-c']), await sandbox.ask('/fail', ['-c'])];
    const said = asked.map(({ stderr }) => stderr).join('');
    for (const event of HOOK_EVENTS) expect(said).toContain(`warning: ${event}: About ${event}.`);
  });
});
