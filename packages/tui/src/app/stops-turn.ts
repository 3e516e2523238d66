import type { App } from './app.ts';

/** Two presses within this time belong together, in milliseconds. */
export const TWICE_MS = 1500;

/** Whether an escape is the second one, which stops the whole turn. After the first that is said. */
export function stopsTurn(app: App): boolean {
  return app.isSecondPress('stop', TWICE_MS, 'esc again to stop the turn');
}
