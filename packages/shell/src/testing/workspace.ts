import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { CommandError, type ErrorReport, Registry, runCommand } from '@helve/command';
import type { Outcome } from '@helve/command/host';
import { type FlatCaller, sampleCaller } from '@helve/policy/testing';
import * as v from 'valibot';
import { expect, onTestFinished } from 'vitest';
import { terminalModule } from '../terminal/module.ts';

/** A folder and a home of its own for one test, and the terminal commands to use in it. */
export interface Workspace {
  readonly dir: string;
  readonly home: string;
  /** Runs a command; its result must fit its schema. */
  readonly run: (path: string, input?: object, caller?: FlatCaller) => Promise<Outcome>;
  readonly data: <Data = unknown>(path: string, input?: object) => Promise<Data>;
  readonly error: (path: string, input?: object, caller?: FlatCaller) => Promise<ErrorReport>;
}

/** Makes a folder with these files. It is gone after the test. */
export async function openWorkspace(
  files: Readonly<Record<string, string>> = {},
  env: Readonly<Record<string, string>> = {},
): Promise<Workspace> {
  const base = await mkdtemp(join(tmpdir(), 'helve-shell-'));
  const dir = join(base, 'work');
  const home = join(base, 'home');
  await mkdir(dir);
  onTestFinished(async () => {
    await rm(base, { recursive: true, force: true, maxRetries: 5 });
  });
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(dir, name)), { recursive: true });
    await writeFile(join(dir, name), content);
  }
  const registry = new Registry([terminalModule]);
  const caller = {
    cwd: dir,
    env: { PATH: process.env.PATH, HOME: base, SHELL: '/bin/bash', LANG: 'C.UTF-8', ...env },
    home,
  };
  const run = async (path: string, input: object = {}, more: FlatCaller = {}) => {
    const command = await registry.get(path);
    const outcome = await runCommand(command, input, sampleCaller({ ...caller, ...more }));
    expect(v.parse(command.output, outcome.data)).toEqual(outcome.data);
    return outcome;
  };
  return {
    dir,
    home,
    run,
    data: async <Data>(path: string, input?: object) => (await run(path, input)).data as Data,
    error: (path, input, more) => errorOf(path, run(path, input, more)),
  };
}

/** The error that a command is expected to fail with. */
export async function errorOf(path: string, outcome: Promise<unknown>): Promise<ErrorReport> {
  try {
    await outcome;
  } catch (error) {
    if (error instanceof CommandError) return error.report();
    throw error;
  }
  throw new Error(`${path} was expected to fail and did not`);
}

/** The command lines of all processes that hold this text, which a test puts into those that it starts. */
export function processesWith(text: string): readonly string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((name) => {
      try {
        const alive = !/\) [ZX] /.test(readFileSync(`/proc/${name}/stat`, 'utf8'));
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return alive && command.includes(text) ? [command] : [];
      } catch {
        return [];
      }
    });
}

/** Waits until the condition holds; the test's own timeout is the limit. */
export async function waitFor(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** A file's text once it has some. */
export async function textOf(path: string): Promise<string> {
  let text = '';
  await waitFor(async () => {
    text = await readFile(path, 'utf8').catch(() => '');
    return text !== '';
  });
  return text;
}
