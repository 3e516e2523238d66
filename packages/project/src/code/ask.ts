import { fileURLToPath } from 'node:url';
import { relative } from 'node:path';
import {
  CommandError,
  type Context,
  parameter,
  type Place,
  readRegularText,
  readTextIfAny,
  resolvePath,
  worded,
} from '@helve/command';
import { isObject } from '@helve/settings';
import { lineOf, rootOf, serverFor } from './find-server.ts';
import { type Kept, languageServers } from './server/language-servers.ts';
import type { Workspace } from './server/workspace.ts';

/** What the policy must know of a call. */
interface ProgramSubject {
  readonly shellLine: string;
  readonly programs: Readonly<Record<string, never>>;
}

/** A language server is a program that the call starts; rules for its command line apply. */
export async function subjectOf({ path }: { readonly path: string }, place: Place): Promise<ProgramSubject> {
  const server = await serverFor(path, place);
  return { shellLine: lineOf(server), programs: {} };
}

/** How long a call waits where nobody says how long. */
const PATIENCE_MS = 30_000;

export interface Asked {
  readonly path: string;
  readonly server: string;
  readonly kept: Kept;
}

/** The server for a file, which may not run yet. */
export async function findKept(path: string, context: Context): Promise<Asked> {
  const { place, confinement } = context;
  const server = await serverFor(path, place);
  const kept = context.keep(languageServers).get({ server, root: rootOf(path, place), env: place.env, confinement });
  return { path: resolvePath(place, path), server: server.name, kept };
}

/** Asks the server of a file something. */
export async function askServer(
  path: string,
  context: Context,
  ask: (workspace: Workspace, file: string) => Promise<unknown>,
): Promise<unknown> {
  const { path: file, server, kept } = await findKept(path, context);
  const answer = await kept.use(PATIENCE_MS, context.signal, async (workspace) => ({
    value: await ask(workspace, file),
  }));
  if (answer) return answer.value;
  throw new CommandError('TIMEOUT', `The language server ${server} is still starting`, { retry: 'safe' });
}

export interface Position {
  readonly path: string;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly symbol?: string | undefined;
}

/** The place that a call means: a line and column, or a name on a line, or the first place of a name in the file. */
export function positionOf(
  { path, line, column, symbol }: Position,
  place: Place,
): { line: number; character: number } {
  const lines = readRegularText(resolvePath(place, path)).split('\n');
  if (line !== undefined && column !== undefined) return { line: line - 1, character: column - 1 };
  if (symbol === undefined) {
    throw new CommandError('INVALID_INPUT', 'Name a symbol, or a line and a column', {
      hint: worded`Give ${parameter('symbol')}, with ${parameter('line')} where the file has the name several times.`,
    });
  }
  const word = new RegExp(`(?<![\\w$])${symbol.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w$])`);
  const at = line === undefined ? lines.findIndex((text) => word.test(text)) : line - 1;
  const character = word.exec(lines[at] ?? '')?.index;
  if (character !== undefined) return { line: at, character };
  const where = line === undefined ? path : `line ${line} of ${path}`;
  throw new CommandError('NO_MATCH', `${symbol} is not in ${where}`, {
    hint: 'Read the file for the exact name and line.',
  });
}

export interface Location {
  path: string;
  line: number;
  column: number;
  text: string;
}

/** Places as people count them, with what is written there. Files that may not be read are left out. */
export function toLocations(
  answer: unknown,
  { place, permits }: Pick<Context, 'place' | 'permits'>,
): readonly Location[] {
  const all = Array.isArray(answer) ? answer : answer === null || answer === undefined ? [] : [answer];
  const files = new Map<string, readonly string[]>();
  return all.flatMap((each: unknown): readonly Location[] => {
    if (!isObject(each)) return [];
    const uri = each.targetUri ?? each.uri;
    const start = startOf(each.targetSelectionRange ?? each.range);
    if (typeof uri !== 'string' || !uri.startsWith('file:') || !start) return [];
    const path = fileURLToPath(uri);
    if (!permits(path, 'read')) return [];
    const lines = files.get(path) ?? (readTextIfAny(path) ?? '').split('\n');
    files.set(path, lines);
    const text = (lines[start.line] ?? '').trim().slice(0, 200);
    return [{ path: shown(path, place), line: start.line + 1, column: start.character + 1, text }];
  });
}

export function startOf(range: unknown): { readonly line: number; readonly character: number } | undefined {
  const start = isObject(range) ? range.start : undefined;
  if (!isObject(start) || typeof start.line !== 'number' || typeof start.character !== 'number') return undefined;
  return { line: start.line, character: start.character };
}

/** A path as the caller would write it. */
export function shown(path: string, { cwd }: Place): string {
  const short = relative(cwd, path);
  return short.startsWith('..') ? path : short;
}
