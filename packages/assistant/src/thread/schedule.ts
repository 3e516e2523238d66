import { CommandError } from '@helve/command';
import { Cron } from 'croner';

/** When a schedule is due next, after a moment. Throws where the words are no schedule. */
export function nextRun(schedule: string, after: number): string {
  let next: Date | null;
  try {
    next = new Cron(schedule, { paused: true }).nextRun(new Date(after));
  } catch (thrown) {
    throw new CommandError('INVALID_INPUT', `${JSON.stringify(schedule)} is not a schedule`, {
      hint: 'Minute, hour, day, month and weekday, as in cron: "0 9 * * 1-5" is 9:00 from Monday to Friday.',
      cause: thrown,
    });
  }
  if (next) return next.toISOString();
  throw new CommandError('INVALID_INPUT', `${JSON.stringify(schedule)} is never due`);
}
