import { basename } from 'node:path';
import type { SlashCommand } from '../commands/command.ts';
import type { Host, ShownConversation } from '../host.ts';
import { InputLine, type InputOutcome } from '../input/input-line.ts';
import type { Key } from '../keys/key.ts';
import { createKeymap, type Keymap, meantInQuestion } from '../keys/keymap.ts';
import type { Overlay } from '../overlays/overlay.ts';
import { type Output, Screen, type Surface } from '../screen/screen.ts';
import type { reduce, ScreenAction } from '../state/reduce.ts';
import { EMPTY_STATE, type ScreenState, type Tone } from '../state/state.ts';
import { chooseTheme, type ThemeSetting } from '../theme/choose.ts';
import type { drawFinished } from '../views/finished.ts';
import type { drawLiveTodos } from '../views/todos.ts';
import type { drawRunningShell, drawTurn, drawWaiting } from '../views/turn.ts';
import type { windowTitle } from '../views/window-title.ts';
import { compose } from './compose.ts';
import { Notifier } from './notifier.ts';
import { Overlays } from './overlays.ts';
import { Painter, type Picture, SPINNER_MS } from './painter.ts';
import { RunningLine } from './running-line.ts';
import { TitleWriter } from './title-writer.ts';

/** What the process does for the screen. */
export interface Edges {
  /** Lets another program have the terminal while `work` goes on. */
  readonly lend: <Result>(work: () => Promise<Result>) => Promise<Result>;
  readonly suspend: () => void;
  readonly leave: () => void;
}

/** How it is shown. */
export interface RenderMode {
  readonly surface: Surface;
  readonly compose: typeof compose;
  /** Only lines, one after the other. */
  readonly isPlain: boolean;
}

/** What makes and draws all that is not there in the first picture. */
export interface Views {
  readonly reduce: typeof reduce;
  readonly drawFinished: typeof drawFinished;
  readonly drawTurn: typeof drawTurn;
  readonly drawWaiting: typeof drawWaiting;
  readonly drawRunningShell: typeof drawRunningShell;
  readonly drawLiveTodos: typeof drawLiveTodos;
  readonly windowTitle: typeof windowTitle;
}

/** All that keys and lines do beyond the input. It is loaded after the first picture, so that this is there at once. */
export interface ScreenActions {
  readonly views: Views;
  readonly begin: () => Promise<void>;
  readonly take: (outcome: NonNullable<InputOutcome>) => Promise<void>;
  readonly commands: () => readonly SlashCommand[];
  readonly choicesOf: (command: SlashCommand) => ReturnType<NonNullable<SlashCommand['choices']>>;
  readonly files: (query: string) => readonly string[];
  readonly close: () => Promise<void>;
}

/**
 * The screen: holds what is shown, hears keys and what the engine says, and has both painted. What is shown changes
 * through `dispatch` only; what the user writes is in `input`, what asks them something in `overlays`.
 */
export class App {
  readonly host: Host;
  readonly edges: Edges;
  readonly input: InputLine;
  readonly overlays: Overlays;
  readonly notifier: Notifier;
  readonly painter: Painter;
  readonly running = new RunningLine();
  readonly #closing = new AbortController();
  #shown: ShownConversation | undefined;
  /** A short word below the input; gone with the next key. */
  #hint: string | undefined;
  readonly #keymap: Keymap;
  readonly #output: Output;
  readonly title: TitleWriter;
  readonly #renderMode: RenderMode;
  readonly #loadActions: (app: App) => Promise<ScreenActions>;
  #actions: ScreenActions | undefined;
  /** What was sent before there was somebody to take it; undefined once there is. */
  #early: NonNullable<InputOutcome>[] | undefined = [];
  #state: ScreenState = EMPTY_STATE;
  #themeSetting: ThemeSetting;
  #background: string | undefined;
  /** The question that the user has turned to, by its count. */
  #turnedTo: number | undefined;
  #hinted: NodeJS.Timeout | undefined;
  #pressed: { readonly what: string; readonly at: number } | undefined;

