import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

/** Runs one of the checks on a copy of the configuration with these sources. */
function check(command: readonly string[], files: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'helve-check-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of ['.oxlintrc.json', 'tsconfig.json', 'biome.json', 'package.json', '.gitignore'])
    cpSync(name, join(folder, name));
  for (const name of ['command', 'project']) {
    mkdirSync(join(folder, 'packages', name), { recursive: true });
    cpSync(`packages/${name}/package.json`, join(folder, 'packages', name, 'package.json'));
  }
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  spawnSync('git', ['init', '-q'], { cwd: folder });
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  const [program = '', ...args] = command;
  const { status, stdout, stderr } = spawnSync(resolve('node_modules/.bin', program), args, {
    cwd: folder,
    encoding: 'utf8',
  });
  return { passed: status === 0, output: stdout + stderr };
}

const LINT = ['oxlint', '--type-aware', '--deny-warnings'];

it('passes what is fine', () => {
  const files = {
    'packages/project/src/a.ts':
      "import { CommandError } from '@helve/command';\n\nexport const made = new CommandError('INTERNAL', 'x');\n",
  };
  expect(check(LINT, files)).toMatchObject({ passed: true });
  expect(check(['biome', 'format', '.'], files)).toMatchObject({ passed: true });
});

it.each<[string, readonly string[], Record<string, string>, RegExp]>([
  [
    'a package that imports what it may not',
    LINT,
    { 'packages/command/src/a.ts': "import { fsModule } from '@helve/project';\nexport const a = fsModule;\n" },
    /command imports nothing of ours/,
  ],
  [
    'a lower package that imports a higher one',
    LINT,
    { 'packages/policy/src/a.ts': "import { runLine } from '@helve/doors';\nexport const a = runLine;\n" },
    /policy imports only command/,
  ],
  [
    'a part of a package that it may not import',
    LINT,
    { 'packages/network/src/a.ts': "import { a } from '@helve/policy/testing';\nexport const b = a;\n" },
    /network imports only command/,
  ],
  [
    'a path into another package',
    LINT,
    {
      'packages/project/src/a.ts': "import { a } from '../../../packages/helve/src/a.ts';\nexport const b = a;\n",
      'packages/helve/src/a.ts': 'export const a = 1;\n',
    },
    /project imports only the core/,
  ],
  [
    'an import cycle',
    LINT,
    {
      'packages/command/src/a.ts': "import { b } from './b.ts';\nexport const a = () => b;\n",
      'packages/command/src/b.ts': "import { a } from './a.ts';\nexport const b = () => a;\n",
    },
    /no-cycle/,
  ],
  [
    'a promise that nobody waits for',
    LINT,
    { 'packages/command/src/a.ts': 'export async function a() {}\nexport function b() {\n  a();\n}\n' },
    /no-floating-promises/,
  ],
  ['an any', LINT, { 'packages/command/src/a.ts': 'export const a = (b: any) => b;\n' }, /no-explicit-any/],
  ['a type error', ['tsc', '-p', '.'], { 'packages/command/src/a.ts': "export const a: number = 'x';\n" }, /TS2322/],
  ['another format', ['biome', 'format', '.'], { 'packages/command/src/a.ts': 'export const a   =  1\n' }, /format/i],
])('fails for %s', (_, command, files, says) => {
  expect(check(command, files)).toMatchObject({ passed: false, output: expect.stringMatching(says) });
});
