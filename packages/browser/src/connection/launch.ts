import { platform } from 'node:process';
import { call, CommandError, parameter, resolvePath, worded } from '@helve/command';
import type * as v from 'valibot';
import type { input } from '../commands/browser/connection/launch.ts';
import { browserError } from '../errors.ts';
import type { input as pairInput } from '../commands/browser/connection/pair.ts';
import type { input as unpairInput } from '../commands/browser/connection/unpair.ts';
import { browserRun } from '../perform.ts';
import { byHand } from './find-browser.ts';
import { readService } from './service-state.ts';

type LaunchInput = v.InferOutput<typeof input>;

/** Starts a browser with a profile of its own and the extension in it, and waits until that is connected. */
export const launchBrowser = browserRun(
  async (
    { profile, headless, program: named }: LaunchInput,
    { relay, patience },
    { place: { cwd, home, env }, now },
  ) => {
    const { launcher, pairing } = relay;
    if (!headless && !launcher.profiles.includes(profile)) refuseWithoutDisplay(env);
    const launched = await launcher.launch({
      profile,
      headless,
      program: named === undefined ? undefined : resolvePath({ cwd, env }, named),
      env,
      bootstrap: () => ({ port: readService(home).port, code: pairing.issue(now(), profile).code }),
    });
    try {
      const connected = relay.connection(profile, { ...patience, deadline: leavesTimeToEnd(patience.deadline, now()) });
      const failed = launched.failed.then((printed) => {
        throw endedEarly(launched.program, printed);
      });
      await Promise.race([connected, failed]);
    } catch (thrown) {
      if (thrown instanceof CommandError && thrown.code === 'UNAVAILABLE') throw thrown;
      if (launched.started) await launcher.end(profile);
      throw thrown === patience.signal.reason
        ? thrown
        : browserError(
            'NO_EXTENSION',
            `${launched.program} was started, but the extension in it did not connect`,
            worded`Name another with ${parameter('program')}, or put the extension into your own browser by hand: ${byHand()}`,
          );
    }
    const { pid, program, started } = launched;
    return { browser: profile, pid, program, headless: launched.headless, started };
  },
);

/** A browser with a window needs a display; without one it would end at once, or never connect. */
function refuseWithoutDisplay({ DISPLAY, WAYLAND_DISPLAY }: Readonly<Record<string, string | undefined>>): void {
  if (platform !== 'linux' || DISPLAY || WAYLAND_DISPLAY) return;
  throw new CommandError('UNAVAILABLE', 'There is no display for the window of a browser (DISPLAY is not set)', {
    hint: worded`Run it without a window: ${call('browser launch', { headless: true })}`,
  });
}

function endedEarly(program: string, printed: string): CommandError {
  return new CommandError(
    'UNAVAILABLE',
    `${program} ended before its extension connected${printed && `: ${printed}`}`,
    {
      hint: worded`If it cannot open a window, run it without one: ${call('browser launch', { headless: true })}`,
      details: { program },
    },
  );
}

/** A browser that is of no use is ended before it is said so, and that takes a while. */
function leavesTimeToEnd(deadline: number, now: number): number {
  return deadline - Math.min(ENDS_MS, (deadline - now) / 3);
}

const ENDS_MS = 4_000;

export const closeBrowser = browserRun(async ({ profile }: Pick<LaunchInput, 'profile'>, { relay }) => ({
  browser: profile,
  closed: await relay.launcher.end(profile),
}));

export const pairBrowser = browserRun(
  async ({ name }: v.InferOutput<typeof pairInput>, { relay }, { place: { home }, now }) => {
    const { code, expiresAt } = relay.pairing.issue(now(), name);
    return { pairingCode: code, pairingExpiresAt: expiresAt, port: readService(home).port };
  },
);

export const unpairBrowser = browserRun(async ({ name }: v.InferOutput<typeof unpairInput>, { relay }) => {
  if (relay.unpair(name)) {
    // One that helve has started is of no use any more.
    await relay.launcher.end(name);
    return { name, unpaired: true as const };
  }
  const names = relay.links.map(({ browser }) => browser.name);
  throw browserError(
    'NO_EXTENSION',
    `No browser is paired under the name ${name}`,
    names.length > 0 ? `There are: ${names.join(', ')}.` : worded`None is paired. To pair one: ${call('browser pair')}`,
    { browsers: names },
  );
});
