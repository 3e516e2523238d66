import {
  defineCommand,
  flag,
  flagOn,
  flagOrUnset,
  inService,
  integer,
  json,
  path,
  shellLine,
  text,
  texts,
} from '@helve/command';
import { isHelveLine } from '@helve/command/line';
import * as v from 'valibot';
import { runsAsSession } from '../../terminal/exec/runs-as-session.ts';
import { briefExec, viewExec } from '../../terminal/exec/exec-view.ts';

const Running = v.array(v.object({ pid: v.number(), command: v.string() }));

/** Access that a confined program lacked. */
const need = v.variant('kind', [
  v.object({ kind: v.literal('network'), host: v.optional(v.string()) }),
  v.object({ kind: v.literal('write'), path: v.string(), guarded: v.optional(v.literal(true)) }),
  v.object({ kind: v.literal('socket'), path: v.string() }),
  v.object({ kind: v.literal('outside'), what: v.string() }),
]);

/** The end of a run and what it printed. */
export const execOutput = v.object({
  status: v.picklist(['success', 'error', 'timeout']),
  exitCode: v.nullable(v.number()),
  signal: v.optional(v.string()),
  stdout: v.string(),
  stderr: v.string(),
  output: v.optional(v.pipe(v.string(), v.description('Both streams in order of arrival, if both have output'))),
  merged: v.optional(v.pipe(v.boolean(), v.description('stdout includes stderr'))),
  sessionId: v.optional(v.pipe(v.string(), v.description('Session that it continues in'))),
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
      v.description('Files with the complete output'),
    ),
  ),
  savedTo: v.optional(v.object({ path: v.string(), bytes: v.number() })),
  leftRunning: v.optional(v.pipe(Running, v.description('Background processes that are still running'))),
  survivors: v.optional(v.pipe(Running, v.description('Processes that could not be stopped'))),
  sandbox: v.optional(
    v.pipe(v.object({ needs: v.array(need) }), v.description('Access that it seems to have lacked in the sandbox')),
  ),
});

const input = v.object({
  command: v.optional(shellLine('Command line for the shell')),
  script: v.optional(path('read', 'Script file to run instead of a command line')),
  alias: v.optional(text('Alias to run, as defined with `terminal alias set`')),
  arguments: v.optional(texts('Arguments to append to the alias')),
  workingDirectory: v.optional(path('read', 'Folder to run it in')),
  timeoutSeconds: v.optional(integer('Timeout in seconds', { min: 1, max: 86_400 }), 30),
  captureStderr: flagOn('Capture stderr too'),
  env: v.optional(json(v.record(v.string(), v.string()), 'Variables for this run, as {"NAME":"value"}')),
  secrets: v.optional(texts('Secrets from `terminal secret set` to pass as variables')),
  allowEnv: v.optional(texts('Variables to pass although they look like credentials')),
  saveTo: v.optional(path('write', 'File to write stdout to, byte for byte, instead of returning it')),
  keepChildren: flag('Keep background processes running and list them (default: stop them)'),
  raw: flag('Keep escape sequences and binary data in the output'),
  background: flag('Continue as a session after the timeout'),
  sandbox: flagOrUnset('true: only in the sandbox; false: outside it, after approval'),
  network: flag('Give it network access in the sandbox'),
});

export type Input = v.InferOutput<typeof input>;

export type Output = v.InferOutput<typeof execOutput>;

export const command = defineCommand({
  path: 'terminal exec',
  summary: 'Run a shell command and return its output and exit code; helve exits with 1 if the command fails',
  effect: 'execute',
  input,
  subject: async (given, where) => ({
    programs: {
      sandbox: given.sandbox,
      wantsNetwork: given.network,
      needs: ({ sandbox }: Output) => sandbox?.needs ?? [],
    },
    starts: ({ sessionId, spilled }: Output) => {
      // One that has ended and printed much leaves its output in the folder of a session.
      const id = sessionId ?? /\/sessions\/([^/]+)\/output\.log$/.exec(spilled?.[0]?.path ?? '')?.[1];
      return id && `session ${id}`;
    },
    ...(given.alias === undefined && given.arguments === undefined
      ? {}
      : { input: await (await import('../../terminal/alias/expand.ts')).expandAlias(given, where) }),
  }),
  output: execOutput,
  tool: {
    name: 'CliRun',
    set: 'cli',
    guidance:
      'Runs a shell command to its end; returns stdout, stderr and the exit code. Validate after each text edit. It gets no input. At the timeout it is stopped with its children or, with background, continues as a session. Use CliSession for long or interactive programs. In the sandbox it writes only to the project and has no network; the user is asked for more. Long output is cut; the result names the full file.',
    rename: { timeoutSeconds: 'timeout' },
    only: ['command', 'workingDirectory', 'timeoutSeconds', 'captureStderr', 'background', 'raw', 'sandbox'],
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
  run: inService(async () => (await import('../../terminal/exec.ts')).exec, runsAsSession),
  reportsFailure: ({ status }) => status !== 'success',
  intercept: (given) => {
    const { command: line = '', script, alias, env, secrets, allowEnv, saveTo, sandbox } = given;
    const more = [script, alias, env, secrets, allowEnv, saveTo].some((each) => each !== undefined) || sandbox;
    if (more || !isHelveLine(line)) return undefined;
    return {
      line,
      cwd: given.workingDirectory,
      timeout: given.timeoutSeconds * 1000,
      toOutput: ({ exitCode, stdout, stderr, seconds, cwd }) => ({
        status: exitCode === 0 ? 'success' : 'error',
        exitCode,
        stdout,
        stderr: given.captureStderr ? stderr : '',
        duration: seconds,
        workingDirectory: cwd,
      }),
    };
  },
  render: { model: viewExec, person: viewExec, brief: briefExec },
});
