import * as v from 'valibot';

/** How a session stands, as reading it and writing to it both tell. */
export const sessionState = {
  hasMore: v.boolean(),
  isRunning: v.boolean(),
  waitingForInput: v.boolean(),
  evidence: v.picklist(['kernel', 'echo-off', 'marks', 'prompt', 'none']),
  reason: v.picklist(['match', 'idle', 'exit', 'prompt', 'waiting', 'deadline', 'output']),
  exitCode: v.optional(v.nullable(v.number())),
  signal: v.optional(v.string()),
};
