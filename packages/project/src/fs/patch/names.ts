import { bytesToText } from '@helve/command';

/** A name in a header, and whether what stands behind it says that there is no such file. */
export interface HeaderName {
  readonly name: string;
  readonly isAbsent: boolean;
}

/** What follows `--- ` or `+++ `: a name, and behind a tab a date (diff, hg) or a revision (svn). */
export function headerName(text: string): HeaderName {
  const [name, rest] = text.startsWith('"') ? readQuoted(text) : splitAtTab(text);
  return { name, isAbsent: name === '/dev/null' || isAbsent(rest) };
}

function splitAtTab(text: string): readonly [string, string] {
  const tab = text.indexOf('\t');
  return tab < 0 ? [text.trimEnd(), ''] : [text.slice(0, tab), text.slice(tab + 1)];
}

/** svn names the revision of a file that is not there; `diff -N` gives it the first moment of 1970. */
function isAbsent(note: string): boolean {
  if (/^\((?:nonexistent|revision 0)\)/.test(note.trim())) return true;
  const date = /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)(?:\.0+)? ([+-]\d\d)(\d\d)$/.exec(note.trim());
  return date !== null && Date.parse(`${date[1]?.replace(' ', 'T')}${date[2]}:${date[3]}`) === 0;
}

const ESCAPES: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13, '"': 34, '\\': 92 };

/** A name as git quotes it, `"a/\303\244"`, and what follows it. */
export function readQuoted(text: string): readonly [name: string, rest: string] {
  const bytes: number[] = [];
  let at = 1;
  for (; at < text.length && text[at] !== '"'; at++) {
    if (text[at] !== '\\') {
      const point = text.codePointAt(at) ?? 0;
      bytes.push(...Buffer.from(String.fromCodePoint(point)));
      if (point > 0xffff) at++;
      continue;
    }
    const octal = /^[0-3][0-7]{2}/.exec(text.slice(at + 1))?.[0];
    bytes.push(octal ? Number.parseInt(octal, 8) : (ESCAPES[text[at + 1] ?? ''] ?? text.charCodeAt(at + 1)));
    at += octal ? 3 : 1;
  }
  return [bytesToText(Buffer.from(bytes)), text.slice(at + 1)];
}

/** A name that stands alone on its line, as behind `rename from`. */
export function loneName(text: string): string {
  return text.startsWith('"') ? readQuoted(text)[0] : text;
}

/** The two names of `diff --git a/x b/x`. Without quotes they are the same but for their first folders. */
export function gitNames(text: string): readonly [string, string] | undefined {
  if (text.startsWith('"')) {
    const [before, rest] = readQuoted(text);
    return [before, loneName(rest.trimStart())];
  }
  const quoted = text.indexOf(' "');
  if (quoted >= 0 && text.endsWith('"')) return [text.slice(0, quoted), loneName(text.slice(quoted + 1))];
  for (let space = text.indexOf(' '); space >= 0; space = text.indexOf(' ', space + 1)) {
    const [before, after] = [text.slice(0, space), text.slice(space + 1)];
    if (before === after || withoutFirst(before) === withoutFirst(after)) return [before, after];
  }
  return undefined;
}

function withoutFirst(name: string): string {
  return name.slice(name.indexOf('/') + 1);
}

/** A name without so many leading folders, or undefined where it has fewer. */
export function stripped(name: string, count: number): string | undefined {
  const parts = name.split('/');
  return parts.length > count ? parts.slice(count).join('/') : undefined;
}

/** The names of one file in a patch. */
export interface NamedFile {
  /** Absent where the file is new. */
  readonly before: string | undefined;
  /** Absent where the file is deleted. */
  readonly after: string | undefined;
  /** The file gets another name; else both names are of one file. */
  readonly moves: boolean;
  /** Both names as they are written, also of a file that is not there: `diff -N` names that too. */
  readonly written: readonly [string, string];
}

export type Exists = (name: string) => boolean;

/**
 * How many leading folders to take off each name, where nobody says: so many that the files that the patch changes exist.
 * Where it only makes files: the a/ and b/ of git, or the folders in which the two names of a file differ.
 */
export function stripCount(files: readonly NamedFile[], exists: Exists): number {
  const usual = usualCount(files);
  const sources = files.filter(({ before }) => before !== undefined);
  const lengths = sources
    .flatMap(({ before = '', after = '' }) => [before, after])
    .map((name) => name.split('/').length);
  const counts = [usual, ...Array.from({ length: Math.max(0, ...lengths) }, (_, count) => count)];
  const fits = (count: number) => sources.every((file) => exists(sourceName(file, count, exists) ?? ''));
  return (sources.length === 0 ? undefined : counts.find(fits)) ?? usual;
}

/** The name of the file that is changed, without so many folders. */
export function sourceName({ before, after, moves }: NamedFile, count: number, exists: Exists): string | undefined {
  if (before === undefined) return undefined;
  if (moves || after === undefined) return nameWithout(before, count, moves);
  const names = [stripped(before, count), stripped(after, count)].filter((name) => name !== undefined);
  return names.filter(exists).sort(byLength)[0] ?? names.at(-1);
}

/** The name that the file has afterwards. */
export function targetName(file: NamedFile, count: number, exists: Exists): string | undefined {
  if (file.after === undefined) return undefined;
  if (file.before === undefined || file.moves) return nameWithout(file.after, count, file.moves);
  return sourceName(file, count, exists);
}

/** Git writes the names of a rename without a/ and b/, which we put before them to treat all names alike. */
function nameWithout(name: string, count: number, moves: boolean): string | undefined {
  return stripped(name, moves ? Math.max(count, 1) : count);
}

/** As patch(1) chooses among the two names of a file: `file` rather than `file.orig`. */
function byLength(a: string, b: string): number {
  const [first, second] = [a.split('/'), b.split('/')];
  return (
    first.length - second.length || (first.at(-1)?.length ?? 0) - (second.at(-1)?.length ?? 0) || a.length - b.length
  );
}

function usualCount(files: readonly NamedFile[]): number {
  const isGit = files.every(
    ({ before, after }) => (before?.startsWith('a/') ?? true) && (after?.startsWith('b/') ?? true),
  );
  if (isGit) return 1;
  const pair = files.find(({ written: [before, after], moves }) => !moves && before !== after)?.written;
  if (!pair) return 0;
  const [before, after] = [pair[0].split('/'), pair[1].split('/')];
  let same = 0;
  while (same < before.length && same < after.length && before.at(-1 - same) === after.at(-1 - same)) same++;
  return same === 0 ? 0 : after.length - same;
}
