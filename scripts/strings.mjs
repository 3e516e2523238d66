/**
 * Lists the texts that users and models read, with kind and source, so that all of them can be read through.
 * `npm run strings`: all; `-- --kind error`: one kind; `-- --sample 200 --seed 7`: a random sample that a seed repeats.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv, stdout } from 'node:process';
import { parseArgs } from 'node:util';
import { parseSync } from 'rolldown/utils';

/** The kind of a text by the name of the property, variable or function that it is given to. */
const KINDS = [
  ['help', /^(?:summary|description|about|purpose)$/],
  ['tool', /^(?:guidance|instructions)$/],
  ['hint', /^(?:hint|advice|remedy|didYouMean)$/],
  ['error', /^(?:CommandError|Error|worded|lineProblem|brokenAt|denied|refused|fail|invalid\w*|problem\w*|reason)$/],
  ['parameter', /^(?:text|flag|choice|number|integer|json|path|paths|list|count|url|optional\w*)$/],
  ['notice', /^(?:warn\w*|notice\w*|notes?|announce)$/],
];

/** Names of what is no text to read: command paths, sample lines, and tables of words. */
const NO_TEXT = /^(?:path|examples?|call|split|words|commandOf|startsWith|endsWith|includes|test|join|import)$/;

/** The kind of all other texts of a package or folder. */
const PLACES = [
  ['screen', /^packages\/tui\//],
  ['popup', /^packages\/extension\//],
  ['prompt', /^packages\/assistant\/src\/(?:context|compaction|loop|agents|skills|tools|answer)\//],
];

if (import.meta.main ?? argv[1] === import.meta.filename) print();

function print() {
  const { values } = parseArgs({
    options: { kind: { type: 'string' }, sample: { type: 'string' }, seed: { type: 'string', default: '1' } },
  });
  const all = listStrings().filter(({ kind }) => values.kind === undefined || kind === values.kind);
  const shown = values.sample === undefined ? all : sample(all, Number(values.sample), Number(values.seed));
  stdout.write(
    shown.map(({ file, line, kind, text }) => `${file}:${line}\t${kind}\t${JSON.stringify(text)}\n`).join(''),
  );
}

/** Every text of the sources that has a space in it, in order of files. A value within a text is shown as `…`. */
export function listStrings() {
  const files = readdirSync('packages').flatMap((name) => sourcesIn(join('packages', name, 'src')));
  return files.flatMap((file) => {
    const source = readFileSync(file, 'utf8');
    const lines = lineStarts(source);
    return textsIn(parseSync(file, source).program, [])
      .filter(({ text, names }) => /\p{L}\p{L}\s+\S/u.test(text) && !NO_TEXT.test(names[0]))
      .map(({ text, start, names }) => ({ file, line: lineOf(lines, start), kind: kindOf(file, names), text }));
  });
}

function sourcesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'testing' ? [] : sourcesIn(path);
    return entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts') ? [path] : [];
  });
}

/** The texts below a node, with the names that they are given to, the nearest first. */
function textsIn(node, names) {
  if (node.type === 'ImportDeclaration' || node.type === 'TSLiteralType') return [];
  if (node.type === 'Literal' && typeof node.value === 'string')
    return [{ text: node.value, start: node.start, names }];
  const inner = [nameOf(node), ...names].filter((name) => name !== undefined);
  const below = Object.values(node)
    .flat()
    .filter((child) => typeof child?.type === 'string')
    .flatMap((child) => textsIn(child, inner));
  if (node.type !== 'TemplateLiteral') return below;
  const text = node.quasis.map(({ value }) => value.cooked).join('…');
  return [{ text, start: node.start, names }, ...below];
}

function nameOf(node) {
  switch (node.type) {
    case 'Property':
      return node.key.name ?? node.key.value;
    case 'VariableDeclarator':
    case 'FunctionDeclaration':
      return node.id?.name;
    case 'MemberExpression':
      return node.property.name;
    case 'CallExpression':
    case 'NewExpression':
      return node.callee.name ?? node.callee.property?.name;
    default:
      return undefined;
  }
}

function kindOf(file, names) {
  for (const name of names) {
    const kind = KINDS.find(([, pattern]) => pattern.test(String(name)))?.[0];
    if (kind !== undefined) return kind;
  }
  return PLACES.find(([, place]) => place.test(file))?.[0] ?? 'other';
}

function lineStarts(source) {
  return [0, ...[...source.matchAll(/\n/g)].map(({ index }) => index + 1)];
}

function lineOf(starts, at) {
  return starts.findLastIndex((start) => start <= at) + 1;
}

/** A random choice that is the same for the same seed (mulberry32). */
function sample(items, count, seed) {
  let state = seed;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return items
    .map((item) => ({ item, at: random() }))
    .sort((one, other) => one.at - other.at)
    .slice(0, count)
    .map(({ item }) => item);
}
