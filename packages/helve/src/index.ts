/** helve as a library: its commands, in this process. */
import { type LineResult, runLine as runLineIn } from '@helve/doors';
import { asModel } from '@helve/policy';
import { createCaller } from './caller.ts';
import type { ConversationChoice, LibraryConversation } from './library-conversation.ts';
import { createRegistry } from './modules.ts';
import { openForLibrary } from './open-for-library.ts';

export type { LineError, LineResult } from '@helve/doors';
export { isHelveLine } from '@helve/command/line';
export type {
  ConversationChoice,
  ConversationHappening,
  LibraryConversation,
  TurnOutcome,
} from './library-conversation.ts';
export { UtcpClient, type UtcpClientOptions } from './utcp-client.ts';

export interface RunLineOptions {
  /** The folder to work in; the process's own unless given. */
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The state folder; HELVE_HOME or ~/.helve unless given. */
  readonly home?: string;
  readonly permissionMode?: 'plan' | 'default' | 'acceptEdits' | 'bypassPermissions';
  readonly signal?: AbortSignal;
  /** What `-` stands for on the line. */
  readonly stdin?: string;
  /** Who wrote the line; `model` unless given. A model's line cannot give consent or widen permissions. */
  readonly by?: 'model' | 'person';
}

const registry = createRegistry();

/** Runs a line such as `helve fs read --path x` in this process, without a shell, and never throws. */
export async function runLine(line: string, options: RunLineOptions = {}): Promise<LineResult> {
  const { stdin } = options;
  const caller = await createCaller(registry, {
    cwd: options.cwd ?? process.cwd(),
    env: options.env ?? process.env,
    home: options.home,
    mode: options.permissionMode,
    defaultMode: 'bypassPermissions',
    defaultModeSource: 'the library',
    by: 'client',
    signal: options.signal,
  });
  const who = options.by === 'person' ? caller : asModel(caller);
  return runLineIn(registry, line, who, stdin === undefined ? undefined : async () => Buffer.from(stdin));
}

/** Opens a conversation with a model that may use these commands: a new one, or one that goes on. */
export function createConversation(choice: ConversationChoice = {}): Promise<LibraryConversation> {
  return openForLibrary(registry, choice);
}
