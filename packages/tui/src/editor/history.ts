import { isHelveLine } from '@helve/command/line';

/** The messages sent before, oldest first, each once, and where in them somebody looks. */
export interface History {
  readonly entries: readonly string[];
  readonly browsing?: Browsing;
}

interface Browsing {
  readonly index: number;
  /** What was being written when somebody began to look: it comes back in the end, and entries must begin with it. */
  readonly draft: string;
}

/** What to show in the input now. */
export interface Recalled {
  readonly history: History;
  readonly text: string;
}

export const HISTORY_SIZE = 1000;

export function createHistory(entries: readonly string[] = []): History {
  const said = entries.filter((entry) => entry.trim() !== '');
  // The newest of the same ones stays in its place.
  return { entries: [...new Set(said.toReversed())].toReversed().slice(-HISTORY_SIZE) };
}

/**
 * What is kept of a message: where it began with a paste that was folded, it should not be taken for a command when it
 * comes back without the fold.
 */
export function recallable(text: string, typed: string): string {
  const isCommand = (line: string) => /^[/!#]/.test(line) || isHelveLine(line);
  return isCommand(text) && !isCommand(typed) ? ` ${text}` : text;
}

/** The history with what was just sent. */
export function remember({ entries }: History, text: string): History {
  return createHistory([...entries, text]);
}

/** The message before, given the text that is in the input; undefined where there is none. */
export function previousEntry(history: History, text: string): Recalled | undefined {
  const browsing = browsingFrom(history, text);
  return recall(history, browsing, (index) => index < browsing.index, 'last');
}

/** The message after, and at last what was being written. */
export function nextEntry(history: History, text: string): Recalled | undefined {
  const browsing = browsingFrom(history, text);
  if (browsing.index === history.entries.length) return undefined;
  const { entries } = history;
  return (
    recall(history, browsing, (index) => index > browsing.index, 'first') ?? {
      history: { entries },
      text: browsing.draft,
    }
  );
}

function recall(
  { entries }: History,
  { draft }: Browsing,
  isWanted: (index: number) => boolean,
  which: 'first' | 'last',
): Recalled | undefined {
  const fits = (entry: string, index: number) => isWanted(index) && entry.startsWith(draft) && entry !== draft;
  const index = which === 'last' ? entries.findLastIndex(fits) : entries.findIndex(fits);
  const text = entries[index];
  return text === undefined ? undefined : { history: { entries, browsing: { index, draft } }, text };
}

/** Where somebody looks; from the end, when what is in the input is not what was recalled. */
function browsingFrom({ entries, browsing }: History, text: string): Browsing {
  if (browsing && entries[browsing.index] === text) return browsing;
  return { index: entries.length, draft: text };
}
