import { toCommandError } from '@helve/command';
import { BUILT_INS } from '../commands/builtins.ts';
import type { SlashCommand } from '../commands/command.ts';
import { type ConversationChange, hasWords } from '../host.ts';
import type { InputOutcome } from '../input/input-line.ts';
import { loadHighlighter } from '../markdown/highlight.ts';
import { loadMarks } from '../markdown/marks.ts';
import { reduce } from '../state/reduce.ts';
import { Tour } from '../tour/tour.ts';
import { drawFinished } from '../views/finished.ts';
import { drawLiveTodos } from '../views/todos.ts';
import { drawRunningShell, drawTurn, drawWaiting } from '../views/turn.ts';
import { windowTitle } from '../views/window-title.ts';
import type { App, ScreenActions } from './app.ts';
import { Conversations } from './conversations.ts';
import { InstalledPlugins } from './installed-plugins.ts';
import { pressAction } from './press-action.ts';
import { ProjectFiles } from './project-files.ts';
import { PromptHistory } from './prompt-history.ts';
import { sayLine } from './say-line.ts';
import { StatusKeeper } from './status-keeper.ts';
import { uiOf } from './ui-of.ts';
import type { Ui } from './ui.ts';

/** Puts together what the screen does beyond showing and typing. */
export async function loadActions(app: App): Promise<ScreenActions> {
  const proposeAnew = () => {
    app.input.renew();
    app.painter.request();
  };
  const files = new ProjectFiles(app.host, proposeAnew);
  const plugins = new InstalledPlugins(app.host, proposeAnew);
  const status = new StatusKeeper(app);
  const conversations: Conversations = new Conversations(app, status, {
    onOpened: () => tour.leave(),
    onNoModel: async (asked) => {
      const { offerFirstRun } = await import('../first-run/offer.ts');
      // Who has begun a conversation goes on with it.
      const begun = app.shown && hasWords(app.shown) ? { resume: app.shown.conversation.id } : {};
      const open = (wish: ConversationChange) => conversations.open({ ...begun, ...wish });
      await offerFirstRun(app, { open, takeTour: () => tour.take() }, asked);
    },
  });
  const tour = new Tour(app, conversations);
  const history = new PromptHistory(app.host);
  const commands = (): readonly SlashCommand[] => [...BUILT_INS, ...skillCommands(app)];
  const ui: Ui = uiOf(app, {
    commands,
    conversations,
    plugins,
    refresh: () => status.refresh(),
  });
  const work: Work = { app, ui, conversations, tour, status, history, commands };
  await loadMarks();
  return {
    views: { reduce, drawFinished, drawTurn, drawWaiting, drawRunningShell, drawLiveTodos, windowTitle },
    begin: async () => {
      app.input.recall(await history.load());
      await (app.host.tour ? tour.take() : conversations.begin());
      void loadHighlighter();
    },
    take: async (outcome: NonNullable<InputOutcome>) => {
      try {
        if ('submit' in outcome) await sayLine(work, outcome.submit);
        else await pressAction(work, outcome.action);
      } catch (thrown) {
        const { message, hint } = toCommandError(thrown);
        app.notice([message, hint].filter(Boolean).join('\n'), 'error');
      } finally {
        // What was done may have changed the input.
        app.painter.request();
      }
    },
    commands,
    choicesOf: (command) => command.choices?.(ui) ?? [],
    files: (query) => files.list(query),
    close: async () => {
      await tour.close();
      await history.close();
    },
  };
}

/** The skills that the user may call by name. */
function skillCommands({ shown }: App): readonly SlashCommand[] {
  return (shown?.skills ?? [])
    .filter(({ forUser }) => forUser)
    .map(({ name, description, plugin, argumentHint = '[arguments]' }) => ({
      name,
      description,
      source: plugin === undefined ? 'skill' : 'plugin',
      ...(plugin === undefined ? {} : { plugin }),
      argumentHint,
      prompt: (args) => `/${name} ${args}`.trim(),
    }));
}

/** The parts that screen actions work with. */
export interface Work {
  readonly app: App;
  readonly ui: Ui;
  readonly conversations: Conversations;
  readonly tour: Tour;
  readonly status: StatusKeeper;
  readonly history: PromptHistory;
  readonly commands: () => readonly SlashCommand[];
}
