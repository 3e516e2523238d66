import * as v from 'valibot';

const Running = v.array(v.object({ pid: v.number(), command: v.string() }));

/** The end of a run and what it printed. */
export const execOutput = v.object({
  status: v.picklist(['success', 'error', 'timeout']),
  exitCode: v.nullable(v.number()),
  signal: v.optional(v.string()),
  stdout: v.string(),
  stderr: v.string(),
  output: v.optional(
    v.pipe(v.string(), v.description('Both streams in the order of their arrival, where both have something')),
  ),
  merged: v.optional(v.pipe(v.boolean(), v.description('stdout holds stderr too'))),
  sessionId: v.optional(v.pipe(v.string(), v.description('The session it goes on in'))),
  duration: v.pipe(v.number(), v.description('Seconds')),
  workingDirectory: v.string(),
  suggestion: v.optional(v.string()),
  binary: v.optional(v.boolean()),
  spilled: v.optional(
    v.pipe(
      v.array(
        v.object({
          stream: v.picklist(['stdout', 'stderr']),
          path: v.string(),
          bytes: v.number(),
          complete: v.boolean(),
        }),
      ),
      v.description('Files with all of what is given here only in part'),
    ),
  ),
  savedTo: v.optional(v.object({ path: v.string(), bytes: v.number() })),
  leftRunning: v.optional(v.pipe(Running, v.description('Processes in the background that go on'))),
  survivors: v.optional(v.pipe(Running, v.description('Processes that could not be ended'))),
});
