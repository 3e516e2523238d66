import { CommandError } from '@helve/command';

/** A program that knows nothing of our locks changed a file after it was read. */
export class ChangedMeanwhile extends CommandError {
  constructor(shown: string) {
    super('STALE', `${shown} is changed by another program again and again`, {
      hint: `Try again when the other program has finished with it.`,
      retry: 'safe',
      details: { path: shown },
    });
  }
}

const MOST_ATTEMPTS = 20;

/** Starts over with what the files hold now when they were changed during the work. */
export async function retryIfChanged<Value>(work: () => Promise<Value>): Promise<Value> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (thrown) {
      if (!(thrown instanceof ChangedMeanwhile) || attempt === MOST_ATTEMPTS) throw thrown;
    }
  }
}
