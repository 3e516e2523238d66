import { call, CommandError, worded } from '@helve/command';
import * as v from 'valibot';
import type { CallTemplate } from '../manual-format.ts';
import { COMMAND_VARIABLES } from '../variables.ts';
import type { Surroundings } from './analyse.ts';

/** One command of a template, in the words of the format. */
export interface Step {
  readonly command: string;
  /** Whether its output is part of the value. */
  readonly appended: boolean;
}

export interface CliTemplate {
  readonly steps: readonly Step[];
  readonly workingDirectory: string | undefined;
  readonly environment: Readonly<Record<string, string>>;
  /** Names to inherit; absent: the short list of our own. */
  readonly inherited: readonly string[] | undefined;
  readonly timeoutMs: number | undefined;
  /** A step that fails ends the script. */
  readonly stopOnError: boolean;
  /** As a manual template: whether it is itself a tool; absent: if its commands take arguments. */
  readonly callable: boolean | undefined;
  /** Arguments that may stand where they are run as code or read as options. */
  readonly unsafeArguments: ReadonlySet<string>;
  /** Programs that the table does not know and whose arguments are all data. */
  readonly dataPrograms: readonly string[];
  /** Values of the variables of UTCP that commands name. */
  readonly variables: Readonly<Record<string, string>>;
}

/** What an analysis of the commands must know of the rest of a template. */
export function surroundingsOf({ environment, inherited, dataPrograms }: CliTemplate): Surroundings {
  return { environment: [...Object.keys(environment), ...(inherited ?? [])], dataPrograms };
}

const NAME = v.pipe(v.string(), v.regex(/^[A-Za-z_]\w*$/, 'is no name of a variable'));
const NO_NUL = v.pipe(
  v.string(),
  v.check((text) => !text.includes('\0'), 'holds a NUL'),
);
/** Ports and switches are often written without quotes. */
const SETTING = v.pipe(v.union([NO_NUL, v.number(), v.boolean()]), v.transform(String));

const SCHEMA = v.object({
  commands: v.pipe(
    v.array(v.object({ command: NO_NUL, append_to_final_output: v.nullish(v.boolean()) })),
    v.minLength(1, 'holds no command'),
  ),
  working_dir: v.nullish(NO_NUL),
  env_vars: v.nullish(v.record(NAME, SETTING)),
  inherit_env_vars: v.nullish(v.array(NAME)),
  timeout_ms: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2 ** 31 - 1))),
  stop_on_error: v.nullish(v.boolean()),
  callable: v.nullish(v.boolean()),
  data_programs: v.nullish(v.array(v.pipe(v.string(), v.regex(/^[\w.+-]+$/, 'is no name of a program')))),
  [COMMAND_VARIABLES]: v.nullish(v.record(NAME, v.string())),
  unsafe_arguments: v.nullish(v.array(v.string())),
  auth: v.nullish(v.never('has no meaning for cli')),
});

/** Keys that a cli template may have, those of every template included. */
export const CLI_KEYS: ReadonlySet<string> = new Set([
  'name',
  'call_template_type',
  'allowed_communication_protocols',
  ...Object.keys(SCHEMA.entries).filter((key) => key !== COMMAND_VARIABLES),
]);
export const STEP_KEYS: ReadonlySet<string> = new Set(['command', 'append_to_final_output']);

/** What is wrong with a template's own keys, as places and messages. */
export function templateIssues(template: CallTemplate): readonly { readonly at: string; readonly message: string }[] {
  const read = v.safeParse(SCHEMA, template);
  return (read.issues ?? []).map((issue) => ({ at: placeOf(issue.path ?? []), message: issue.message }));
}

export function readTemplate(template: CallTemplate): CliTemplate {
  const read = v.safeParse(SCHEMA, template);
  if (!read.success) {
    const [issue] = templateIssues(template);
    throw new CommandError('INVALID_INPUT', `The cli template is not valid: ${issue?.at} ${issue?.message}`, {
      hint: worded`Look at all of it: ${call('utcp validate')}`,
      details: { at: issue?.at },
    });
  }
  const { commands, working_dir, env_vars, inherit_env_vars, timeout_ms, stop_on_error, callable, unsafe_arguments } =
    read.output;
  const { data_programs, [COMMAND_VARIABLES]: variables } = read.output;
  return {
    steps: commands.map(({ command, append_to_final_output }, index) => ({
      command,
      appended: append_to_final_output ?? index === commands.length - 1,
    })),
    workingDirectory: working_dir ?? undefined,
    environment: env_vars ?? {},
    inherited: inherit_env_vars ?? undefined,
    timeoutMs: timeout_ms ?? undefined,
    stopOnError: stop_on_error ?? false,
    callable: callable ?? undefined,
    unsafeArguments: new Set(unsafe_arguments ?? []),
    dataPrograms: data_programs ?? [],
    variables: variables ?? {},
  };
}

function placeOf(path: readonly { readonly key?: unknown }[]): string {
  return path
    .map(({ key }) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '');
}
