import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startConversation } from '../testing/start-conversation.ts';
import { createConversation } from '../conversation/conversation.ts';
import { snapshotHooks } from './hooks.ts';
import { rewindPoints } from './rewind.ts';

const add = (path: string, line: string) => ({ calls: [{ name: 'Add', input: { path, line } }] });

describe('rewinding a conversation that is open', () => {
  it('takes back files that calls side by side made, tells so, and the next prompt goes on from there', async () => {
    const { options, cwd, server } = await startConversation([
      { text: 'Hello.' },
      { calls: [...add('a', '1').calls, ...add('b', '1').calls, ...add('a', '2').calls] },
      { text: 'Done.' },
      { text: 'Again.' },
    ]);
    const conversation = createConversation({ ...options, hooks: [snapshotHooks(options.caller)] });
    const told: string[] = [];
    conversation.subscribe(({ type }) => told.push(type));
    await conversation.send('Hi');
    await conversation.send('Add');
    expect(rewindPoints(conversation.log).map(({ prompt, files }) => [prompt, files])).toEqual([
      ['Hi', 2],
      ['Add', 2],
    ]);
    const wish = { to: '2', files: true, conversation: true };
    expect((await conversation.rewind({ ...wish, dryRun: true })).steps.map(({ action }) => action)).toEqual([
      'delete',
      'delete',
    ]);
    expect(await readFile(join(cwd, 'a'), 'utf8')).toBe('1\n2\n');
    expect(told).not.toContain('rewound');
    await conversation.rewind(wish);
    expect(told).toContain('rewound');
    await expect(readFile(join(cwd, 'a'))).rejects.toMatchObject({ code: 'ENOENT' });
    await conversation.send('Otherwise');
    const said = server.requests
      .at(-1)
      ?.body.messages.map(({ content }: { content: readonly { text: string }[] }) => content[0]?.text);
    expect(said).toEqual(['Hi', 'Hello.', 'Otherwise']);
    await conversation.close();
  });

  it('keeps nothing where nothing was changed', async () => {
    const { options } = await startConversation([{ calls: [{ name: 'Run', input: {} }] }, { text: 'Done.' }]);
    const conversation = createConversation({ ...options, hooks: [snapshotHooks(options.caller)] });
    await conversation.send('Run');
    expect(conversation.log.entries.filter(({ type }) => type === 'extra')).toEqual([]);
    await conversation.close();
  });
});
