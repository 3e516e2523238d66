import { CommandError, resolvePath } from '@helve/command';
import { greatestEffect } from '@helve/command/host';
import { isHelveLine, parseLine } from '@helve/command/line';
import { runLine } from '@helve/doors';
import { touchesOf } from '@helve/policy';
import { commandTool } from './command-tool.ts';
import { failed, toParts } from './reply.ts';
import type { ModelTool, ToolPlace, ToolPlan, ToolReply } from './tool.ts';

const shell = commandTool(
  'terminal exec',
  {
    name: 'Bash',
    set: 'core',
    guidance:
      'Runs a shell command. With background it goes on as a session after the timeout. A line `helve …` runs in-process; `helve help` lists all it can do: git, sessions, browser, tools.',
    rename: { timeoutSeconds: 'timeout', workingDirectory: 'cwd' },
    only: ['command', 'workingDirectory', 'timeoutSeconds', 'background'],
    needs: ['command'],
    defaults: { timeoutSeconds: 120 },
  },
  { failedWith: ({ status, sessionId }) => status !== 'success' && sessionId === undefined },
);

/** The shell, and every command of the registry: a line that begins with `helve` is run in-process, under its own policy. */
export const bash: ModelTool = {
  name: shell.name,
  handsOver: true,
  declare: shell.declare,
  plan: async (input, place) => {
    const { command } = input;
    if (typeof command !== 'string' || command.trim() === '') {
      throw new CommandError('INVALID_INPUT', 'Bash needs command', { hint: 'For example: {"command": "git status"}' });
    }
    return isHelveLine(command) ? planLine(command, place) : shell.plan(input, place);
  },
};

async function planLine(line: string, { registry, caller }: ToolPlace): Promise<ToolPlan> {
  const parsed = await parseLine(registry, line, () => caller.place);
  const run = async (place: ToolPlace) => reply(line, place);
  if (parsed.kind !== 'command') return { effect: 'inspect', touches: [], run };
  const { command, input } = parsed;
  const touches = touchesOf(command, input, (path) => resolvePath(caller.place, path));
  return { effect: greatestEffect(command), touches, run };
}

async function reply(line: string, { registry, caller }: ToolPlace): Promise<ToolReply> {
  const { llmContent, returnDisplay, error } = await runLine(registry, line, caller);
  if (!error) return { content: toParts(llmContent), outcome: 'ok', brief: returnDisplay };
  const { code, message, hint, retry, details } = error;
  return failed(new CommandError(code, message, { hint, retry, details }));
}
