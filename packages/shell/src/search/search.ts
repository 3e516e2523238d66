import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError, type Context, nearest, throwIfAborted } from '@helve/registry';
import { readHistory } from '../history/store.ts';
import { plainText } from '../session/plain-text.ts';
import { maskText } from '../secret/mask.ts';
import { secretFile } from '../secret/store.ts';
import { linesOf } from './lines.ts';

export interface SearchInput {
  readonly query: string;
  readonly ignoreCase: boolean;
  readonly sessionId?: string | undefined;
  readonly history: boolean;
  readonly limit: number;
}

export interface SearchMatch {
  readonly source: 'output' | 'session' | 'history';
  readonly sessionId?: string | undefined;
  readonly file: string;
  /** From 1; in the history, 1 is the newest command. */
  readonly line: number;
  /** The line around the match, cut if it is long. */
  readonly text: string;
}

export interface SearchResult {
  readonly matches: SearchMatch[];
  readonly files: number;
  /** There are more matches than were asked for. */
  readonly more: boolean;
}

type Place = Pick<SearchMatch, 'source' | 'sessionId' | 'file'>;

/** Characters of a line that are given. */
const LONGEST_TEXT = 300;

/** Looks for a pattern in what runs printed beyond their results, in what sessions printed, and in the history. */
export async function searchOutput(input: SearchInput, context: Context): Promise<SearchResult> {
  const pattern = compile(input);
  const matches: SearchMatch[] = [];
  const places = placesOf(input, context.home).filter(({ file }) => context.permits(file, 'read'));
  // What was printed before its secret was known is masked here.
  const secrets = await secretFile.read(context.home);
  for (const place of places) {
    for await (const { text, line } of numbered(place, context)) {
      throwIfAborted(context.signal);
      if (!pattern.test(text)) continue;
      const shown = maskText(text, secrets);
      const at = pattern.exec(shown)?.index;
      // A match within a secret would tell it letter by letter.
      if (at === undefined) continue;
      if (matches.length === input.limit) return { matches, files: places.length, more: true };
      matches.push({ ...place, line, text: around(shown, at) });
    }
  }
  return { matches, files: places.length, more: false };
}

function compile({ query, ignoreCase }: SearchInput): RegExp {
  try {
    return new RegExp(query, ignoreCase ? 'iu' : 'u');
  } catch (thrown) {
    throw new CommandError('INVALID_PATTERN', `The query is no regular expression: ${(thrown as Error).message}`, {
      hint: 'Put a backslash before characters that are meant as they are: \\( \\[ \\. \\*',
      details: { query },
    });
  }
}

/** The newest first. */
function placesOf({ sessionId, history }: SearchInput, home: string): readonly Place[] {
  if (history && sessionId !== undefined) {
    throw new CommandError('INVALID_INPUT', 'Give either --session-id or --history', {
      hint: 'The history holds what `terminal exec` ran, which is in no session.',
    });
  }
  const sessions = names(join(home, 'sessions')).filter((id) => existsSync(logOf(home, id)));
  if (sessionId !== undefined) {
    if (!sessions.includes(sessionId)) throw unknownSession(sessionId, sessions);
    return [{ source: 'session', sessionId, file: logOf(home, sessionId) }];
  }
  if (history) return [{ source: 'history', file: join(home, 'history.jsonl') }];
  return [
    ...names(join(home, 'spill'))
      .toReversed()
      .map((name) => ({ source: 'output' as const, file: join(home, 'spill', name) })),
    ...sessions.map((id) => ({ source: 'session' as const, sessionId: id, file: logOf(home, id) })),
  ];
}

async function* numbered(place: Place, { home }: Context): AsyncGenerator<{ text: string; line: number }> {
  let line = 0;
  if (place.source === 'history') {
    for (const { command } of (await readHistory(home)).toReversed()) yield { text: command, line: ++line };
    return;
  }
  for await (const { text, isNew } of linesOf(place.file)) {
    if (isNew) line++;
    yield { text: place.source === 'session' ? plainText(text) : text, line };
  }
}

function around(text: string, at: number): string {
  if (text.length <= LONGEST_TEXT) return text;
  const from = Math.max(0, Math.min(at - LONGEST_TEXT / 3, text.length - LONGEST_TEXT));
  const end = from + LONGEST_TEXT;
  return `${from > 0 ? '…' : ''}${text.slice(from, end)}${end < text.length ? '…' : ''}`;
}

function unknownSession(sessionId: string, sessions: readonly string[]): CommandError {
  const similar = nearest(sessionId, sessions).slice(0, 3);
  return new CommandError('NOT_FOUND', `There is no session ${JSON.stringify(sessionId)}`, {
    hint: similar.length > 0 ? `There is ${similar.join(', ')}.` : 'See them all: helve terminal session list',
    details: { sessionId, sessions: sessions.slice(0, 50) },
  });
}

function logOf(home: string, sessionId: string): string {
  return join(home, 'sessions', sessionId, 'output.log');
}

function names(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
