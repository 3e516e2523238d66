import type { Conversation } from '@helve/assistant';
import type { SlashCommand } from '../commands/command.ts';
import type { Host, Talk } from '../host.ts';
import { InputLine, type InputOutcome } from '../input/input-line.ts';
import type { Action } from '../keys/actions.ts';
import { type Key, press } from '../keys/key.ts';
import { createKeymap, type Keymap, meaningOf } from '../keys/keymap.ts';
import { loadHighlighter } from '../markdown/highlight.ts';
import { loadMarks } from '../markdown/marks.ts';
import type { Overlay } from '../overlays/overlay.ts';
import { type Output, Screen, type Surface } from '../screen/screen.ts';
import { reduce, type ScreenAction } from '../state/reduce.ts';
import { EMPTY_STATE, type ScreenState, type Tone } from '../state/state.ts';
import { chooseTheme, type ThemeSetting } from '../theme/choose.ts';
import { drawFinished } from '../views/finished.ts';
import { SPINNER_MS } from '../views/turn.ts';
import { compose } from './compose.ts';
import { Notifier } from './notifier.ts';
import { Overlays } from './overlays.ts';
import { Painter, type Picture } from './painter.ts';

/** What the process does for the screen. */
export interface Edges {
  /** Lets another program have the terminal while `work` goes on. */
  readonly lend: <Result>(work: () => Promise<Result>) => Promise<Result>;
  readonly suspend: () => void;
  readonly leave: () => void;
}

/** How it is shown. */
export interface Show {
  readonly surface: Surface;
  readonly compose: typeof compose;
  /** Only lines, one after the other. */
  readonly isPlain: boolean;
}

/** All that keys and lines do beyond the input. It is loaded after the first picture, so that this is there at once. */
export interface Deeds {
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
  talk: Talk | undefined;
  /** A short word below the input; gone with the next key. */
  hint: string | undefined;
  /** Ends the tour, where there is one. */
  leaveTour: (() => void) | undefined;
  /** Until the tour has taken away what it made. */
  tour: Promise<void> | undefined;
  isClosed = false;
  /** A shell command of the user's that runs. */
  running: { readonly command: string; readonly stop: () => void } | undefined;
  readonly #keymap: Keymap;
  readonly #output: Output;
  readonly #show: Show;
  readonly #loadDeeds: (app: App) => Promise<Deeds>;
  #deeds: Deeds | undefined;
  /** What was sent before there was somebody to take it; undefined once there is. */
  #early: NonNullable<InputOutcome>[] | undefined = [];
  #state: ScreenState = EMPTY_STATE;
  #themeSetting: ThemeSetting;
  #background: string | undefined;
  /** The question that the user has turned to, by its count. */
  #turnedTo: number | undefined;
  #pressed: { readonly what: string; readonly at: number } | undefined;

  constructor(
    host: Host,
    output: Output,
    edges: Edges,
    loadDeeds: (app: App) => Promise<Deeds>,
    show: Show = { surface: new Screen(output), compose, isPlain: false },
  ) {
    const { settings } = host;
    this.host = host;
    this.edges = edges;
    this.#output = output;
    this.#loadDeeds = loadDeeds;
    this.#themeSetting = settings.theme;
    this.overlays = new Overlays(() => this.painter.paint());
    const { notifications } = settings;
    const canShow = host.env.TERM !== 'dumb' || notifications !== 'auto';
    this.notifier = new Notifier(canShow ? notifications : 'bell', (text) => output.write(text));
    this.#show = show;
    this.painter = new Painter({
      output,
      theme: this.#theme(),
      surface: show.surface,
      isPlain: show.isPlain,
      picture: () => this.#picture(),
    });
    this.#keymap = createKeymap(settings.keybindings).keymap;
    this.input = new InputLine({
      keymap: this.#keymap,
      mode: settings.editorMode,
      columns: () => output.columns,
      commands: () => this.#deeds?.commands() ?? [],
      choicesOf: (command) => this.#deeds?.choicesOf(command) ?? [],
      files: (query) => this.#deeds?.files(query) ?? [],
    });
  }

  get state(): ScreenState {
    return this.#state;
  }

  get columns(): number {
    return this.#output.columns;
  }

