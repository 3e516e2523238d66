import { App } from './app/app.ts';
import { loadVim } from './editor/vim/load-vim.ts';
import { hasWords, type Host } from './host.ts';
import { countingOf, countWidthsAs } from './text/width.ts';
import { Terminal, type TerminalEvents, type TerminalStreams } from './terminal/terminal.ts';

/** The parts of a process that the screen needs to give the terminal back whatever happens. */
export interface ScreenProcess extends TerminalStreams {
  readonly onExit: (listener: () => void) => void;
  /** Also those that nobody caught. */
  readonly onFault: (listener: (thrown: unknown) => void) => void;
  readonly onSignal: (signal: 'SIGTERM' | 'SIGHUP' | 'SIGINT' | 'SIGCONT', listener: () => void) => void;
  /** Stops the process until somebody lets it go on. */
  readonly stopItself: () => void;
}

// The answer to the second is certain, so that the first is known to have none where it comes alone.
const ASK_BACKGROUND = '\x1b]11;?\x1b\\\x1b[c';

/** Shows the screen until the user leaves. Gives the code to exit with. */
export async function runScreen(host: Host, process: ScreenProcess): Promise<number> {
  let leave = (_code: number) => {};
  const left = new Promise<number>((resolve) => (leave = resolve));
  let isLent = false;
  let stopped: NodeJS.Timeout | undefined;
  const events: TerminalEvents = {
    onKeys: (keys) => app.pressAll(keys),
    onResize: () => app.painter.paint(),
    onEnd: () => leave(0),
  };
  const terminal: Terminal = new Terminal(process, events, host.env);
  const isPlain = host.settings.screenReader || host.env.TERM === 'dumb';
  countWidthsAs(countingOf(host.env));
  if (host.settings.editorMode === 'vim') await loadVim();
  const plain = isPlain ? (await import('./app/compose-plain.ts')).plainMode(terminal) : undefined;
  const app: App = new App(
    host,
    terminal,
    {
      lend: async (work) => {
        isLent = true;
        app.painter.pause();
        terminal.close();
        try {
          return await work();
        } finally {
          isLent = false;
          terminal.open();
          app.title.forget();
          app.painter.resume();
        }
      },
      suspend: () => {
        app.painter.pause();
        terminal.close();
        // Nothing else keeps the process while no key is read: it would end when it goes on, before it hears of that.
        stopped ??= setInterval(() => {}, 2 ** 30);
        process.stopItself();
      },
      leave: () => leave(0),
    },
    async (started) => (await import('./app/screen-actions.ts')).loadActions(started),
    plain,
  );
  const giveBack = () => {
    app.painter.pause();
    terminal.close();
  };
  process.onExit(giveBack);
  const stopFor = (thrown: unknown) => {
    giveBack();
    process.output.write(`${describeFault(thrown, app.shown?.conversation.id)}\n`);
    leave(1);
  };
  process.onFault(stopFor);
  process.onSignal('SIGTERM', () => leave(143));
  process.onSignal('SIGHUP', () => leave(129));
  process.onSignal('SIGINT', () => {
    // Ctrl+c in another program that has the terminal is meant for that.
    if (!isLent) leave(130);
  });
  process.onSignal('SIGCONT', () => {
    clearInterval(stopped);
    stopped = undefined;
    if (isLent) return;
    terminal.open();
    app.title.forget();
    app.painter.resume();
  });
  terminal.open();
  // Also where a theme is named: that of high contrast depends on it, and the user may change to another.
  if (host.env.TERM !== 'dumb') terminal.write(ASK_BACKGROUND);
  void app.start().catch((thrown: unknown) => {
    // Without what is loaded after the first picture there is nothing that could show it.
    if (app.isLoaded) app.notice(String(thrown), 'error');
    else stopFor(thrown);
  });
  const code = await left;
  giveBack();
  await app.close();
  const said = app.shown && hasWords(app.shown) ? app.shown.conversation.id : undefined;
  if (said !== undefined) process.output.write(`\nResume this conversation: helve -r ${said}\n`);
  return code;
}

function describeFault(thrown: unknown, conversation: string | undefined): string {
  const what = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  const next = conversation === undefined ? '' : `\nThe conversation is saved: helve -r ${conversation}`;
  return `helve stopped because of an internal error.\n${what}${next}`;
}
