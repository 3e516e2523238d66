import { type Command, runCommand, type Tool } from '@helve/command';
import { withReach } from '@helve/command/host';
import { inputFromArguments, toolOf } from '@helve/doors';
import { commandTool } from './command-tool.ts';
import { CORE_COMMANDS } from './core-names.ts';
import type { ModelTool, ToolPlace } from './tool.ts';

const SCRIPT: Tool = {
  name: 'Script',
  set: 'core',
  guidance:
    'Runs JavaScript that calls helve commands: `const { content } = await helve("fs read", { path: "a.txt" })`. Only what it prints or returns comes back. Use it for many calls whose results you need only in part.',
  only: ['script'],
  needs: ['script'],
};

const shell = commandTool('tool script', SCRIPT);

/** Lets the model write a script that makes calls. Hooks are asked about each of them, and each is judged by itself. */
export const scriptTool: ModelTool = {
  ...shell,
  plan: async (given, from) => {
    const plan = await shell.plan(given, from);
    return {
      ...plan,
      run: (place) => plan.run({ ...place, caller: withReach(place.caller, { callWithin: callWithin(place) }) }),
    };
  },
};

function callWithin({ admit, callId }: ToolPlace) {
  return async (command: Command, input: object, signal: AbortSignal): Promise<unknown> => {
    const tool = namesOf(command);
    const call = { type: 'toolCall' as const, id: callId, name: tool.name, input: inToolNames(tool, input) };
    const admitted = await admit(call);
    const made = inputFromArguments(command, tool, admitted.call.input);
    const { data } = await runCommand(command, made, withReach(admitted.caller, { signal }));
    return data;
  };
}

const BASH: Tool = {
  name: 'Bash',
  set: 'core',
  guidance: '',
  rename: { timeoutSeconds: 'timeout', workingDirectory: 'cwd' },
};

/** How hooks know a command: by the tool that it is for the model, with all of its parameters. */
function namesOf(command: Command): Tool {
  if (command.path === 'terminal exec') return BASH;
  const core: Tool | undefined = Object.entries(CORE_COMMANDS).find(([path]) => path === command.path)?.[1];
  const { name, rename = {} } = core ?? toolOf(command);
  return { name, set: 'core', guidance: '', rename };
}

function inToolNames({ rename = {} }: Tool, input: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [rename[name] ?? name, value]));
}
