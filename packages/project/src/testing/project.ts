import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { CommandError, type ErrorReport, type Module, Registry, runCommand } from '@helve/command';
import type { Outcome } from '@helve/command/host';
import { type FlatCaller, sampleCaller } from '@helve/policy/testing';
import { onTestFinished } from 'vitest';

/** A folder of its own for one test, and the commands to use in it. */
export interface Project {
  /** The project's folder; `home` (HELVE_HOME) stands beside it. */
  readonly dir: string;
  readonly home: string;
  /** Runs a command with the project as working directory; fails the test if the command fails. */
  run(path: string, input?: object): Promise<Outcome>;
  /** Just the data of a command that succeeds. */
  data<Data = unknown>(path: string, input?: object): Promise<Data>;
  /** The error of a command that must fail. */
  error(path: string, input?: object): Promise<ErrorReport>;
}

/** Makes a project with these files, gone again after the test. */
export async function openProject(
  modules: readonly Module[],
  files: Readonly<Record<string, string | Uint8Array>> = {},
  caller: FlatCaller = {},
): Promise<Project> {
  const base = await mkdtemp(join(tmpdir(), 'helve-test-'));
  onTestFinished(() => rm(base, { recursive: true, force: true, maxRetries: 5 }));
  const dir = join(base, 'project');
  const home = join(base, 'home');
  await mkdir(dir);
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(dir, name)), { recursive: true });
    await writeFile(join(dir, name), content);
  }
  const registry = new Registry(modules);
  const env = { PATH: process.env.PATH, HOME: join(base, 'user') };
  const run = async (path: string, input: object = {}) =>
    runCommand(await registry.get(path), input, sampleCaller({ cwd: dir, env, home, ...caller }));
  return {
    dir,
    home,
    run,
    data: async <Data>(path: string, input?: object) => (await run(path, input)).data as Data,
    error: async (path, input) => {
      try {
        await run(path, input);
      } catch (error) {
        if (error instanceof CommandError) return error.report();
        throw error;
      }
      throw new Error(`${path} was expected to fail and did not`);
    },
  };
}

/** Files with the same word, some of them hidden or ignored. */
export const NEEDLES = {
  '.gitignore': 'build/\n*.log\n',
  '.hidden.ts': 'needle',
  'a.log': 'needle',
  'build/out.ts': 'needle',
  'src/.gitignore': 'local.ts\n',
  'src/local.ts': 'needle',
  'src/b.ts': 'one\nü needle\r\n',
  'src/new\nline.ts': 'needle\nneedle\n',
  'secret/key.ts': 'needle',
};
