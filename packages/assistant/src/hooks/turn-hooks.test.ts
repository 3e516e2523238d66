import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ConversationLog } from '../log/conversation-log.ts';
import { findModel } from '../model/models.ts';
import { tempHome } from '../testing/temp-home.ts';
import type { HookEvent } from './events.ts';
import { readHooks } from './hook-settings.ts';
import { Hooks } from './hooks.ts';
import { hookTurns } from './turn-hooks.ts';

/** Hooks whose moment comes from elsewhere: a compaction, a subagent. Each keeps what it is given and does more. */
async function openHooks(given: Partial<Record<HookEvent, string>>) {
  const home = await tempHome();
  const document = {
    hooks: Object.fromEntries(
      Object.entries(given).map(([event, more]) => [
        event,
        [{ hooks: [{ type: 'command', command: `cat > ${event}.json; ${more}` }] }],
      ]),
    ),
  };
  const hooks = new Hooks({
    hooks: readHooks([{ scope: 'user', file: join(home, 'settings.json'), foreign: false, document }]),
    place: { cwd: home, env: { PATH: process.env.PATH }, project: home },
    confinement: async () => undefined,
    notify: () => {},
  });
  const log = ConversationLog.create({ home, cwd: home, now: Date.now });
  const turn = { log, model: findModel('claude-sonnet-4-6'), signal: new AbortController().signal };
  const steps = hookTurns(hooks, { id: log.id, file: log.file, resumed: false, mode: () => 'default' });
  const givenTo = async (event: HookEvent) => JSON.parse(await readFile(join(home, `${event}.json`), 'utf8'));
  return { steps, turn, givenTo };
}

it('SubagentStop makes a subagent go on', async () => {
  const { steps, turn, givenTo } = await openHooks({ SubagentStop: 'echo say more >&2; exit 2' });
  expect(await steps.beforeSubagentEnd?.('explorer', 'Found it.', turn)).toBe('say more');
  expect(await givenTo('SubagentStop')).toMatchObject({ agent_type: 'explorer', last_assistant_message: 'Found it.' });
});

it('PreCompact may refuse a compaction or say what matters, and PostCompact is told the summary', async () => {
  const { steps, turn, givenTo } = await openHooks({
    PreCompact: `echo '{"additionalContext":"keep the plan"}'`,
    PostCompact: '',
  });
  expect(await steps.beforeCompact?.({ trigger: 'manual', focus: 'the API' }, turn)).toEqual({
    notes: ['keep the plan'],
  });
  const entry = { id: 'e', parent: null, time: '', type: 'compaction', keepFrom: null } as const;
  await steps.afterCompact?.({ ...entry, trigger: 'manual', summary: 'All of it.' }, turn);
  expect(await givenTo('PreCompact')).toMatchObject({ trigger: 'manual', custom_instructions: 'the API' });
  expect(await givenTo('PostCompact')).toMatchObject({ trigger: 'manual', compact_summary: 'All of it.' });
  const refusing = await openHooks({ PreCompact: 'echo not now >&2; exit 2' });
  expect(await refusing.steps.beforeCompact?.({ trigger: 'tooLong' }, refusing.turn)).toEqual({
    block: 'not now',
    notes: [],
  });
});

it('a hook that says more than anybody reads is heard as far as that', async () => {
  const { steps, turn } = await openHooks({ UserPromptSubmit: 'head -c 3000000 /dev/zero | tr "\\\\0" x' });
  const said = await steps.beforePrompt?.('Hi', turn, 'prompt');
  expect(said && 'note' in said ? said.note.length : 0).toBe(10_000);
});
