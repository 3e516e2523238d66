import { CommandError } from '@helve/command';

/** How much sessions may take, in the environment of the process that keeps them. */
export interface SessionLimits {
  /** How many may run at once. */
  readonly atOnce: number;
  /** The most bytes of output to keep of each. */
  readonly keptBytes: number;
  /** How many that are over are kept, and for how long. */
  readonly keptEnded: number;
  readonly keptMs: number;
}

const MEGABYTE = 1024 * 1024;
const DAY_MS = 24 * 60 * 60 * 1000;

export function readLimits(env: Readonly<Record<string, string | undefined>>): SessionLimits {
  return {
    atOnce: read(env, 'HELVE_MAX_SESSIONS', 32, 'how many sessions may run at once'),
    keptBytes: read(env, 'HELVE_SESSION_MB', 64, 'how many megabytes of output to keep of a session') * MEGABYTE,
    keptEnded: read(env, 'HELVE_KEEP_SESSIONS', 200, 'how many sessions to keep that are over'),
    keptMs: read(env, 'HELVE_KEEP_SESSION_DAYS', 30, 'for how many days to keep a session that is over') * DAY_MS,
  };
}

function read(
  env: Readonly<Record<string, string | undefined>>,
  name: string,
  otherwise: number,
  what: string,
): number {
  const given = env[name];
  if (given === undefined || given === '') return otherwise;
  if (/^[1-9]\d{0,3}$/.test(given)) return Number(given);
  throw new CommandError('INVALID_SETTINGS', `${name} cannot be ${JSON.stringify(given)}`, {
    hint: `Give ${what}, from 1 to 9999. Unset, it is ${otherwise}.`,
  });
}
