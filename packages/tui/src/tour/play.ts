import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { runLine } from '@helve/doors';
import type { App } from '../app/app.ts';
import type { Conversations } from '../app/conversations.ts';
import type { ShownConversation } from '../host.ts';
import { TOUR_FILES, tourRecording, type TourStep, tourSteps } from './recording.ts';
import type { Tour } from './tour.ts';

/** Shows what the assistant does: a recorded conversation, with real tools in a folder that is gone afterwards. */
export async function playTour(app: App, conversations: Conversations, tour: Tour): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'helve-tour-'));
  const session = basename(folder);
  const steps = tourSteps(session);
  let shown: ShownConversation | undefined;
  try {
    const project = join(folder, 'prices');
    await mkdir(project);
    for (const [name, content] of Object.entries(TOUR_FILES)) await writeFile(join(project, name), content);
    const recording = join(folder, 'tour.jsonl');
    await writeFile(
      recording,
      tourRecording(steps)
        .map((entry) => `${JSON.stringify(entry)}\n`)
        .join(''),
    );
    // The tour shows how programs are approved.
    await conversations.open({ model: `replay/${recording}`, cwd: project, permissionMode: 'default', sandbox: 'off' });
    shown = app.shown;
    if (shown) await playSteps(app, shown, steps, tour);
  } finally {
    tour.end();
    await cleanUp(app, conversations, { folder, session, shown });
  }
}

async function playSteps(
  app: App,
  { conversation }: ShownConversation,
  steps: readonly TourStep[],
  tour: Tour,
): Promise<void> {
  for (const [index, { before, prompt }] of steps.entries()) {
    if (app.closing.aborted) return;
    app.notice(`Tour, ${index + 1} of ${steps.length}. ${before}`, 'success');
    app.input.setText(prompt);
    app.painter.paint();
    const outcome = await tour.nextTurn(conversation);
    if (outcome === 'left') return app.notice('Tour ended. /help lists commands and keys.');
  }
  app.notice(
    'That was the tour. Everything you saw is yours: @ names files, ! runs a command, /rewind undoes changes, shift+tab changes the permission mode. ' +
      'With a key or an endpoint the same happens in your own projects: /model, or start helve again.',
    'success',
  );
}

/** What the tour made. */
interface Made {
  readonly folder: string;
  readonly session: string;
  readonly shown: ShownConversation | undefined;
}

/** Ends what still runs, lets go of the conversation, and takes the folder and the log away. */
async function cleanUp(app: App, conversations: Conversations, { folder, session, shown }: Made): Promise<void> {
  const { host } = app;
  // The user may have gone on to a conversation of their own.
  if (app.shown === shown) {
    app.input.clear();
    await conversations.close();
    app.dispatch({ type: 'anew' });
  }
  const said = JSON.stringify(shown?.conversation.log.chain() ?? []);
  // Without it the service would be started for nothing.
  if (said.includes(`--session-id ${session}`)) {
    await runLine(host.registry, `helve terminal session stop --session-id ${session} --force`, host.caller);
  }
  // The folder of the log is that of a project that is no more.
  if (shown) await rm(dirname(shown.conversation.log.file), { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}
