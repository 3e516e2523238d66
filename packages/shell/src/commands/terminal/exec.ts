import { defineCommand, flagOn, integer, json, path, shellLine, texts } from '@helve/registry';
import * as v from 'valibot';
import { briefExec, viewExec } from '../../exec/exec-view.ts';

const Running = v.array(v.object({ pid: v.number(), command: v.string() }));

export const command = defineCommand({
  path: 'terminal exec',
  summary: 'Run a command in the shell and give its output and exit code',
  effect: 'execute',
  input: v.object({
    command: v.optional(shellLine('The command line, for the shell that `terminal platform` names')),
    script: v.optional(path('read', 'A file that the shell runs instead of a command line')),
    workingDirectory: v.optional(path('read', 'Folder to run it in (default: the current one)')),
    timeoutSeconds: v.optional(
      integer('Seconds until it is ended with all that it started', { min: 1, max: 86_400 }),
      30,
    ),
    captureStderr: flagOn('Give what it writes to stderr too'),
    env: v.optional(json(v.record(v.string(), v.string()), 'Variables for this run, as {"NAME":"value"}')),
    allowEnv: v.optional(texts('Variables of yours that it gets although they look like credentials')),
    saveTo: v.optional(path('write', 'A file that gets its stdout, byte for byte, instead of the result')),
    keepChildren: flagOn('What it leaves running in the background goes on, and is listed; else it is ended too'),
  }),
  output: v.object({
    status: v.picklist(['success', 'error', 'timeout']),
    exitCode: v.nullable(v.number()),
    signal: v.optional(v.string()),
    stdout: v.string(),
    stderr: v.string(),
    output: v.optional(
      v.pipe(v.string(), v.description('Both streams in the order of their arrival, where both have something')),
    ),
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
  }),
  tool: {
    name: 'CliRun',
    set: 'cli',
    guidance:
      'Runs a shell command to its end and gives stdout, stderr and the exit code: list files, check git status, build, lint, test. Validate after each text edit. Nothing can be typed into it, and it is ended at the timeout with all that it started: use CliSession for what takes longer than 30 seconds or asks questions. Long output is cut in the middle; the result names the file that has all of it.',
    rename: { timeoutSeconds: 'timeout' },
    only: ['command', 'workingDirectory', 'timeoutSeconds', 'captureStderr'],
  },
  examples: [
    'helve terminal exec --command "git status --short"',
    'helve terminal exec --command "npm run build" --timeout-seconds 300',
    'helve terminal exec --command "git diff" --save-to changes.diff',
  ],
  run: async () => (await import('../../exec/exec.ts')).exec,
  render: { model: viewExec, person: viewExec, brief: briefExec },
});