  /** Shows the input at once, and then loads what stands behind it. */
  async start(): Promise<void> {
    this.painter.paint();
    const [deeds] = await Promise.all([this.#loadDeeds(this), loadMarks()]);
    this.#deeds = deeds;
    this.input.renew();
    await this.#deeds.begin();
    void loadHighlighter();
    const early = this.#early ?? [];
    this.#early = undefined;
    for (const outcome of early) await this.#deeds.take(outcome);
  }

  dispatch(action: ScreenAction): void {
    const { turn } = this.#state;
    this.#state = reduce(this.#state, action);
    // What could be done about the turn cannot be done any more.
    if (turn && !this.#state.turn) this.hint = undefined;
    this.painter.request();
  }

  notice(text: string, tone: Tone = 'muted'): void {
    this.dispatch({ type: 'print', items: [{ kind: 'notice', text, tone }] });
  }

  show<Result>(overlay: Overlay<Result>, signal?: AbortSignal): Promise<Result | undefined> {
    return this.overlays.show(overlay, signal);
  }

  /** Waits for the end of the next turn, or until the user has left it. */
  nextTurn(conversation: Conversation): Promise<'done' | 'left'> {
    return new Promise((resolve) => {
      const stop = conversation.subscribe((event) => {
        if (event.type !== 'turnEnd') return;
        stop();
        resolve(event.result.outcome === 'cancelled' ? 'left' : 'done');
      });
      this.leaveTour = () => {
        stop();
        resolve('left');
      };
    });
  }

  /** Lets go of the conversation. */
  async close(): Promise<void> {
    this.isClosed = true;
    this.overlays.closeAll();
    this.leaveTour?.();
    await this.tour;
    await this.#deeds?.close();
    await this.talk?.conversation.close();
  }

  /** Whether the same was pressed just before. */
  isSecondPress(what: string, withinMs: number): boolean {
    const now = this.host.now();
    const isSecond = this.#pressed?.what === what && now - this.#pressed.at <= withinMs;
    this.#pressed = isSecond ? undefined : { what, at: now };
    return isSecond;
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
    this.hint = undefined;
    if (this.overlays.current && !(this.#isWriting() && !TURNS_TO_QUESTION.has(key.name))) {
      return this.#pressInQuestion(key, this.overlays.current);
    }
    this.#pressInInput(key);
  }

  #pressInQuestion(key: Key, { isUnasked }: Overlay<unknown>): void {
    this.#turnedTo = this.overlays.asked;
    const meaning = meaningOf(this.#keymap, 'prompt', key);
    const action = meaning && 'action' in meaning ? meaning.action : undefined;
    const meant = action && KEYS_OF_QUESTIONS[action];
    if (this.overlays.press(meant ?? key)) return;
    if (isUnasked && key.name === 'paste') {
      // What was copied for the next message is no answer: whoever pastes it is writing.
      this.#turnedTo = undefined;
      this.#pressInInput(key);
    } else if (action && !meant) void this.#deeds?.take({ action });
  }

  #pressInInput(key: Key): void {
    const outcome = this.input.press(key);
    if (!outcome) return;
    if (this.#early && 'submit' in outcome) this.#early.push(outcome);
    else void this.#deeds?.take(outcome);
  }

  /** A question came while something was half written: keys go on with that until one turns to the question. */
  #isWriting(): boolean {
    const { current, asked } = this.overlays;
    return current?.isUnasked === true && this.#turnedTo !== asked && !this.input.isEmpty;
  }

  #picture(): Picture {
    const { columns, rows } = this.#output;
    const still = this.#show.isPlain;
    const { links } = this.painter.theme;
    const finished = this.#state.finished.flatMap((item) => drawFinished(item, { columns, links }));
    if (finished.length > 0) this.#state = reduce(this.#state, { type: 'written' });
    const view = this.input.view({ hint: this.hint ?? this.#runningHint(), placeholder: this.#placeholder() });
    // Only so often does the time look different; a row that changes with each frame would be written with each.
    const now = this.host.now();
    const shownAt = now - (now % SPINNER_MS);
    const window = { columns, rows, now: shownAt, still, links, isWriting: this.#isWriting() };
    const composed = this.#show.compose(this.#state, view, this.overlays.current, window);
    const isMoving = this.#state.turn !== undefined && !this.overlays.current && !still;
    return { ...composed, finished, ...(isMoving && { movesIn: SPINNER_MS }) };
  }

  #runningHint(): string | undefined {
    return this.running && `! ${this.running.command.replace(/\s+/g, ' ')} runs (esc to stop)`;
  }

  #placeholder(): string {
    if (this.#state.turn) return 'Enter: now, ctrl+q: after this turn';
    return this.#state.status.messages > 0 ? '' : 'Ask, or / commands, ! shell, @ files';
  }

  #theme() {
    return chooseTheme({ setting: this.#themeSetting, env: this.host.env, background: this.#background });
  }
}

/** What questions understand, whichever keys the user has bound to it. */
const KEYS_OF_QUESTIONS: Readonly<Partial<Record<Action, Key>>> = {
  previous: press('up'),
  next: press('down'),
  previousPage: press('pageup'),
  nextPage: press('pagedown'),
  choose: press('enter'),
  close: press('escape'),
  cancel: press('c', { ctrl: true }),
};

const TURNS_TO_QUESTION: ReadonlySet<string> = new Set(['up', 'down', 'pageup', 'pagedown', 'tab', 'escape']);

function toHex(part: number): string {
  return Math.round(part * 255)
    .toString(16)
    .padStart(2, '0');
}
