import type { WorkerAction } from '../request/call.ts';
import { readLog } from '../request/log.ts';

export const debugLog: WorkerAction<'debug.log'> = async ({ id, limit }) => {
  const entries = await readLog();
  return { data: { entries: entries.filter((entry) => id === undefined || entry.id === id).slice(-limit) } };
};
