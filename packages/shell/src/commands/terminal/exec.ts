import { defineCommand, flag, flagOn, inKeeper, integer, json, path, shellLine, text, texts } from '@helve/command';
import * as v from 'valibot';
import { runsAsSession } from '../../exec/runs-as-session.ts';
import { briefExec, viewExec } from '../../exec/exec-view.ts';
import { execOutput } from './exec-output.ts';

export const command = defineCommand({
  path: 'terminal exec',
  summary: 'Run a command in the shell and give its output and exit code',
  effect: 'execute',
  input: v.object({
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
  }),
  subject: async (input, where) =>
    input.alias === undefined && input.arguments === undefined
      ? {}
      : { input: await (await import('../../alias/expand.ts')).expandAlias(input, where) },
  confines: ({ sandbox }) => sandbox,
  output: execOutput,
  tool: {
    name: 'CliRun',
    set: 'cli',
    guidance:
      'Runs a shell command to its end; returns stdout, stderr and the exit code: list, build, lint, test. Validate after each text edit. It gets no input. At the timeout it is stopped with its children or, with background, continues as a session. Use CliSession for long or interactive programs. Long output is cut in the middle; the result names a file with all.',
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
  run: inKeeper(async () => (await import('../../exec/exec.ts')).exec, runsAsSession),
  render: { model: viewExec, person: viewExec, brief: briefExec },
});
