import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parametersOf, toFlag } from '@helve/command';
import { RESERVED_NAMES } from '@helve/command/line';
import { parseSync } from 'rolldown/utils';
import { expect, it } from 'vitest';
import { createRegistry } from '../packages/helve/src/modules.ts';

/** The extension is no caller of commands, and the screen belongs to a person. */
const PACKAGES = readdirSync('packages').filter((name) => name !== 'extension' && name !== 'tui');

/**
 * Text that only people at a terminal read, or that is about command lines: the grammar, help and completion, the flags of
 * helve itself, the tool that takes a line, and how to write UTCP commands.
 */
const TERMINAL_ONLY =
  /^(?:command\/src\/(?:line|wording)|doors\/src\/(?:completion|help|explain|utcp)|doors\/src\/mcp\/(?:command-tools|line-tool|options)|assistant\/src\/(?:opening|tools\/bash)|toolbox\/src\/utcp\/cli\/|helve\/src\/(?:print|replay|reset|screen|words|word-help|caller|policy))/;

/** Arguments of programs that helve runs, and a style sheet. */
const NO_WORDS =
  /^(?:processes\/src\/(?:git-safety|confine)|project\/src\/git\/(?:fetch|changes\/trial)|assistant\/src\/session\/export-html)/;

const commands = await createRegistry().commands();
const byPath = new Map(commands.map((command) => [command.path, command]));
const own = commands.flatMap(parametersOf).filter(({ name }) => !RESERVED_NAMES.has(name));
const flags = new Set(
  own.flatMap(({ flag, also = [], stdinFlag }) => [flag, ...also.map(toFlag), ...(stdinFlag ? [stdinFlag] : [])]),
);
const globals = new Set([...RESERVED_NAMES].map(toFlag));
/** Names that cannot be taken for a word. */
const camelNames = new Set(own.map(({ name }) => name).filter((name) => /[A-Z]/.test(name)));

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function childrenOf(node: Node): Node[] {
  return Object.values(node).flat().filter(isNode);
}

function nodesIn(node: Node): Node[] {
  return [node, ...childrenOf(node).flatMap(nodesIn)];
}

function nameOf(node: unknown): unknown {
  return isNode(node) ? (node.name ?? node.value) : undefined;
}

/** All texts, with a NUL for each value in them, except examples of command lines and what a tool says of itself. */
function textsIn(node: Node): string[] {
  const name = nameOf(node.key) ?? nameOf(node.id);
  if (
    (node.type === 'Property' || node.type === 'VariableDeclarator') &&
    /^(?:examples?|guidance)$/i.test(String(name))
  )
    return [];
  const text =
    node.type === 'Literal' && typeof node.value === 'string'
      ? node.value
      : node.type === 'TemplateLiteral'
        ? (node.quasis as readonly { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('\0')
        : undefined;
  return [...(text === undefined ? [] : [text]), ...childrenOf(node).flatMap(textsIn)];
}

const PATHS = [...byPath.keys()].sort((one, other) => other.length - one.length).join('|');
const LINE = new RegExp(`\\bhelve (?:${PATHS})(?![\\w-])|\\bhelve help\\b`, 'g');

/** What in a text only somebody at a command line can use. A text without a space is an argument or a key. */
function lineWordsIn(text: string): string[] {
  if (!/\s/.test(text.trim())) return [];
  const ofOthers = text.replace(/\b(?:git|npm|brew|apt) [a-z\0-][a-z\0 -]* --(?:(?![,.;] |\)).)*/gs, '');
  const named = [...ofOthers.matchAll(/(?<![\w-])--([a-z][a-z-]*[a-z]|\0)/g)].flatMap(([whole, flag = '']) =>
    flag === '\0' || flags.has(flag) || globals.has(flag) ? [whole] : [],
  );
  return [...(text.match(LINE) ?? []), ...named];
}

/** Parameters that a text names as the code does. */
function codeNamesIn(text: string): string[] {
  return /\s/.test(text.trim())
    ? (text.match(/(?<!")\b[a-z]+[A-Z]\w*\b/g) ?? []).filter((word) => camelNames.has(word))
    : [];
}

const sources = PACKAGES.flatMap((name) =>
  readdirSync(join('packages', name, 'src'), { recursive: true, encoding: 'utf8' }).map(
    (file) => `${name}/src/${file}`,
  ),
)
  .filter(
    (file) =>
      file.endsWith('.ts') && !/\.test\.ts$|\/testing/.test(file) && !TERMINAL_ONLY.test(file) && !NO_WORDS.test(file),
  )
  .map((file) => {
    const path = join('packages', file);
    return { file, program: parseSync(path, readFileSync(path, 'utf8')).program as unknown as Node };
  });

it('names commands and parameters as parts of a text, which each door writes as its callers do', () => {
  const found = sources.flatMap(({ file, program }) =>
    textsIn(program)
      // `See: helve help …` is for those who have the flag --help.
      .filter((text) => !/^(?:See: )?helve help \0$/.test(text))
      .filter((text) => lineWordsIn(text).length + codeNamesIn(text).length > 0)
      .map((text) => `${file}: ${text}`),
  );
  expect(found).toEqual([]);
});

it('names only calls that exist, with parameters that their command has', () => {
  const calls = sources.flatMap(({ file, program }) =>
    nodesIn(program)
      .filter(({ type, callee }) => type === 'CallExpression' && /^(?:call|nameOfCall)$/.test(String(nameOf(callee))))
      .map(({ arguments: given }) => given as readonly Node[])
      .filter(([path]) => path?.type === 'Literal')
      .map(([path, input]) => ({ file, path: String(path?.value), keys: keysOf(input) })),
  );
  expect(calls.length).toBeGreaterThan(100);
  const wrong = calls.filter(({ path, keys }) => {
    const command = byPath.get(path);
    return !command || keys.some((key) => !parametersOf(command).some(({ name }) => name === key));
  });
  expect(wrong).toEqual([]);
});

function keysOf(input: Node | undefined): string[] {
  const properties = (input?.properties ?? []) as readonly Node[];
  return properties.flatMap(({ key }) => (key === undefined ? [] : [String(nameOf(key))]));
}

it.each([
  ['Give either --to or --staged', ['--to', '--staged']],
  ['To make a new file use helve fs write without --expect-hash.', ['helve fs write', '--expect-hash']],
  ['--\0 may not be empty', ['--\0']],
  ['Give it more time with --timeout', ['--timeout']],
  ['If you trust it: git config --global --add safe.directory \0', []],
  ['Install helve again', []],
])('finds the words of a command line in %j', (text, expected) => {
  expect(lineWordsIn(text)).toEqual(expected);
});

it('finds the names that parameters have in the code', () => {
  expect(codeNamesIn('needs oldText and newText')).toEqual(['oldText', 'newText']);
});
