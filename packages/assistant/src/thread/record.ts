import { call, CommandError, didYouMean, worded, type Wording } from '@helve/command';
import { MODES } from '@helve/policy';
import * as v from 'valibot';

/**
 * `created`: not started yet. `scheduled`: starts other threads from time to time. `queued`: waits until it may run. `waiting`: runs, and waits for an answer. `parked`: it
 * ended the service several times and runs again only when it is started by hand.
 */
const STATUSES = [
  'created',
  'scheduled',
  'queued',
  'running',
  'waiting',
  'done',
  'failed',
  'stopped',
  'parked',
] as const;

/** What is kept of a thread besides its conversation, which has the log that all have. */
export const ThreadRecord = v.object({
  id: v.string(),
  name: v.string(),
  cwd: v.string(),
  /** The log of its conversation. */
  file: v.string(),
  model: v.string(),
  /** As it was asked for: by a short name, or with its provider. */
  wantedModel: v.optional(v.string()),
  mode: v.picklist(MODES),
  /** Its programs run in the sandbox only, because those of whoever started it do. */
  sandbox: v.optional(v.literal('required')),
  agent: v.optional(v.string()),
  /** Of two that wait, the one with the higher number runs first. */
  priority: v.optional(v.number(), 0),
  /** Anything that needs approval waits for an answer; otherwise it is denied. */
  asks: v.optional(v.boolean(), false),
  maxTurns: v.optional(v.number()),
  maxCost: v.optional(v.number()),
  /** The project that it belongs to, where it works in a worktree. */
  project: v.optional(v.string()),
  worktree: v.optional(v.object({ path: v.string(), branch: v.string(), origin: v.string() })),
  /** When new threads are started as this one describes. */
  schedule: v.optional(v.string()),
  nextRun: v.optional(v.string()),
  /** What those threads are told, and whether each gets a worktree. */
  task: v.optional(v.string()),
  inWorktree: v.optional(v.boolean()),
  /** The scheduled thread that started this one, and when it was due. */
  scheduledBy: v.optional(v.string()),
  scheduledFor: v.optional(v.string()),
  createdAt: v.optional(v.string()),
  startedAt: v.optional(v.string()),
  endedAt: v.optional(v.string()),
  status: v.picklist(STATUSES),
  /** What it said last. */
  answer: v.optional(v.string()),
  /** Why it failed, or does not run yet. */
  problem: v.optional(v.string()),
  /** What it was not permitted to do. */
  denials: v.optional(v.array(v.string())),
});

export type ThreadRecord = v.InferOutput<typeof ThreadRecord>;

/** Whether nothing more happens with a thread by itself. */
export function isOver({ status }: Pick<ThreadRecord, 'status'>): boolean {
  return !['scheduled', 'queued', 'running', 'waiting'].includes(status);
}

/** A thread by its id, its name or the beginning of its id. The runs of a schedule have its name: that means the schedule. */
export function findRecord(records: readonly ThreadRecord[], wanted: string): ThreadRecord {
  const exact = records.find(({ id }) => id === wanted);
  if (exact) return exact;
  const named = records.filter(({ name }) => name === wanted);
  const [only, another] = [named.filter(isSchedule), named.filter((each) => !isOver(each)), named].find(hasSome) ?? [];
  if (only && another) {
    throw new CommandError('AMBIGUOUS_MATCH', `Several threads are called ${wanted}`, { hint: listed(named) });
  }
  if (only) return only;
  const fitting = wanted === '' ? [] : records.filter(({ id }) => id.startsWith(wanted));
  if (fitting.length === 1 && fitting[0]) return fitting[0];
  if (fitting.length > 1) {
    throw new CommandError('AMBIGUOUS_MATCH', `Several threads begin with ${wanted}`, { hint: listed(fitting) });
  }
  const known = records.map(({ id, name }) => (wanted.startsWith('2') ? id : name));
  throw new CommandError('NOT_FOUND', `There is no thread ${JSON.stringify(wanted)}`, {
    hint: worded`${didYouMean(wanted, known, '', { end: '? ' })}${listed(records)}`,
  });
}

function isSchedule({ schedule, scheduledBy }: ThreadRecord): boolean {
  return schedule !== undefined && scheduledBy === undefined;
}

function hasSome(list: readonly unknown[]): boolean {
  return list.length > 0;
}

const MOST_LISTED = 10;

/** The latest of them, in a sentence. */
function listed(records: readonly ThreadRecord[]): Wording {
  if (records.length === 0) return worded`There is none yet: ${call('thread start')}`;
  const names = records.slice(-MOST_LISTED).map(({ id, name }) => `${id} (${name})`);
  const more = records.length - names.length;
  const rest = more > 0 ? worded`, and ${more} more: ${call('thread list', { all: true })}` : '';
  return worded`There are: ${names.toReversed().join(', ')}${rest}.`;
}
