import { browserParts } from '@helve/browser';
import { CommandError, type Context, toCommandError } from '@helve/command';
import { readToken } from '@helve/settings';
import { runningService } from '../service/lifecycle.ts';
import { tokenFile } from '../service/token.ts';
import type { Step } from './check.ts';

/** The way of a command from here to a page, hop by hop. */
export const BROWSER_STEPS: Readonly<Record<string, Step>> = {
  extension: async () => `built in ${(await browserParts()).builtExtension()}`,

  program: async ({ place: { env, home } }) => {
    const { findBrowser, PairedBrowsers } = await browserParts();
    try {
      return findBrowser(env);
    } catch (thrown) {
      // Whoever uses their own browser needs no other.
      const { length } = new PairedBrowsers(home).all();
      const { message, hint = '' } = toCommandError(thrown);
      if (length === 0) return { off: message, hint };
      return `none found to launch, but ${length} paired`;
    }
  },

  service: async ({ place: { home } }) => {
    const service = runningService(home);
    if (!service) return { off: 'does not run; it starts when it is needed', hint: 'To start it now: service start' };
    return `process ${service.pid} on port ${service.port}`;
  },

  token: async ({ place: { home } }) => {
    readToken(tokenFile(home));
    return `${tokenFile(home).path} can be trusted`;
  },

  pairing: async ({ place: { home } }) => {
    const { PairedBrowsers } = await browserParts();
    const names = new PairedBrowsers(home).all().map(({ name }) => name);
    if (names.length > 0) return names.join(', ');
    return {
      off: 'no browser is paired',
      hint: 'Start one with browser launch, or pair your own with browser pair.',
    };
  },

  socket: async (context) => {
    const { browsers } = (await ask(context, 'browser status', {})) as Status;
    const connected = browsers.filter((browser) => browser.connected).map(({ name }) => name);
    if (connected.length > 0) return `${connected.join(', ')} connected`;
    const names = browsers.map(({ name }) => name).join(', ');
    throw problem(
      `No paired browser is connected (${names})`,
      'Open the browser, see in chrome://extensions whether helve is switched on, and look at its popup. Or start one with browser launch.',
    );
  },

  worker: async (context) => {
    const { browsers } = (await ask(context, 'browser status', {})) as Status;
    const answers: string[] = [];
    for (const { name, connected } of browsers) {
      if (!connected) continue;
      const { elapsedMs } = (await ask(context, 'browser debug ping', { browser: name })) as { elapsedMs: number };
      answers.push(`${name} answers in ${elapsedMs} ms`);
    }
    return answers.join(', ');
  },

  tab: async (context) => {
    const { browsers } = (await ask(context, 'browser status', {})) as Status;
    const browser = browsers.find(({ connected }) => connected)?.name;
    const { session } = (await ask(context, 'browser session create', { label: 'helve doctor' })) as {
      session: string;
    };
    try {
      await ask(context, 'browser tab open', { session, url: 'about:blank', browser });
    } finally {
      await ask(context, 'browser session close', { session });
    }
    return 'one was opened and closed again';
  },
};

interface Status {
  readonly browsers: readonly { readonly name: string; readonly connected: boolean }[];
}

async function ask(context: Context, path: string, input: object): Promise<unknown> {
  return context.call(await (await context.registry()).get(path), input);
}

function problem(message: string, hint: string): CommandError {
  return new CommandError('UNAVAILABLE', message, { hint });
}
