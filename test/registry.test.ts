import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parametersOf, Registry } from '@helve/command';
import { describeCommand } from '@helve/command/host';
import { parseLine } from '@helve/command/line';
import { expect, it } from 'vitest';
import { RESERVED_NAMES } from '@helve/command/line';
import { createRegistry } from '../packages/helve/src/modules.ts';

const registry = createRegistry();
const commands = await registry.commands();

it('finds each command under the path that it declares', async () => {
  const found = await Promise.all(commands.map(({ path }) => registry.get(path)));
  expect(found.map(({ path }) => path)).toEqual(commands.map(({ path }) => path));
});

/** The packages whose files are found by the words of a command, with their modules. */
const BY_WORDS = { project: ['fs', 'git'], shell: ['terminal'], toolbox: ['mcp', 'tool', 'trust', 'utcp'] };

it('finds the declaration of a command by its words, and its work by the same words or those of its group', () => {
  const lost = Object.entries(BY_WORDS).flatMap(([name, modules]) => {
    const source = join(import.meta.dirname, '../packages', name, 'src');
    const paths = commands.map(({ path }) => path.split(' ')).filter(([module = '']) => modules.includes(module));
    return paths.flatMap((words) => {
      const declaration = join(source, 'commands', `${words.join('/')}.ts`);
      const work = /import\('([^']+)'\)\)\.\w+,\n/.exec(
        existsSync(declaration) ? readFileSync(declaration, 'utf8') : '',
      );
      const places = [words, words.slice(0, -1)].map((each) => join(source, `${each.join('/')}.ts`));
      const isThere = work?.[1] === undefined || places.includes(join(dirname(declaration), work[1]));
      return existsSync(declaration) && isThere ? [] : [words.join(' ')];
    });
  });
  // Names in a folder instead of paths: five ways to say what other commands do.
  expect(lost).toEqual(['fs create-file', 'fs create-folder', 'fs update', 'fs delete-file', 'fs delete-folder']);
});

it.each(commands.map((command) => [command.path, command] as const))(
  '%s refuses unknown keys inside its parameters',
  (_, command) => {
    const { input } = describeCommand(command) as { input: JsonNode };
    expect(openObjects(input)).toEqual([]);
  },
);

interface JsonNode {
  readonly properties?: Readonly<Record<string, JsonNode>>;
  readonly items?: JsonNode;
  readonly anyOf?: readonly JsonNode[];
  readonly additionalProperties?: unknown;
}

/** The objects of a schema that name their keys and still accept others. */
function openObjects(schema: JsonNode, at = ''): readonly string[] {
  const { properties, items, anyOf = [], additionalProperties } = schema;
  return [
    ...(properties && additionalProperties !== false ? [at] : []),
    ...Object.entries(properties ?? {}).flatMap(([name, each]) => openObjects(each, `${at}.${name}`)),
    ...(items ? openObjects(items, `${at}[]`) : []),
    ...anyOf.flatMap((each) => openObjects(each, at)),
  ];
}

it('follows each alias to a command', async () => {
  const aliases = registry.modules.flatMap(({ name, actions }) =>
    Object.entries(actions).flatMap(([action, target]) =>
      typeof target === 'string' ? [[`${name} ${action}`, `${name} ${target}`] as const] : [],
    ),
  );
  expect(aliases).toContainEqual(['fs list-dir', 'fs list']);
  for (const [alias, path] of aliases) expect((await registry.get(alias)).path).toBe(path);
});

it('knows of each module the sets that its tools are in', async () => {
  for (const { name, sets = [] } of registry.modules) {
    const tools = (await registry.commands(name)).flatMap(({ tool }) => tool?.set ?? []);
    expect([name, ...new Set(tools.filter((set) => set !== name))]).toEqual([name, ...sets]);
  }
});

it.each(commands.map((command) => [command.path, command] as const))('%s is declared whole', (_, command) => {
  const parameters = parametersOf(command);
  expect(command.summary).toMatch(/^[A-Z`].*[^.]$/);
  expect(command.examples.length).toBeGreaterThan(0);
  expect(parameters.filter(({ description }) => description === '')).toEqual([]);
  expect(parameters.filter(({ name }) => RESERVED_NAMES.has(name))).toEqual([]);
  const names = parameters.flatMap(({ name, also = [] }) => [name, ...also]);
  expect(new Set(names).size).toBe(names.length);
});

it.each(commands.flatMap((command) => command.examples.map((example) => [example, command] as const)))(
  'the example parses: %s',
  async (example, command) => {
    expect(await parseLine(registry, example)).toMatchObject({
      kind: 'command',
      command: { path: command.path },
      warnings: [],
    });
  },
);

it.each(commands.map((command) => [command.path, command] as const))(
  '%s has JSON Schemas of input and output',
  (_, command) => {
    const { input, output } = describeCommand(command);
    const required = parametersOf(command)
      .filter((parameter) => parameter.required)
      .map(({ name }) => name);
    expect(input).toMatchObject({ type: 'object', additionalProperties: false, required });
    expect(output).toHaveProperty('type', 'object');
    expect(JSON.stringify([input, output])).not.toContain('"$schema"');
  },
);

it('describes a number by its range', async () => {
  const { input } = describeCommand(await registry.get('fs read'));
  expect(input).toMatchObject({ properties: { offset: { type: 'integer', minimum: 1 } } });
});

it('is not confused by names that every object has', async () => {
  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
    await expect(registry.get(`${name} read`)).rejects.toMatchObject({ code: 'UNKNOWN_COMMAND' });
    await expect(registry.get(`fs ${name}`)).rejects.toMatchObject({ code: 'UNKNOWN_COMMAND' });
  }
  await expect(new Registry([]).get('fs read')).rejects.toMatchObject({ code: 'UNKNOWN_COMMAND' });
});
