import { defineCommand, flag, flagOn, inKeeper, integer, json, path, shellLine, text, texts } from '@helve/command';
import * as v from 'valibot';
import { runsAsSession } from '../../terminal/exec/runs-as-session.ts';
import { briefExec, viewExec } from '../../terminal/exec/exec-view.ts';

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

const input = v.object({
  command: v.optional(shellLine('The command line, for the shell that `terminal platform` names')),
  script: v.optional(path('read', 'A file that the shell runs instead of a command line')),
  alias: v.optional(text('The name of a command line that `terminal alias set` was given')),
  arguments: v.optional(texts('Words that go after the command line of the alias')),
  workingDirectory: v.optional(path('read', 'Folder to run it in (default: the current one)')),
  timeoutSeconds: v.optional(
    integer('Seconds until it is ended with all that it started', { min: 1, max: 86_400 }),
    30,
  ),
  captureStderr: flagOn('Give what it writes to stderr too'),
  env: v.optional(json(v.record(v.string(), v.string()), 'Variables for this run, as {"NAME":"value"}')),
  secrets: v.optional(texts('Secrets of `terminal secret set` that it gets, each in the variable of its name')),
  allowEnv: v.optional(texts('Variables of yours that it gets although they look like credentials')),
  saveTo: v.optional(path('write', 'A file that gets its stdout, byte for byte, instead of the result')),
  keepChildren: flagOn('What it leaves running in the background goes on, and is listed; else it is ended too'),
  background: flag('At the timeout it goes on as a session instead'),
  sandbox: flag('Run it in the sandbox'),
  network: flag('Give it network access in the sandbox'),
});

export type Input = v.InferOutput<typeof input>;

export type Output = v.InferOutput<typeof execOutput>;

export const command = defineCommand({
  path: 'terminal exec',
  summary: 'Run a command in the shell and give its output and exit code',
  effect: 'execute',
  input,
  subject: async (given, where) => ({
    confined: given.sandbox,
    ...(given.alias === undefined && given.arguments === undefined
      ? {}
      : { input: await (await import('../../terminal/alias/expand.ts')).expandAlias(given, where) }),
  }),
  output: execOutput,
  tool: {
    name: 'CliRun',
    set: 'cli',
    guidance:
      'Runs a shell command to its end; returns stdout, stderr and the exit code. Validate after each text edit. It gets no input. At the timeout it is stopped with its children or, with background, continues as a session. Use CliSession for long or interactive programs. Long output is cut; the result names the full file.',
    rename: { timeoutSeconds: 'timeout' },
    only: ['command', 'workingDirectory', 'timeoutSeconds', 'captureStderr', 'background', 'sandbox'],
    needs: ['command'],
  },
  examples: [
    'helve terminal exec --command "git status --short"',
    'helve terminal exec --command "npm run build" --timeout-seconds 300',
    'helve terminal exec --command "git diff" --save-to changes.diff',
    'helve terminal exec --command "npm test" --background',
    'helve terminal exec --command make --sandbox',
    `helve terminal exec --alias unit --arguments '["src/a.test.ts"]'`,
  ],
  run: inKeeper(async () => (await import('../../terminal/exec.ts')).exec, runsAsSession),
  render: { model: viewExec, person: viewExec, brief: briefExec },
});