  constructor(
    host: Host,
    output: Output,
    edges: Edges,
    loadActions: (app: App) => Promise<ScreenActions>,
    renderMode: RenderMode = { surface: new Screen(output), compose, isPlain: false },
  ) {
    const { settings } = host;
    this.host = host;
    this.edges = edges;
    this.#output = output;
    this.#loadActions = loadActions;
    this.#themeSetting = settings.theme;
    this.overlays = new Overlays(() => this.painter.paint());
    this.notifier = new Notifier(settings.notifications, host.env, (text) => output.write(text));
    this.title = new TitleWriter((text) => (host.env.TERM === 'dumb' ? undefined : output.write(text)));
    this.#renderMode = renderMode;
    this.painter = new Painter({
      output,
      theme: this.#theme(),
      surface: renderMode.surface,
      isPlain: renderMode.isPlain,
      picture: () => this.#picture(),
    });
    this.#keymap = createKeymap(settings.keybindings).keymap;
    this.input = new InputLine({
      keymap: this.#keymap,
      mode: settings.editorMode,
      columns: () => output.columns,
      commands: () => this.#actions?.commands() ?? [],
      choicesOf: (command) => this.#actions?.choicesOf(command) ?? [],
      files: (query) => this.#actions?.files(query) ?? [],
    });
  }

  get state(): ScreenState {
    return this.#state;
  }

  /** The conversation that is shown; none where there is no model. */
  get shown(): ShownConversation | undefined {
    return this.#shown;
  }

  /** Shows a conversation from its start, in place of the one before. */
  attach(shown: ShownConversation): void {
    this.#shown = shown;
    this.dispatch({ type: 'anew' });
  }

  /** Shows no conversation any more; gives the one that was shown. */
  detach(): ShownConversation | undefined {
    const shown = this.#shown;
    this.#shown = undefined;
    return shown;
  }

  /** Aborted when the screen is left. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  get columns(): number {
    return this.#output.columns;
  }

  /** Shows the input at once, and then loads what stands behind it. */
  async start(): Promise<void> {
    this.painter.paint();
    this.#actions = await this.#loadActions(this);
    this.input.renew();
    await this.#actions.begin();
    const early = this.#early ?? [];
    this.#early = undefined;
    for (const outcome of early) await this.#actions.take(outcome);
  }

  /** Whether all is loaded by which something can be shown besides the input. */
  get isLoaded(): boolean {
    return this.#actions !== undefined;
  }

