import { parametersOf } from '@helve/command';
import { expect, it } from 'vitest';
import { createRegistry } from '../packages/helve/src/modules.ts';
import { connect, type Result } from './kit/mcp.ts';
import { openServiceSandbox } from './kit/service.ts';

const PATCH = '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n';

it.each<[tool: string, input: object, says: RegExp]>([
  [
    'TextPatch',
    { filePath: 'a.txt' },
    /^INVALID_INPUT: An edit needs either oldText and newText, or edits\nTextPatch takes filePath, oldText,/,
  ],
  ['TextPatch', { filePath: 1, oldText: 'a', newText: 'b' }, /^INVALID_INPUT: filePath must be .*\nTextPatch takes/],
  ['TextPatch', { filePath: 'a.txt', oldText: 'a', newText: 'b' }, /or use replaceAll\./],
  ['TextRead', { filePath: 'a.txt', offset: 9 }, /Use an offset from 1 to 1\./],
  ['FsPatch', { path: 'a.txt', patch: PATCH }, /Give the folder that the patch applies in with path;/],
  ['CliWrite', { sessionId: 's', input: '{secret}' }, /Name a stored secret or an environment variable: secret NAME/],
  ['GitStash', {}, /: includeUntracked$/],
  ['GitDiff', { to: 'HEAD' }, /: to needs commit\nGitDiff takes /],
  [
    'McpExecute',
    { toolbox: 'x', tool: 'y', params: 'z' },
    /: params must be .*\nMcpExecute takes toolbox, tool, params\.$/,
  ],
  // Its work is done in the service.
  ['BrowserFill', { session: 'abc234', element: 'el1' }, /Give exactly one of value, valueFile and valueStdin\.$/],
])('%s names its own parameters when %j is wrong', async (tool, input, says) => {
  const sandbox = await openServiceSandbox({ 'a.txt': 'a a\n' });
  await sandbox.run('git', ['init', '-q']);
  await sandbox.run('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', 'commit', '-qm', 'a', '--allow-empty']);
  const client = await connect(sandbox, ['--tools', 'all']);
  await client.list();
  if (tool === 'CliWrite') await client.call('CliSession', { sessionId: 's', command: 'cat' });
  const result = await client.call(tool, input);
  expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(says) }] });
  expect(JSON.stringify(result)).not.toContain('--');
});

/**
 * Tools that would do something to the machine, wait for a person or a change, or end what the test runs in. The manual of
 * our own tools is about command lines.
 */
const NOT_TRIED =
  /^(?:Service|BrowserLaunch|BrowserPair|BrowserWaitHuman|Thread(?:Start|Read)|McpLogin|PluginInstall|TerminalWatch|UtcpManual|Web)/;

const commands = await createRegistry().commands();
const PATHS = commands.map(({ path }) => path).sort((one, other) => other.length - one.length);
const FLAGS = new Set(commands.flatMap(parametersOf).map(({ flag }) => flag));
const LINE = new RegExp(`\\bhelve (?:${PATHS.join('|')}|help)(?![\\w-])`);
/** The words of a command by themselves. Those of git are also what git calls its own commands. */
const WORDS = new RegExp(
  `(?<![\\w/.-]|the helve command )(?:${PATHS.filter((path) => path.includes(' ') && !path.startsWith('git ')).join('|')})(?![\\w/-]| was not permitted: )`,
);
/** The list of tools is about commands, a script calls them by their words, and the doctor advises people. A refusal has the words that a rule has. */
const ABOUT_COMMANDS = /^(?:ToolList|Doctor|Script)/;

/** What in an answer only somebody at a command line could use. */
function lineWordsIn(tool: string, result: Result): string | undefined {
  const said = JSON.stringify({ ...result, structuredContent: undefined });
  const [flag] = [...said.matchAll(/(?<![\w-])--([a-z][a-z-]+)/g)].filter(([, name = '']) => FLAGS.has(name));
  const [words] = (!ABOUT_COMMANDS.test(tool) && WORDS.exec(said)) || [];
  return LINE.exec(said)?.[0] ?? words ?? flag?.[0];
}

/** A value of a type, which names nothing that exists. */
function sample(schema: { readonly type?: string; readonly enum?: readonly unknown[] }): unknown {
  if (schema.enum) return schema.enum[0];
  const samples: Readonly<Record<string, unknown>> = { number: 1, integer: 1, boolean: true, array: [], object: {} };
  return samples[schema.type ?? ''] ?? 'nothing-of-this-name';
}

it.each(['a folder', 'a repository'])(
  'in %s no tool names a flag or a command line, whatever is wrong',
  async (place) => {
    const sandbox = await openServiceSandbox({ 'a.txt': 'a a\n' });
    if (place === 'a repository') await sandbox.run('git', ['init', '-q']);
    const client = await connect(sandbox, ['--tools', 'all', '--permission-mode', 'bypassPermissions']);
    const tools = await client.list();
    expect(tools.length).toBeGreaterThan(100);
    const found: string[] = [];
    const look = async (name: string, input: object) => {
      const words = lineWordsIn(name, await client.call(name, input));
      if (words !== undefined) found.push(`${name} ${JSON.stringify(input)}: ${words}`);
    };
    for (const { name, inputSchema } of tools) {
      const properties = Object.entries(inputSchema.properties ?? {}) as [string, Parameters<typeof sample>[0]][];
      const complete = Object.fromEntries(
        properties.filter(([key]) => inputSchema.required?.includes(key)).map(([key, schema]) => [key, sample(schema)]),
      );
      await look(name, { ...complete, nothingOfThisName: 1 });
      // A value that fits no parameter.
      for (const [key] of properties) await look(name, { ...complete, [key]: { not: ['fitting'] } });
      if (NOT_TRIED.test(name)) continue;
      await look(name, complete);
      for (const [key, schema] of properties) {
        if (!inputSchema.required?.includes(key)) await look(name, { ...complete, [key]: sample(schema) });
      }
    }
    expect(found).toEqual([]);
  },
);
