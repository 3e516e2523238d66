import { withReach } from '@helve/command/host';
import { type LineResult, runLine } from '@helve/doors';
import type { SlashCommand } from '../commands/command.ts';
import { picker } from '../overlays/picker.ts';
import { textQuestion } from '../overlays/text-question.ts';
import { viewer } from '../overlays/viewer.ts';
import type { App } from './app.ts';
import type { InstalledPlugins } from './installed-plugins.ts';
import type { Running } from './running-line.ts';
import type { Conversations } from './conversations.ts';
import type { Ui } from './ui.ts';

/** What slash commands are given of the screen. */
export function uiOf(
  app: App,
  {
    commands,
    conversations,
    plugins,
    refresh,
  }: {
    readonly commands: () => readonly SlashCommand[];
    readonly conversations: Conversations;
    readonly plugins: InstalledPlugins;
    readonly refresh: () => void;
  },
): Ui {
  const { host } = app;
  return {
    host,
    get shown() {
      return app.shown;
    },
    get state() {
      return app.state;
    },
    get columns() {
      return app.columns;
    },
    get theme() {
      return app.theme;
    },
    get editorMode() {
      return app.input.mode;
    },
    commands,
    plugins: () => plugins.list(),
    print: (lines) => app.dispatch({ type: 'print', items: [{ kind: 'lines', lines }] }),
    notice: (text, tone = 'plain') => app.notice(text, tone),
    choose: (question) => app.show(picker(question)),
    confirm: async (message) =>
      (await app.show(
        picker({
          title: message,
          options: [
            { label: 'Yes', value: true },
            { label: 'No', value: false },
          ],
        }),
      )) === true,
    ask: (title, options = {}) => app.show(textQuestion({ title, ...options })),
    view: (title, lines) => app.show(viewer([{ title, lines }])),
    show: (overlay) => app.show(overlay),
    run: (line) => runShown(app, line),
    setInput: (text) => app.input.setText(text),
    login: () => conversations.login(),
    reopen: (wish) => conversations.open(wish),
    setTheme: (theme) => app.setTheme(theme),
    setEditorMode: (mode) => app.input.setMode(mode),
    refresh,
    clearScreen: () => app.painter.clear(),
    leave: () => app.edges.leave(),
  };
}

/** What is over sooner is not spoken of. */
const SOON_MS = 300;

/** Runs a line of helve as the user's own. Where it takes a while, that is shown, and it can be stopped. */
async function runShown(app: App, line: string): Promise<LineResult> {
  const { registry, caller } = app.host;
  const stop = new AbortController();
  const running: Running = { line, stop: () => stop.abort() };
  const timer = setTimeout(() => {
    app.running.start(running);
    app.painter.request();
  }, SOON_MS);
  try {
    return await runLine(registry, line, withReach(caller, { signal: stop.signal }), undefined, 'person');
  } finally {
    clearTimeout(timer);
    app.running.end(running);
    app.painter.request();
  }
}
