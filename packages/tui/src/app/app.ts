import type { SlashCommand } from '../commands/command.ts';
import type { Host, Talk, TalkWish } from '../host.ts';
import { InputLine } from '../input/input-line.ts';
import type { Action } from '../keys/actions.ts';
import type { Key } from '../keys/key.ts';
import { createKeymap } from '../keys/keymap.ts';
import type { Output } from '../screen/screen.ts';
import { reduce, type ScreenAction } from '../state/reduce.ts';
import { EMPTY_STATE, type Finished, type ScreenState } from '../state/state.ts';
import { chooseTheme, type ThemeSetting } from '../theme/choose.ts';
import { drawFinished } from '../views/finished.ts';
import { SPINNER_MS } from '../views/turn.ts';
import { branchOf } from './branch.ts';
import { compose } from './compose.ts';
import { Notifier } from './notifier.ts';
import { Overlays } from './overlays.ts';
import { Painter, type Picture } from './painter.ts';

/** What the process does for the screen. */
export interface AppEdges {
  /** Lets another program have the terminal while `work` goes on. */
  readonly lend: <Result>(work: () => Promise<Result>) => Promise<Result>;
  readonly suspend: () => void;
  readonly leave: (code: number) => void;
}

/** What keys do beyond the input; loaded after the first picture. */
export interface Deeds {
  readonly submit: (app: App, text: string, isForLater: boolean) => Promise<void>;
  readonly act: (app: App, action: Action) => Promise<void>;
  readonly openTalk: (app: App, wish: TalkWish) => Promise<void>;
  readonly commands: (app: App) => readonly SlashCommand[];
}

/**
 * The screen as a whole: holds what is shown, hears keys and what the engine says, and has both painted. What is shown
 * changes through `dispatch` only; what the user writes is in `input`, what asks them something in `overlays`.
 */
export class App {
  readonly host: Host;
  readonly edges: AppEdges;
  readonly input: InputLine;
  readonly overlays = new Overlays(() => this.painter.paint());
  readonly notifier: Notifier;
  readonly painter: Painter;
  talk: Talk | undefined;
  readonly #output: Output;
  #state: ScreenState = EMPTY_STATE;
  #deeds: Promise<Deeds> | undefined;
  #loaded: Deeds | undefined;
  #themeSetting: ThemeSetting;
  #background: string | undefined;
  #hint: string | undefined;

  constructor(host: Host, output: Output, edges: AppEdges) {
    this.host = host;
    this.edges = edges;
    this.#output = output;
    const { keybindings, editorMode, notifications, theme } = host.settings;
    this.#themeSetting = theme;
    this.input = new InputLine({
      keymap: createKeymap(keybindings).keymap,
      editorMode,
      commands: () => this.commands,
      choicesOf: (command) => command.choices?.(this) ?? [],
      onFiles: () => this.painter.paint(),
      ...
    });
  }
}
