import type { LineResult } from '@helve/doors';
import type { Host, ShownConversation, ConversationChange } from '../host.ts';
import type { Overlay } from '../overlays/overlay.ts';
import type { PickerQuestion } from '../overlays/picker.ts';
import type { ScreenState, Tone } from '../state/state.ts';
import type { Line } from '../text/span.ts';
import type { ThemeSetting } from '../theme/choose.ts';
import type { SlashCommand } from '../commands/command.ts';
import type { InstalledPlugin } from './installed-plugins.ts';
import type { EditorMode } from '../settings/settings.ts';

/** What a slash command can do with the screen and with what stands behind it. */
export interface Ui {
  readonly host: Host;
  /** The conversation; none where there is no model. */
  readonly shown: ShownConversation | undefined;
  readonly state: ScreenState;
  /** All slash commands that there are here. */
  readonly commands: () => readonly SlashCommand[];
  /** The plugins that are installed, as far as they are known by now. */
  readonly plugins: () => readonly InstalledPlugin[];
  /** Columns of the window. */
  readonly columns: number;
  readonly print: (lines: readonly Line[]) => void;
  readonly notice: (text: string, tone?: Tone) => void;
  readonly choose: <Value>(question: PickerQuestion<Value>) => Promise<Value | undefined>;
  readonly confirm: (message: string) => Promise<boolean>;
  /** A line of the user's; `masked` where it is a secret. */
  readonly ask: (
    title: string,
    options?: { readonly masked?: boolean; readonly preset?: string },
  ) => Promise<string | undefined>;
  readonly view: (title: string, lines: readonly Line[]) => Promise<unknown>;
  readonly show: <Result>(overlay: Overlay<Result>) => Promise<Result | undefined>;
  /** Runs a command of the registry as the user's own. */
  readonly run: (line: string) => Promise<LineResult>;
  readonly setInput: (text: string) => void;
  /** Goes on with another conversation, or begins one. */
  /** Asks for a key, an endpoint or a local model. */
  readonly login: () => Promise<void>;
  readonly reopen: (wish: ConversationChange) => Promise<void>;
  readonly theme: ThemeSetting;
  readonly setTheme: (theme: ThemeSetting) => void;
  readonly editorMode: EditorMode;
  readonly setEditorMode: (mode: EditorMode) => void;
  readonly refresh: () => void;
  readonly clearScreen: () => void;
  readonly leave: () => void;
}
