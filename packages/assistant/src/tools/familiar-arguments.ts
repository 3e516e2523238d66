import type { ModelTool } from './tool.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** A timeout from here on is in milliseconds: nobody waits 10,000 seconds for a command. */
const LEAST_MILLISECONDS = 10_000;
/** How long a command that should start in the background is watched first, in seconds. */
const FIRST_SECONDS = 2;

/**
 * Lets a tool take arguments as models write them that were trained with the tools of Claude Code. They are not declared,
 * because declarations are sent with every request.
 */
export function withFamiliarArguments(tool: ModelTool): ModelTool {
  const translate = TRANSLATIONS[tool.name];
  if (!translate) return tool;
  return { ...tool, plan: (input, place) => tool.plan(translate(input), place) };
}

const TRANSLATIONS: Readonly<Record<string, (given: Arguments) => Arguments>> = {
  Bash: ({ run_in_background: background, dangerouslyDisableSandbox: outside, timeout, ...rest }) => ({
    ...without(rest, 'description'),
    ...(timeout === undefined ? {} : { timeout: inSeconds(timeout) }),
    ...(background === true ? { background, timeout: timeout === undefined ? FIRST_SECONDS : inSeconds(timeout) } : {}),
    ...(outside === true ? { sandbox: false } : {}),
  }),
  Grep: ({ '-i': ignoreCase, '-A': after, '-B': before, '-C': around, type, ...rest }) => {
    const lines = [after, before, around].filter((each) => typeof each === 'number');
    const output = OUTPUT_MODES[String(rest.output_mode)];
    return {
      ...without(rest, '-n', 'head_limit'),
      ...(ignoreCase === undefined ? {} : { ignoreCase }),
      ...(lines.length === 0 ? {} : { context: Math.max(...lines) }),
      ...(typeof type === 'string' && rest.glob === undefined ? { glob: `*.${type}` } : {}),
      ...(output === undefined ? {} : { output_mode: output }),
    };
  },
  Agent: ({ subagent_type: agent, ...rest }) => ({ ...rest, ...(agent === undefined ? {} : { agent }) }),
  Skill: ({ skill, args, ...rest }) => ({
    ...rest,
    ...(skill === undefined ? {} : { name: skill }),
    ...(args === undefined ? {} : { arguments: args }),
  }),
};

function without(given: Arguments, ...names: readonly string[]): Arguments {
  return Object.fromEntries(Object.entries(given).filter(([name]) => !names.includes(name)));
}

const OUTPUT_MODES: Readonly<Record<string, string | undefined>> = {
  content: 'matches',
  files_with_matches: 'files',
  count: 'counts',
};

function inSeconds(timeout: unknown): unknown {
  return typeof timeout === 'number' && timeout >= LEAST_MILLISECONDS ? Math.ceil(timeout / 1000) : timeout;
}
