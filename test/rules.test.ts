import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { asked } from './kit/asked.ts';
import { openAssistant } from './kit/assistant.ts';

const AGENTS = [
  '# Rules',
  '',
  '- Use pnpm, not npm.',
  '- Do not edit `dist/`.',
  '- Run `sh lint.sh` before you finish.',
  '- Keep functions short.',
  '',
].join('\n');
const FILES = { 'AGENTS.md': AGENTS, 'lint.sh': '! grep -q TODO a.txt\n', 'a.txt': 'one\n', 'dist/out.js': 'built\n' };
const FREE = ['--permission-mode', 'bypassPermissions'];

const bash = (command: string) => ({ calls: [{ name: 'Bash', input: { command } }] });
const write = (file: string, content: string) => ({ calls: [{ name: 'Write', input: { file_path: file, content } }] });
const done = { text: 'Done.' };

interface Violation {
  readonly rule: string;
  readonly file: string;
  readonly line: number;
  readonly text: string;
  readonly what: string;
}

async function openProject(script: Parameters<typeof openAssistant>[0], confirm = ['rules', 'confirm', '--all']) {
  const sandbox = await openAssistant(script, FILES);
  await sandbox.helve(confirm);
  const data = async (...args: readonly string[]) => JSON.parse((await sandbox.helve(args)).stdout).data;
  const states = async () =>
    (await data('rules', 'list')).rules.map(({ name, state }: { name: string; state: string }) => `${name}: ${state}`);
  const violations = async () => {
    const { result } = await sandbox.askJson('Go', FREE);
    return (result.rule_violations ?? []) as readonly Violation[];
  };
  return { ...sandbox, data, states, violations };
}

describe('helve rules', () => {
  it('recognises lines by their form, and enforces them once they are confirmed', async () => {
    const { states, helve, data } = await openProject([], ['rules', 'list']);
    expect(await states()).toEqual(['no-npm: proposed', 'keep-dist: proposed', 'run-sh-lint-sh: proposed']);
    await helve(['rules', 'confirm', '--names', '["no-npm"]']);
    expect(await states()).toEqual(['no-npm: confirmed', 'keep-dist: proposed', 'run-sh-lint-sh: proposed']);
    expect((await data('rules', 'list')).rules[0]).toEqual({
      name: 'no-npm',
      state: 'confirmed',
      file: 'AGENTS.md',
      line: 3,
      text: 'Use pnpm, not npm.',
      enforce: { deny: ['Bash(npm)', 'Bash(npm *)'] },
    });
    await helve(['rules', 'remove', '--name', 'no-npm']);
    expect((await states())[0]).toBe('no-npm: proposed');
  });

  it('loses the confirmation of a line that changes', async () => {
    const { states, dir, ask, server } = await openProject([done]);
    await writeFile(join(dir, 'AGENTS.md'), AGENTS.replace('pnpm, not npm', 'pnpm, never npm'));
    expect(await states()).toEqual([
      'no-npm: changed',
      'keep-dist: confirmed',
      'run-sh-lint-sh: confirmed',
      'no-npm-2: proposed',
    ]);
    const { stderr } = await ask('Go');
    expect(stderr).toContain('The rule no-npm is not enforced: its line in AGENTS.md was changed or removed.');
    expect(server.requests).toHaveLength(1);
  });

  it('takes a check of the user for a line that it does not recognise', async () => {
    const { helve, data } = await openProject([], ['rules', 'list']);
    const line = ['rules', 'add', '--path', 'AGENTS.md', '--name', 'short', '--line'];
    expect((await helve([...line, '1', '--run', 'false'])).stdout).toContain('has no instruction in line 1');
    expect((await helve([...line, '6'])).stdout).toContain('Give one of');
    await helve([...line, '6', '--run', 'echo too long; exit 4']);
    expect((await helve([...line, '6', '--run', 'true'])).stdout).toContain('There is a rule short already');
    const { code } = await helve(['rules', 'check']);
    expect([code, (await data('rules', 'check')).checks]).toEqual([
      1,
      [
        {
          rule: 'short',
          origin: 'AGENTS.md:6',
          text: 'Keep functions short.',
          command: 'echo too long; exit 4',
          passed: false,
          exitCode: 4,
          output: 'too long',
        },
      ],
    ]);
  });

  it('is not confirmed, changed or removed by a model', async () => {
    const { askJson, states, home } = await openProject(
      [bash('helve rules confirm --all'), bash('helve rules remove --name no-npm'), done],
      ['rules', 'confirm', '--names', '["no-npm"]'],
    );
    const { result } = await askJson('Go', FREE);
    expect(result.permission_denials).toHaveLength(2);
    expect(await states()).toEqual(['no-npm: confirmed', 'keep-dist: proposed', 'run-sh-lint-sh: proposed']);
    expect(JSON.parse(await readFile(join(home, 'rules.json'), 'utf8'))).toBeDefined();
  });
});

describe('a turn', () => {
  it('cannot do what a confirmed line denies, and reports the line', async () => {
    const { violations, dir, server } = await openProject([
      bash('cd . && npm --version'),
      write('dist/out.js', 'changed\n'),
      bash('echo changed > dist/out.js'),
      done,
    ]);
    expect(await violations()).toMatchObject([
      {
        rule: 'no-npm',
        file: 'AGENTS.md',
        line: 3,
        text: 'Use pnpm, not npm.',
        what: 'prevented Bash cd . && npm --version',
      },
      { rule: 'keep-dist', line: 4, what: 'prevented Write dist/out.js' },
      { rule: 'keep-dist', line: 4 },
    ]);
    expect(await readFile(join(dir, 'dist/out.js'), 'utf8')).toBe('built\n');
    expect((await asked(server, 1)).text).toContain('instruction of the project (AGENTS.md:3): Use pnpm, not npm.');
  });

  it('runs the command of a line at its end, and shows the model once that it fails', async () => {
    const { violations, server } = await openProject([write('a.txt', 'TODO\n'), done, { text: 'Cannot.' }]);
    expect(await violations()).toEqual([
      {
        rule: 'run-sh-lint-sh',
        file: 'AGENTS.md',
        line: 5,
        text: 'Run `sh lint.sh` before you finish.',
        what: 'sh lint.sh failed with exit code 1',
        summary: expect.stringContaining('Rule run-sh-lint-sh: sh lint.sh failed with exit code 1 (AGENTS.md:5'),
      },
    ]);
    expect((await asked(server, 2)).text).toContain('The check sh lint.sh ran after your last change and failed');
  });

  it('reports nothing where all instructions were kept', async () => {
    const { violations } = await openProject([write('a.txt', 'two\n'), done]);
    expect(await violations()).toEqual([]);
  });

  it('reports that it changed a confirmed line', async () => {
    const edit = write('AGENTS.md', AGENTS.replace('- Use pnpm, not npm.\n', ''));
    const { violations } = await openProject([
      { calls: [{ name: 'Read', input: { file_path: 'AGENTS.md' } }] },
      edit,
      done,
    ]);
    expect(await violations()).toMatchObject([{ rule: 'no-npm', line: 3, what: 'the line was changed or removed' }]);
  });

  it('asks the hook of a line about each call', async () => {
    const hook = `! grep -q '"command":"date"' || { echo no dates >&2; exit 2; }`;
    const add = ['rules', 'add', '--path', 'AGENTS.md', '--line', '6', '--name', 'dates', '--hook', hook];
    const { violations } = await openProject([bash('date'), bash('true'), done], add);
    expect(await violations()).toMatchObject([{ rule: 'dates', line: 6, what: 'prevented Bash date' }]);
  });
});
