import { type LineResult, runLine } from '@helve/registry';
import type { App } from './app.ts';
import type { Running } from './running-line.ts';

/** What is over sooner is not spoken of. */
const SOON_MS = 300;

/** Runs a line of helve as the user's own. Where it takes a while, that is shown, and it can be stopped. */
export async function runShown(app: App, line: string): Promise<LineResult> {
  const { registry, caller } = app.host;
  const stop = new AbortController();
  const running: Running = { line, stop: () => stop.abort() };
  const timer = setTimeout(() => {
    app.running.start(running);
    app.painter.request();
  }, SOON_MS);
  try {
    return await runLine(registry, line, { ...caller, signal: stop.signal }, undefined, 'person');
  } finally {
    clearTimeout(timer);
    app.running.end(running);
    app.painter.request();
  }
}
