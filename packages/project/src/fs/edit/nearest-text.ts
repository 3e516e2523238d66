export interface NearText {
  readonly startLine: number;
  readonly endLine: number;
  readonly text: string;
  /** What differs, as a sentence. */
  readonly difference: string;
}

/** The text with line numbers, as a model or a person is shown it. */
export function nearExcerpt({ startLine, text }: NearText): string {
  return text
    .split('\n')
    .map((line, index) => `${String(startLine + index).padStart(5)}\t${line}`)
    .join('\n');
}

const MOST_LINES_COMPARED = 12;
const LEAST_SIMILARITY = 0.4;
const MOST_TEXT = 4000;

/** The lines most like the wanted text, which is called so in what differs: those that differ only in whitespace first, else the most similar. */
export function nearestText(text: string, wanted: string, called = 'the given text'): NearText | undefined {
  const lines = text.split('\n');
  const sought = wanted.replace(/^(?:[ \t]*\r?\n)+|(?:\r?\n[ \t]*)+$/g, '').split('\n');
  const keys = lines.map(squeeze);
  const soughtKeys = sought.map(squeeze);
  for (let at = 0; at + sought.length <= lines.length; at++) {
    if (soughtKeys.every((key, index) => keys[at + index] === key)) {
      return near(lines, at, sought.length, whitespaceDifference(lines.slice(at, at + sought.length), sought, called));
    }
  }
  return mostSimilar(lines, sought);
}

function squeeze(line: string): string {
  return line.trim().replace(/\s+/g, ' ');
}

function near(lines: readonly string[], at: number, count: number, difference: string): NearText {
  const found = lines.slice(at, at + count);
  return { startLine: at + 1, endLine: at + found.length, text: found.join('\n').slice(0, MOST_TEXT), difference };
}

function whitespaceDifference(found: readonly string[], sought: readonly string[], called: string): string {
  const index = found.findIndex((line, position) => line !== sought[position]);
  const [file, given] = [found[index] ?? '', sought[index] ?? ''];
  if (file.trimEnd() === given.trimEnd()) return 'They differ in whitespace at the end of a line.';
  const [fileIndent, givenIndent] = [indentOf(file), indentOf(given)];
  if (fileIndent.includes('\t') && !givenIndent.includes('\t')) {
    return `The file indents with tabs where ${called} has spaces.`;
  }
  if (!fileIndent.includes('\t') && givenIndent.includes('\t')) {
    return `The file indents with spaces where ${called} has tabs.`;
  }
  return fileIndent === givenIndent
    ? 'They differ in the whitespace within a line.'
    : `The file indents by ${fileIndent.length} where ${called} has ${givenIndent.length}.`;
}

function indentOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

function mostSimilar(lines: readonly string[], sought: readonly string[]): NearText | undefined {
  const compared = sought.slice(0, MOST_LINES_COMPARED).map(pairsOf);
  const pairs = lines.map(pairsOf);
  let best = { at: -1, score: LEAST_SIMILARITY };
  for (let at = 0; at < lines.length; at++) {
    let sum = 0;
    for (const [index, wanted] of compared.entries()) sum += similarity(pairs[at + index] ?? new Set(), wanted);
    const score = sum / compared.length;
    if (score > best.score) best = { at, score };
  }
  if (best.at < 0) return undefined;
  const offset = sought.findIndex((line, index) => line !== lines[best.at + index]?.replace(/\r$/, ''));
  const line = best.at + Math.max(offset, 0);
  return near(lines, best.at, sought.length, `The first difference is at line ${line + 1} of the file.`);
}

function pairsOf(line: string): ReadonlySet<string> {
  const key = squeeze(line);
  const pairs = new Set<string>();
  for (let at = 0; at < key.length; at++) pairs.add(key.slice(at, at + 2));
  return pairs;
}

/** Half for being alike (Dice), half for how much of the wanted is there: it may be only a part of a line. */
function similarity(found: ReadonlySet<string>, wanted: ReadonlySet<string>): number {
  if (wanted.size === 0) return found.size === 0 ? 1 : 0;
  let both = 0;
  for (const pair of wanted) if (found.has(pair)) both++;
  return both / (found.size + wanted.size) + both / wanted.size / 2;
}
