import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CommandError, type Context, throwIfAborted } from '@helve/command';
import { enteredIn, printedIn, readEntered, readPrinted, readRuns, runsIn } from './history/store.ts';
import { findSessionFolder, namesIn } from './session/session-folders.ts';
import { plainText } from './session/plain-text.ts';
import { segmentsIn } from './session/session-log.ts';
import { maskText } from './secret/mask.ts';
import { secretFile } from './secret/store.ts';
import { linesOf } from './search/lines.ts';
import { Matcher } from './search/matcher.ts';
import type { Input, Output } from '../commands/terminal/search.ts';

export interface SearchMatch {
  readonly source: 'output' | 'session' | 'history';
  readonly sessionId?: string | undefined;
  readonly file: string;
  /** The run that printed it, where several are in one file. */
  readonly command?: string | undefined;
  readonly at?: string | undefined;
  /** From 1; in the history, 1 is the newest command. */
  readonly line: number;
  /** The line around the match, cut if it is long. */
  readonly text: string;
}

type Place = Pick<SearchMatch, 'source' | 'sessionId' | 'file'> & { readonly ofRuns?: true };

/** Characters of a line that are given. */
const LONGEST_TEXT = 300;

/** Lines that are looked at together. */
const BATCH_LINES = 2000;
const BATCH_CHARACTERS = 1024 * 1024;

/** Looks for a pattern in what runs and sessions printed, or in the history. */
export async function searchOutput(input: Input, context: Context): Promise<Output> {
  const matcher = compile(input);
  const matches: SearchMatch[] = [];
  // The history is kept in a file that models may not read as such; its entries are open to them, as in `terminal history`.
  const places = placesOf(input, context.place.home).filter(
    ({ source, file, ofRuns }) =>
      source === 'history' || context.permits(ofRuns ? join(context.place.home, 'spill', 'any') : file, 'read'),
  );
  // What was printed before its secret was known is masked here.
  const secrets = await secretFile.read(context.place.home);
  try {
    for (const place of places) {
      for await (const lines of batches(place, context)) {
        throwIfAborted(context.signal);
        const texts = lines.map(({ text }) => text);
        const found = await matcher.find(texts, context.signal);
        const candidates = lines.filter((_, at) => (found[at] ?? -1) >= 0);
        const shown = candidates.map(({ text }) => maskText(text, secrets));
        // A match within a secret would tell it letter by letter.
        for (const [at, index] of (await matcher.find(shown, context.signal)).entries()) {
          if (index < 0) continue;
          if (matches.length === input.limit) return { matches, files: places.length, more: true };
          const { line = 0, run } = candidates[at] ?? {};
          const { ofRuns: _, ...where } = place;
          matches.push({ ...where, ...run, line, text: around(shown[at] ?? '', index) });
        }
      }
    }
    return { matches, files: places.length, more: false };
  } finally {
    await matcher.close();
  }
}

function compile({ query, ignoreCase }: Input): Matcher {
  try {
    return new Matcher({ source: query, flags: ignoreCase ? 'iu' : 'u' });
  } catch (thrown) {
    throw new CommandError('INVALID_PATTERN', `The query is not a regular expression: ${(thrown as Error).message}`, {
      hint: 'Put a backslash before characters that are meant as they are: \\( \\[ \\. \\*',
      details: { query },
    });
  }
}

/** The newest first. */
function placesOf({ sessionId, history }: Input, home: string): readonly Place[] {
  if (sessionId !== undefined) {
    const folder = findSessionFolder(home, sessionId);
    return history ? [{ source: 'history', sessionId, file: enteredIn(folder) }] : partsOf(home, sessionId);
  }
  if (history) return [{ source: 'history', file: runsIn(home) }];
  return [
    ...(existsSync(printedIn(home))
      ? [{ source: 'output' as const, file: printedIn(home), ofRuns: true as const }]
      : []),
    ...namesIn(join(home, 'spill'))
      .toSorted()
      .toReversed()
      .map((name) => ({ source: 'output' as const, file: join(home, 'spill', name) })),
    ...namesIn(join(home, 'sessions'))
      .toSorted()
      .flatMap((id) => partsOf(home, id)),
  ];
}

function partsOf(home: string, sessionId: string): readonly Place[] {
  return segmentsIn(join(home, 'sessions', sessionId)).map(({ log }) => ({ source: 'session', sessionId, file: log }));
}

interface Line {
  readonly text: string;
  readonly line: number;
  readonly run?: Pick<SearchMatch, 'command' | 'at'>;
}

async function* batches(place: Place, context: Context): AsyncGenerator<readonly Line[]> {
  let batch: Line[] = [];
  let characters = 0;
  for await (const line of numbered(place, context)) {
    batch.push(line);
    characters += line.text.length;
    if (batch.length < BATCH_LINES && characters < BATCH_CHARACTERS) continue;
    yield batch;
    [batch, characters] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

async function* numbered(place: Place, { place: { home } }: Context): AsyncGenerator<Line> {
  let line = 0;
  if (place.source === 'history') {
    const entries = place.sessionId === undefined ? await readRuns(home) : await readEntered(dirname(place.file));
    for (const { command } of entries.toReversed()) yield { text: command, line: ++line };
    return;
  }
  if (place.ofRuns) {
    for (const { command, at, text } of (await readPrinted(home)).toReversed()) {
      const lines = text.replace(/\n$/, '').split('\n');
      for (const [index, each] of lines.entries()) yield { text: each, line: index + 1, run: { command, at } };
    }
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
