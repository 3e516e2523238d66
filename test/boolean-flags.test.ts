import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Command, type Parameter, parametersOf } from '@helve/command';
import { GLOBAL_PARAMETERS, type Invocation, parseArguments, parseLine } from '@helve/command/line';
import { expect, it } from 'vitest';
import { createRegistry } from '../packages/helve/src/modules.ts';
import { openSandbox } from './kit/helve.ts';

const registry = createRegistry();
const commands = await registry.commands();
const GLOBALS = GLOBAL_PARAMETERS.filter(({ name, type }) => type === 'boolean' && !['help', 'version'].includes(name));

/** Words for the parameters that a command must be given. */
function required(command: Command): readonly string[] {
  return parametersOf(command)
    .filter(({ required }) => required)
    .flatMap((parameter) => [`--${parameter.flag}`, sampleOf(parameter)]);
}

function sampleOf({ type, options, list }: Parameter): string {
  if (type === 'json') return list ? '["x"]' : '{}';
  return type === 'number' ? '1' : type === 'boolean' ? 'true' : (options?.[0] ?? 'x');
}

/** Every way to write a flag that is on or off. */
function spellings({ name, flag, short, also = [] }: Parameter): readonly string[] {
  return [...new Set([flag, name, ...also])].map((each) => `--${each}`).concat(short ? [`-${short}`] : []);
}

const quoted = (word: string) => `"${word}"`;

async function parsedBy(command: Command, flag: string, word: string): Promise<readonly (Invocation | string)[]> {
  const given = [...command.path.split(' '), ...required(command), flag];
  const line = given.map((each) => (/[[{]/.test(each) ? `'${each}'` : each)).join(' ');
  const ways = [
    parseArguments(registry, [...given, word]),
    parseLine(registry, `${line} ${word === '' ? '""' : word}`),
    parseLine(registry, `${line} ${quoted(word)}`),
  ];
  return Promise.all(
    ways.map((way) =>
      way.then(
        (parsed) => parsed as Invocation,
        (error: { code: string; message: string }) => `${error.code} ${error.message}`,
      ),
    ),
  );
}

const WORDS = { true: true, false: false, False: false, TRUE: true } as const;
const NO_VALUES = ['no', '0', 'off', 'yes', '1', 'on', 'none', 'null', 'x.txt', '-1', ''];

const flags = commands.flatMap((command) =>
  parametersOf(command)
    .filter(({ type }) => type === 'boolean')
    .flatMap((parameter) => spellings(parameter).map((flag) => [command.path, flag, command, parameter] as const)),
);

it('knows the flags of all modules', () => {
  expect(flags.length).toBeGreaterThan(80);
});

it.each(flags)('%s %s takes the word behind it as its value or fails', async (_, flag, command, parameter) => {
  for (const [word, value] of Object.entries(WORDS)) {
    for (const parsed of await parsedBy(command, flag, word)) {
      expect(parsed).toMatchObject({ input: { [parameter.name]: value }, warnings: [] });
    }
  }
  for (const word of NO_VALUES) {
    for (const parsed of await parsedBy(command, flag, word)) {
      expect(parsed).toMatch(/^INVALID_INPUT --[\w-]+ is on or off, not /);
    }
  }
});

it.each(GLOBALS.flatMap((parameter) => spellings(parameter).map((flag) => [flag, parameter] as const)))(
  '%s takes the word behind it as its value or fails',
  async (flag, { name }) => {
    const args = ['fs', 'read', '--path', 'x', flag];
    for (const [word, value] of Object.entries(WORDS)) {
      expect(await parseArguments(registry, [...args, word])).toMatchObject({ globals: { [name]: value } });
    }
    for (const word of NO_VALUES) {
      await expect(parseArguments(registry, [...args, word])).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    }
    // Before the command, a word is the command.
    expect(await parseArguments(registry, [flag, 'fs', 'read', '--path', 'x'])).toMatchObject({
      globals: { [name]: true },
    });
  },
);

it.each(['no', '0', 'off', 'none'])('deletes nothing with --permanent %s', async (word) => {
  const { dir, helve } = await openSandbox({ a: 'kept' });
  const { code } = await helve(['fs', 'delete', '--path', 'a', '--permanent', word]);
  expect([code, await readFile(join(dir, 'a'), 'utf8')]).toEqual([2, 'kept']);
});

it('deletes to the trash with --permanent False', async () => {
  const { home, helve } = await openSandbox({ a: 'kept' });
  const { stdout } = await helve(['fs', 'delete', '--path', 'a', '--permanent', 'False']);
  const { data } = JSON.parse(stdout) as { data: { trashed: string } };
  expect(data.trashed.startsWith(home)).toBe(true);
  expect(await readFile(data.trashed, 'utf8')).toBe('kept');
});
