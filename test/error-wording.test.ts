import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parametersOf, toFlag } from '@helve/command';
import { RESERVED_NAMES } from '@helve/command/line';
import { parseSync } from 'rolldown/utils';
import { expect, it } from 'vitest';
import { createRegistry } from '../packages/helve/src/modules.ts';

const PACKAGES = ['command', 'doors', 'project', 'shell', 'toolbox', 'browser', 'assistant', 'helve', 'processes'];

/** Code that only a command line reaches (its grammar, the flags of helve itself), and how to write UTCP commands. */
const TERMINAL_ONLY =
  /^(?:command\/src\/line\/|doors\/src\/mcp\/command-tools\.ts$|assistant\/src\/opening\/|toolbox\/src\/utcp\/cli\/|helve\/src\/(?:print|replay|reset|words|caller))/;

const commands = await createRegistry().commands();
const paths = new Set(commands.map(({ path }) => path));
const flags = new Set(
  commands
    .flatMap(parametersOf)
    .filter(({ name }) => !RESERVED_NAMES.has(name))
    .flatMap(({ flag, also = [], stdinFlag }) => [flag, ...also.map(toFlag), ...(stdinFlag ? [stdinFlag] : [])]),
);

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

function nameOf(node: unknown): unknown {
  return isNode(node) ? node.name : undefined;
}

/** The functions that make errors: their arguments are words of the error. */
function makersIn(node: Node): unknown[] {
  const { typeAnnotation } = (isNode(node.returnType) ? node.returnType : node) as { typeAnnotation?: unknown };
  const isMaker =
    node.type === 'FunctionDeclaration' && isNode(typeAnnotation) && nameOf(typeAnnotation.typeName) === 'CommandError';
  return [...(isMaker ? [nameOf(node.id)] : []), ...childrenOf(node).flatMap(makersIn)];
}

/** The texts that are words of an error, with a NUL for each value in them. */
function textsIn(node: Node, makers: ReadonlySet<unknown>, inError = false): string[] {
  const name = nameOf(node.key) ?? nameOf(node.callee) ?? nameOf(node.id);
  if (node.type === 'Property' && name === 'example') return [];
  const isError =
    inError ||
    (node.type === 'NewExpression' && name === 'CommandError') ||
    (node.type === 'CallExpression' && makers.has(name)) ||
    ((node.type === 'Property' || node.type === 'VariableDeclarator') && name === 'hint');
  const text =
    node.type === 'Literal' && typeof node.value === 'string'
      ? node.value
      : node.type === 'TemplateLiteral'
        ? (node.quasis as readonly { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('\0')
        : undefined;
  return [
    ...(isError && text !== undefined ? [text] : []),
    ...childrenOf(node).flatMap((child) => textsIn(child, makers, isError)),
  ];
}

/** The flags of ours in a text, but for those of a command line. */
function flagsIn(text: string): string[] {
  const withoutLines = text
    .replace(/\b(?:git|npm|brew) [a-z\0-][a-z\0 -]* --(?:(?![,.;] |\)).)*/gs, '')
    .replace(/\bhelve ([a-z-]+(?: [a-z-]+)*) -(?:(?![,.;] |\)).)*/gs, (line, path: string) =>
      paths.has(path) ? '' : line,
    );
  return [...withoutLines.matchAll(/(?<![\w-])--([a-z][a-z-]*[a-z]|\0)/g)].flatMap(([, flag = '']) =>
    flag === '\0' || flags.has(flag) ? [flag] : [],
  );
}

const sources = PACKAGES.flatMap((name) =>
  readdirSync(join('packages', name, 'src'), { recursive: true, encoding: 'utf8' }).map(
    (file) => `${name}/src/${file}`,
  ),
)
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !TERMINAL_ONLY.test(file))
  .map((file) => {
    const path = join('packages', file);
    return { file, program: parseSync(path, readFileSync(path, 'utf8')).program as unknown as Node };
  });
const makers = new Set(sources.flatMap(({ program }) => makersIn(program)));

it('names a parameter in an error as a part, which each door writes as its callers do', () => {
  const found = sources.flatMap(({ file, program }) =>
    textsIn(program, makers)
      .filter((text) => flagsIn(text).length > 0)
      .map((text) => `${file}: ${text}`),
  );
  expect(found).toEqual([]);
});

it.each([
  ['Give either --to or --staged', ['to', 'staged']],
  ['To make a new file use helve fs write without --expect-hash.', ['expect-hash']],
  ['--\0 may not be empty', ['\0']],
  ['Read a part with --offset 1, or search it: helve fs grep --path \0 --query …', ['offset']],
  ['Give it more time with --timeout', []],
  ['Files that git does not know yet: --include-untracked', ['include-untracked']],
  ['If you trust it: git config --global --add safe.directory \0', []],
])('finds the flags in %j', (text, expected) => {
  expect(flagsIn(text)).toEqual(expected);
});
