import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Ask, authorityOf, createPolicy, type Mode } from '@helve/policy';
import { sampleCaller } from '@helve/policy/testing';
import { onTestFinished } from 'vitest';
import { type Conversation, createConversation } from '../conversation/conversation.ts';
import type { ConversationOptions } from '../conversation/options.ts';
import { ConversationLog } from '../log/conversation-log.ts';
import type { ConversationEvent } from '../loop/events.ts';
import { findModel } from '../model/models.ts';
import { anthropicProvider } from '../providers/anthropic/provider.ts';
import { QUICK_RETRY } from './ask-provider.ts';
import { type ModelServer, type Script, startModelServer, TEST_KEY } from './model-server.ts';
import { sampleCommands, type Stage } from './sample-commands.ts';
import { tempHome } from './temp-home.ts';

export interface Started {
  readonly server: ModelServer;
  readonly conversation: Conversation;
  readonly options: ConversationOptions;
  readonly stage: Stage;
  readonly cwd: string;
  readonly events: readonly ConversationEvent[];
}

export interface StartOptions extends Partial<ConversationOptions> {
  readonly mode?: Mode;
  readonly ask?: Ask;
}

/** A conversation with a scripted model over real HTTP, real tools and a real log; over after the test. */
export async function startConversation(script: Script, { mode, ask, ...more }: StartOptions = {}): Promise<Started> {
  const server = await startModelServer(script);
  const home = await tempHome();
  const cwd = join(home, 'work');
  await mkdir(cwd);
  const { registry, tools, stage } = sampleCommands();
  const policy = await createPolicy({
    mode: mode ?? 'bypassPermissions',
    modeSource: 'the test',
    rules: [],
    base: { root: cwd, home: undefined },
    cwd,
  });
  const options: ConversationOptions = {
    log: ConversationLog.create({ home, cwd, now: Date.now }),
    registry,
    tools,
    caller: () => sampleCaller({ cwd, env: {}, home, authority: authorityOf(policy, ask), registry }),
    provider: anthropicProvider({
      name: 'anthropic',
      baseUrl: server.url,
      apiKey: TEST_KEY,
      env: {},
      retry: QUICK_RETRY,
    }),
    model: findModel('claude-sonnet-4-6'),
    system: () => 'Be brief.',
    ...more,
  };
  const conversation = createConversation(options);
  const events: ConversationEvent[] = [];
  conversation.subscribe((event) => events.push(event));
  onTestFinished(async () => {
    await conversation.close();
    await server.close();
  });
  return { server, conversation, options, stage, cwd, events };
}
