import { brokenAt, type JsonObject, type Layer } from '@helve/settings';
import { createKeymap } from '../keys/keymap.ts';
import type { ThemeSetting } from '../theme/choose.ts';

/** What settings say about the screen. */
export interface ScreenSettings {
  readonly theme: ThemeSetting;
  /** How keys edit the input. */
  readonly editorMode: EditorMode;
  /** Keys and the actions they are bound to. */
  readonly keybindings: Readonly<Record<string, unknown>>;
  /** A command whose first line of output takes the place of the status bar. */
  readonly statusLine?: string;
  /** How the user is told that they are needed while they look elsewhere. */
  readonly notifications: Notifications;
  /** Plain lines in the order in which things happen, and nothing that moves. */
  readonly screenReader: boolean;
}

export type EditorMode = 'normal' | 'vim';
export type Notifications = 'auto' | 'bell' | 'off';

export const THEMES: readonly ThemeSetting[] = ['auto', 'dark', 'light', 'high-contrast', 'none'];
const EDITOR_MODES: readonly EditorMode[] = ['normal', 'vim'];
const NOTIFICATIONS: readonly Notifications[] = ['auto', 'bell', 'off'];

/** Reads the screen's part of all files; a later file overrules an earlier one, of keys one by one. */
export function readScreenSettings(layers: readonly Pick<Layer, 'file' | 'document' | 'foreign'>[]): ScreenSettings {
  const own = layers.filter(({ foreign }) => !foreign);
  for (const { document, file } of own) checkScreenSettings(document, file);
  const documents = own.map(({ document }) => document as Partial<Written>);
  const last = <Key extends keyof Written>(key: Key): Written[Key] | undefined =>
    documents.findLast((document) => document[key] !== undefined)?.[key];
  const statusLine = last('statusLine');
  return {
    theme: last('theme') ?? 'auto',
    editorMode: last('editorMode') ?? 'normal',
    keybindings: Object.assign({}, ...documents.map(({ keybindings = {} }) => keybindings)) as JsonObject,
    notifications: last('notifications') ?? 'auto',
    screenReader: last('screenReader') ?? false,
    ...(statusLine === undefined ? {} : { statusLine: commandOf(statusLine) }),
  };
}

interface Written extends Omit<ScreenSettings, 'statusLine'> {
  /** As a command, or as other programs write it. */
  readonly statusLine: string | { readonly type?: string; readonly command: string };
}

function commandOf(written: Written['statusLine']): string {
  return typeof written === 'string' ? written : written.command;
}

/** Throws where the screen's part of a file is not in order. */
export function checkScreenSettings(document: JsonObject, file: string): void {
  const choice = (key: string, choices: readonly string[]) => {
    const value = document[key];
    if (value === undefined || (typeof value === 'string' && choices.includes(value))) return;
    throw brokenAt(file, [key], `${key} cannot be ${JSON.stringify(value)}`, `One of: ${choices.join(', ')}.`);
  };
  choice('theme', THEMES);
  choice('editorMode', EDITOR_MODES);
  choice('notifications', NOTIFICATIONS);
  const { screenReader, statusLine, keybindings = {} } = document;
  if (screenReader !== undefined && typeof screenReader !== 'boolean') {
    throw brokenAt(file, ['screenReader'], 'screenReader must be true or false');
  }
  if (
    statusLine !== undefined &&
    typeof (statusLine as { command?: unknown }).command !== 'string' &&
    typeof statusLine !== 'string'
  ) {
    throw brokenAt(file, ['statusLine'], 'statusLine must be a command', 'For example: "git log -1 --format=%s"');
  }
  if (typeof keybindings !== 'object' || keybindings === null || Array.isArray(keybindings)) {
    throw brokenAt(
      file,
      ['keybindings'],
      'keybindings must be an object',
      'For example: {"ctrl+k": "deleteToLineEnd"}',
    );
  }
  const [wrong] = createKeymap(keybindings as JsonObject).problems;
  if (!wrong) return;
  const { keys, problem, actions } = wrong;
  const hint = actions && `Actions: ${actions.join(', ')}.`;
  throw brokenAt(file, ['keybindings', keys], `keybindings: ${keys}: ${problem}`, hint);
}
