/** Which conversation a program wants. What is left out is as for `helve -p`. */
export interface ConversationChoice {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The state folder; HELVE_HOME or ~/.helve unless given. */
  readonly home?: string;
  /** An id, a short name, or provider/id. */
  readonly model?: string;
  readonly language?: string;
  readonly permissionMode?: 'plan' | 'default' | 'acceptEdits' | 'bypassPermissions';
  /** Run programs in the sandbox where there is one, only there, or outside of it. */
  readonly sandbox?: 'auto' | 'required' | 'off';
  /** Rules for what may be done besides, as `Bash(git *)`. */
  readonly allowedTools?: readonly string[];
  /** How often the model may be asked in one turn. */
  readonly maxTurns?: number;
  /** US dollars that may be spent. */
  readonly maxCost?: number;
  /** The id of a conversation to go on with. */
  readonly resume?: string;
  readonly name?: string;
  /** Answers the model's own questions. With it, what has to be permitted comes as `ask` events, for `answer`. */
  readonly askUser?: (question: string, options: readonly string[]) => Promise<string | undefined>;
}

/** Something that happened; docs/assistant.md lists the types. */
export interface ConversationHappening {
  readonly type: string;
  readonly [field: string]: unknown;
}

export interface TurnOutcome {
  readonly outcome: 'success' | 'failed' | 'cancelled' | 'refused' | 'maxTurns' | 'maxCost';
  /** What the model said last. */
  readonly text: string;
  /** US dollars, for what has a known price. */
  readonly cost: number;
  readonly error?: { readonly code: string; readonly message: string; readonly hint?: string | undefined };
}

/** A conversation with a model that may use helve's commands. */
export interface LibraryConversation {
  readonly id: string;
  /** Begins a turn, or waits until those before it are over. Never throws: what goes wrong is in the result. */
  readonly send: (prompt: string) => Promise<TurnOutcome>;
  /** Says something to the turn that goes on, after the tools that run now. */
  readonly steer: (words: string) => void;
  /** Stops the turn and all that it runs; resolves when nothing runs any more. */
  readonly abort: () => Promise<void>;
  /** Goes on from a summary. */
  readonly compact: (focus?: string) => Promise<void>;
  /** Another conversation that begins as this one did. */
  readonly fork: () => LibraryConversation;
  /** Answers an `ask` event by the id of its question. */
  readonly answer: (id: string, allow: 'once' | 'conversation' | 'project' | 'no', reason?: string) => void;
  /** What happens from now on; ends when its reader leaves. */
  readonly events: () => AsyncGenerator<ConversationHappening>;
  readonly close: () => Promise<void>;
}
