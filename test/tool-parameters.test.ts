import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openAssistant } from './kit/assistant.ts';

const FILES = {
  'a.txt': 'one\nTwo\nthree\ntwo\n',
  'src/b.ts': 'two\n',
  'src/c.md': 'two\n',
};

interface Result {
  readonly is_error?: boolean;
  readonly content: readonly { readonly text: string }[];
}

/** What the model is told of calls that it makes one after the other. */
async function results(calls: readonly { name: string; input: object }[], files: Record<string, string> = FILES) {
  const sandbox = await openAssistant([...calls.map((call) => ({ calls: [call] })), { text: 'ok' }], files);
  await sandbox.ask('Go', ['--permission-mode', 'bypassPermissions']);
  const said = sandbox.server.requests.slice(1).map(({ body }) => {
    const [result] = body.messages.at(-1).content as readonly [Result];
    return { failed: result.is_error === true, text: result.content.map(({ text }) => text).join('\n') };
  });
  return { ...sandbox, said };
}

/** What the model is told of one call. */
async function tell(name: string, input: object): Promise<string> {
  const { said } = await results([{ name, input }]);
  return said[0]?.text ?? '';
}

it.each<[string, object, RegExp]>([
  ['Read', { file_path: 'a.txt' }, /one[^]*two/],
  ['Read', { file_path: 'a.txt', offset: 3 }, /^3\tthree\n\s*4\ttwo$/],
  ['Read', { file_path: 'a.txt', limit: 1 }, /^1\tone(?![^]*three)/],
  ['Glob', { pattern: '*.ts' }, /^src\/b\.ts$/],
  ['Glob', { pattern: '*', path: 'src' }, /^(?![^]*a\.txt)[^]*b\.ts/],
  ['Grep', { pattern: '^two$' }, /^(?=[^]*a\.txt)(?=[^]*src\/b\.ts)(?![^]*Two)/],
  ['Grep', { pattern: '^two$', path: 'src' }, /^(?![^]*a\.txt)[^]*b\.ts/],
  ['Grep', { pattern: '^two$', glob: '*.md' }, /^(?![^]*b\.ts)[^]*c\.md/],
  ['Grep', { pattern: '^two$', path: 'a.txt', ignoreCase: true }, /Two/],
  ['Grep', { pattern: '^Two$', context: 1 }, /one[^]*Two[^]*three/],
  ['Grep', { pattern: 'two', output_mode: 'files' }, /^(?![^]*:)[^]*a\.txt[^]*src\/b\.ts/],
  ['Grep', { pattern: 'two', output_mode: 'counts' }, /a\.txt: ?1/],
  ['Bash', { command: 'pwd', cwd: 'src' }, /\/src$/m],
  ['Bash', { command: 'echo out; echo err >&2; exit 3' }, /out[^]*err[^]*3|3[^]*out[^]*err/],
  ['Bash', { command: 'echo begun; sleep 1000', timeout: 3 }, /begun/],
])('%s with %j', async (name, input, expected) => {
  expect((await tell(name, input)).trim()).toMatch(expected);
});

it('Edit replaces what is there once, and with replace_all wherever it is', async () => {
  const edit = (more: object) => ({
    name: 'Edit',
    input: { file_path: 'd.txt', old_string: 'x', new_string: 'y', ...more },
  });
  const read = { name: 'Read', input: { file_path: 'd.txt' } };
  const { said, dir } = await results([read, edit({}), edit({ replace_all: true })], { 'd.txt': 'x x\n' });
  expect(said.map(({ failed }) => failed)).toEqual([false, true, false]);
  expect(await readFile(join(dir, 'd.txt'), 'utf8')).toBe('y y\n');
});

it('Edit is told what is wrong with the names that it has for parameters', async () => {
  const read = { name: 'Read', input: { file_path: 'd.txt' } };
  const edit = (old_string: unknown) => ({
    name: 'Edit',
    input: { file_path: 'd.txt', old_string, new_string: 'y' },
  });
  const { said } = await results([read, edit('x'), edit(1)], { 'd.txt': 'x x\n' });
  expect(said.slice(1)).toEqual([
    { failed: true, text: expect.stringMatching(/or use replace_all\./) },
    { failed: true, text: expect.stringMatching(/: old_string must be .*\nEdit takes file_path, old_string, /) },
  ]);
  expect(JSON.stringify(said)).not.toContain('--');
});

it('Bash gives programs no input to wait for, and says that they failed', async () => {
  const { said } = await results([
    { name: 'Bash', input: { command: 'cat; read x || echo nothing' } },
    { name: 'Bash', input: { command: 'false' } },
  ]);
  expect(said).toEqual([
    { failed: false, text: expect.stringContaining('nothing') },
    { failed: true, text: expect.any(String) },
  ]);
});

it('Bash tells of one place where all of a long output is, and all of it is there', async () => {
  const { said } = await results([{ name: 'Bash', input: { command: 'seq 1 20000' } }]);
  const files = new Set([...(said[0]?.text ?? '').matchAll(/\/\S+\/spill\/[\w-]+\.txt/g)].map(([file]) => file));
  expect(files.size).toBe(1);
  expect(await readFile([...files].join(), 'utf8')).toMatch(/^1\n2\n[^]*\n10000\n[^]*\n20000\n$/);
});

it('Glob gives 1,000 entries at most, and says how many more there are', async () => {
  const files = Object.fromEntries(Array.from({ length: 1_100 }, (_, index) => [`many/${index}.txt`, '']));
  const { said } = await results([{ name: 'Glob', input: { pattern: '*.txt' } }], files);
  const lines = said[0]?.text.split('\n') ?? [];
  expect(lines.filter((line) => line.startsWith('many/'))).toHaveLength(1_000);
  expect(lines.at(-1)).toMatch(/1,?100|100 more/);
});

it.each<[string, object]>([
  ['Read', { file: 'a.txt' }],
  ['Write', { file_path: 'x', text: 'y' }],
  ['Bash', { cmd: 'ls' }],
  ['Grep', { expression: 'x' }],
])('%s does not guess what %j means, and says what it takes', async (name, input) => {
  const { said } = await results([{ name, input }]);
  expect(said[0]).toEqual({ failed: true, text: expect.stringMatching(/file_path|content|command|pattern/) });
});
