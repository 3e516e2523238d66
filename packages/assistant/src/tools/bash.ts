import { CommandError, resolvePath } from '@helve/command';
import { greatestEffect } from '@helve/command/host';
import { isHelveLine, parseLine } from '@helve/command/line';
import { runLine } from '@helve/doors';
import { asModel, confines, touchesOf } from '@helve/policy';
import { commandTool } from './command-tool.ts';
import { failed, toParts } from './reply.ts';
import type { ModelTool, ToolPlace, ToolPlan, ToolReply } from './tool.ts';

const GUIDANCE =
  'Runs a shell command. With background it continues as a session after the timeout. `helve …` lines run in-process; `helve help` lists them: git, code, sessions, browser, tools.';

const IN_SANDBOX =
  ' Programs run in a sandbox: they can write only to the project and temporary files and have no network. If one fails because it needs more, the user is asked and it runs again; sandbox: false asks to run it outside.';

const OFFERED = ['command', 'workingDirectory', 'timeoutSeconds', 'background'];

function shellTool(guidance: string, only: readonly string[]): ModelTool {
  return commandTool(
    'terminal exec',
    {
      name: 'Bash',
      set: 'core',
      guidance,
      rename: { timeoutSeconds: 'timeout', workingDirectory: 'cwd' },
      only,
      needs: ['command'],
      defaults: { timeoutSeconds: 120 },
    },
    {
      failedWith: ({ status, sessionId }) => status !== 'success' && sessionId === undefined,
      exitCode: ({ status, sessionId, exitCode }) =>
        status !== 'timeout' && sessionId === undefined && typeof exitCode === 'number' ? exitCode : undefined,
    },
  );
}

const shell = shellTool(GUIDANCE, OFFERED);
const confinedShell = shellTool(`${GUIDANCE}${IN_SANDBOX}`, [...OFFERED, 'sandbox']);

/** The shell, and every command of the registry: a line that begins with `helve` is run in-process, under its own policy. */
export const bash: ModelTool = {
  name: shell.name,
  handsOver: true,
  declare: async (registry, caller) => {
    const isConfined = await confines(caller.authority.policy.sandbox);
    return (isConfined ? confinedShell : shell).declare(registry, caller);
  },
  command: async (input, place) => {
    const { command: line } = input;
    if (typeof line !== 'string' || !isHelveLine(line)) return confinedShell.command?.(input, place);
    const parsed = await parseLine(place.registry, line, () => place.caller.place);
    return parsed.kind === 'command' ? parsed : undefined;
  },
  plan: async (input, place) => {
    const { command } = input;
    if (typeof command !== 'string' || command.trim() === '') {
      throw new CommandError('INVALID_INPUT', 'Bash needs command', { hint: 'For example: {"command": "git status"}' });
    }
    return isHelveLine(command) ? planLine(command, place) : confinedShell.plan(input, place);
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
  const { llmContent, returnDisplay, error } = await runLine(registry, line, asModel(caller));
  if (!error) return { content: toParts(llmContent), outcome: 'ok', brief: returnDisplay };
  const { code, message, hint, retry, details } = error;
  return failed(new CommandError(code, message, { hint, retry, details }));
}