  dispatch(action: ScreenAction): void {
    const { turn } = this.#state;
    this.#state = this.#actions?.views.reduce(this.#state, action) ?? this.#state;
    // What could be done about the turn cannot be done any more.
    if (turn && !this.#state.turn) this.#hint = undefined;
    this.painter.request();
  }

  notice(text: string, tone: Tone = 'muted'): void {
    this.dispatch({ type: 'print', items: [{ kind: 'notice', text, tone }] });
  }

  show<Result>(overlay: Overlay<Result>, signal?: AbortSignal): Promise<Result | undefined> {
    return this.overlays.show(overlay, signal);
  }

  /** Lets go of the conversation. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.overlays.closeAll();
    await this.#actions?.close();
    await this.#shown?.conversation.close();
  }

  /** Whether the same was pressed just before. Where not, it is said what another press would do, for as long as it would. */
  isSecondPress(what: string, hint: string): boolean {
    const now = this.host.now();
    const isSecond = this.#pressed?.what === what && now - this.#pressed.at <= TWICE_MS;
    this.#pressed = isSecond ? undefined : { what, at: now };
    clearTimeout(this.#hinted);
    this.#hint = isSecond ? undefined : hint;
    this.#hinted = setTimeout(() => {
      if (this.#hint !== hint) return;
      this.#hint = undefined;
      this.painter.request();
    }, TWICE_MS).unref();
    return isSecond;
  }

  /** Tells something below the input, until the next key. */
  hint(text: string): void {
    this.#hint = text;
    this.painter.request();
  }

  /** Whether an escape is the second one, which stops the whole turn. */
  stopsTurn(): boolean {
    return this.isSecondPress('stop', 'esc again to stop the turn');
  }

  get theme(): ThemeSetting {
    return this.#themeSetting;
  }

  setTheme(setting: ThemeSetting): void {
    this.#themeSetting = setting;
    this.painter.theme = this.#theme();
  }

  pressAll(keys: readonly Key[]): void {
    for (const key of keys) this.#press(key);
    if (keys.length > 0) this.painter.paint();
  }

  #press(key: Key): void {
    if (key.name === 'focus' || key.name === 'blur') return this.notifier.focus(key.name === 'focus');
    if (key.name === 'background') {
      const { red, green, blue } = key;
      this.#background = `#${[red, green, blue].map(toHex).join('')}`;
      return this.setTheme(this.#themeSetting);
    }
    if (key.name === 'cursor' || key.name === 'attributes') return;
    this.#hint = undefined;
    const { current } = this.overlays;
    if (!current || (this.#isWriting() && !this.#turnsToQuestion(key))) return this.#pressInInput(key);
    // Who is writing does not mean to refuse something.
    if (this.#isWriting() && key.name === 'escape') this.#turnedTo = this.overlays.asked;
    else this.#pressInQuestion(key, current);
  }

  #turnsToQuestion(key: Key): boolean {
    return TURNS_TO_QUESTION.has(key.name) && !this.input.hasUseFor(key);
  }

  #pressInQuestion(key: Key, { isUnasked }: Overlay<unknown>): void {
    const { heard, action, isForAll } = meantInQuestion(this.#keymap, key);
    if (action && isForAll) return void this.#actions?.take({ action });
    this.#turnedTo = this.overlays.asked;
    const { isTaken, message } = this.overlays.press(heard);
    if (message !== undefined) return this.#write({ name: 'text', text: message });
    if (isTaken) return;
    // What answers nothing is the beginning of a message.
    if (isUnasked && (key.name === 'paste' || key.name === 'text')) return this.#write(key);
    if (action) void this.#actions?.take({ action });
  }

  /** Goes on in the input although something is asked. */
  #write(key: Key): void {
    this.#turnedTo = undefined;
    this.#pressInInput(key);
  }

  #pressInInput(key: Key): void {
    const outcome = this.input.press(key);
    if (!outcome) return;
    if (this.#early && 'submit' in outcome) this.#early.push(outcome);
    else void this.#actions?.take(outcome);
  }

  /** A question came while something was half written: keys go on with that until one turns to the question. */
  #isWriting(): boolean {
    const { current, asked } = this.overlays;
    return current?.isUnasked === true && this.#turnedTo !== asked && !this.input.isEmpty;
  }

  #picture(): Picture {
    const { columns, rows } = this.#output;
    const still = this.#renderMode.isPlain;
    const { links } = this.painter.theme;
    const views = this.#actions?.views;
    this.title.show(views?.windowTitle(this.#state, basename(this.host.cwd)));
    const finished = this.#state.finished.flatMap((item) => views?.drawFinished(item, { columns, links }) ?? []);
    if (views && finished.length > 0) this.#state = views.reduce(this.#state, { type: 'written' });
    const view = this.input.view({
      hint: this.#hint ?? this.running.hint(columns),
      placeholder: this.#placeholder(),
    });
    // Only so often does the time look different; a row that changes with each frame would be written with each.
    const now = this.host.now();
    const shownAt = now - (now % SPINNER_MS);
    const window = { columns, rows, now: shownAt, still, links, isWriting: this.#isWriting(), views };
    const composed = this.#renderMode.compose(this.#state, view, this.overlays.current, window);
    const isMoving = this.#state.turn !== undefined && !this.overlays.current && !still;
    return { ...composed, finished, ...(isMoving && { movesIn: SPINNER_MS }) };
  }

  #placeholder(): string {
    if (this.#state.turn) return 'Enter: now, ctrl+q: after this turn';
    return this.#state.status.messages > 0 ? '' : 'Ask, or / commands, ! shell, @ files';
  }

  #theme() {
    return chooseTheme({ setting: this.#themeSetting, env: this.host.env, background: this.#background });
  }
}

/** Two presses within this time belong together, in milliseconds. */
const TWICE_MS = 1500;

const TURNS_TO_QUESTION: ReadonlySet<string> = new Set(['up', 'down', 'pageup', 'pagedown', 'tab', 'escape']);

function toHex(part: number): string {
  return Math.round(part * 255)
    .toString(16)
    .padStart(2, '0');
}
