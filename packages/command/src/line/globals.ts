import type { Authority } from '../authority.ts';
import type { CallerWith } from '../caller.ts';
import type { Parameter } from '../input.ts';
import { resolvePath } from '../paths.ts';

/** How much may be done without asking. */
export type Mode = 'plan' | 'default' | 'acceptEdits' | 'bypassPermissions';

export const MODES = ['plan', 'default', 'acceptEdits', 'bypassPermissions'] as const satisfies readonly Mode[];

/** What may be said with any command, wherever it stands on the line. */
export interface Globals {
  readonly json?: boolean;
  /** Milliseconds. */
  readonly timeout?: number;
  readonly home?: string;
  readonly verbose?: boolean;
  readonly cwd?: string;
  readonly permissionMode?: Mode;
  readonly help?: boolean;
  readonly version?: boolean;
}

export interface GlobalParameter extends Parameter {
  /** Only a process has it: not on a line that runs inside one. */
  readonly terminalOnly?: boolean;
}

export const GLOBAL_PARAMETERS: readonly GlobalParameter[] = [
  { ...boolean('json', 'Print one line of JSON, also on a terminal') },
  {
    name: 'timeout',
    flag: 'timeout',
    type: 'number',
    required: false,
    description: 'Milliseconds that the command may take',
    min: 1,
    max: 2_147_483_647,
  },
  { ...string('home', 'State folder (default: HELVE_HOME or ~/.helve)'), terminalOnly: true },
  { ...boolean('verbose', 'Write what happens to stderr, as JSON lines'), short: 'v', terminalOnly: true },
  string('cwd', 'Folder to work in'),
  {
    name: 'permissionMode',
    flag: 'permission-mode',
    type: 'choice',
    required: false,
    description: 'What may be done without asking',
    options: MODES,
    terminalOnly: true,
  },
  { ...boolean('help', 'Show help for the command'), short: 'h' },
  { ...boolean('version', 'Print the version'), terminalOnly: true },
];

/** Names that no command may use for a parameter of its own. */
export const RESERVED_NAMES: ReadonlySet<string> = new Set(GLOBAL_PARAMETERS.map((parameter) => parameter.name));

function boolean(name: string, description: string): GlobalParameter {
  return { name, flag: name, type: 'boolean', required: false, description };
}

function string(name: string, description: string): GlobalParameter {
  return { name, flag: name, type: 'string', required: false, description };
}

/** The caller, in the folder and with the time limit that a line itself asks for. */
export function withGlobals<Caller extends CallerWith<Authority>>(caller: Caller, { cwd, timeout }: Globals): Caller {
  return {
    ...caller,
    ...(cwd === undefined ? {} : { place: { ...caller.place, cwd: resolvePath(caller.place, cwd) } }),
    ...(timeout === undefined ? {} : { reach: { ...caller.reach, timeout } }),
  };
}
