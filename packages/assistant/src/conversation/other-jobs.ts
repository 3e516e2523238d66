import { CommandError } from '@helve/command';
import type { Caller } from '@helve/policy';
import type { ConversationLog } from '../log/conversation-log.ts';
import type { EntryOf } from '../log/entry.ts';
import type { Emit } from '../loop/events.ts';
import type { Rewound, RewindWish } from '../rewind/rewind.ts';
import type { Job } from './turn-queue.ts';
import type { TurnRunner } from './turn-runner.ts';

/** To make room, for the queue. */
export function compactJob(turns: TurnRunner, focus: string | undefined): Job<EntryOf<'compaction'>> {
  return {
    work: async () => {
      const { compact } = await import('../compaction/compact.ts');
      return turns.work((turn) => compact(turn, { trigger: 'manual', focus })).finally(() => turns.takeLate());
    },
    instead: notDone('Not compacted'),
  };
}

interface RewindParts {
  readonly log: ConversationLog;
  readonly caller: () => Caller;
  readonly emit: Emit;
}

/** To go back, for the queue. */
export function rewindJob(turns: TurnRunner, { log, caller, emit }: RewindParts, wish: RewindWish): Job<Rewound> {
  return {
    work: async () => {
      const { rewind } = await import('../rewind/rewind.ts');
      const {
        place: { home, env },
        host: { now = Date.now },
        authority,
      } = caller();
      const permits = (path: string) => authority.policy.permits('fs write', path, 'write');
      const result = await rewind(log, wish, { home, env, now, permits }).finally(() => turns.takeLate());
      if (!wish.dryRun) emit({ type: 'rewound', result });
      return result;
    },
    instead: notDone('Not rewound'),
  };
}

function notDone(what: string): () => never {
  return () => {
    throw new CommandError('CANCELLED', `${what}: the previous turn was cancelled`, { retry: 'safe' });
  };
}
