import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createConversation } from '../conversation/conversation.ts';
import { startConversation } from '../testing/start-conversation.ts';
import { contextHooks } from './context-hooks.ts';
import { Instructions } from './instructions.ts';

it('instructions of a folder are told again when a compaction took them away', async () => {
  const look = { calls: [{ name: 'Look', input: { file_path: 'src/a' } }] };
  const { options, cwd, server } = await startConversation([
    look,
    { text: 'A.' },
    { text: 'B.' },
    { text: '## Goal' },
    look,
    { text: 'Done.' },
  ]);
  await mkdir(join(cwd, 'src'));
  await writeFile(join(cwd, 'src/a'), 'A');
  await writeFile(join(cwd, 'src/AGENTS.md'), 'Whisper.');
  const instructions = new Instructions({ cwd, home: join(cwd, 'none') });
  const conversation = createConversation({ ...options, hooks: [contextHooks(instructions, options)] });
  await conversation.send('Look');
  await conversation.send('More');
  await conversation.compact();
  await conversation.send('Look again');
  const told = server.requests.map(({ text }) => text.split('Whisper.').length - 1);
  expect(told).toEqual([0, 1, 1, 1, 0, 1]);
  await conversation.close();
});
