import { sanitise } from '../text/sanitise.ts';
import { line, plainText } from '../text/span.ts';
import { clip } from '../text/wrap.ts';

const AFTER = ' runs (esc to stop)';

/** That a command of the user's runs; of a long one its beginning, so that how to stop it is always seen. */
export function runningHint(command: string, columns: number): string {
  const room = Math.max(1, columns - AFTER.length - 2);
  return `${plainText(clip(line(sanitise(command.replace(/\s+/g, ' '))), room))}${AFTER}`;
}
