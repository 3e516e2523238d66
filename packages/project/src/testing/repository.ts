import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Command, inWords, Registry } from '@helve/command';
import type { FlatCaller } from '@helve/policy/testing';
import * as v from 'valibot';
import { expect } from 'vitest';
import { GIT_ENV } from '@helve/processes/testing';
import { gitModule } from '../git/module.ts';
import { openProject, type Project } from './project.ts';

export interface RepositoryProject extends Project {
  /** What a command shows to a model, to a person and in short. */
  views(path: string, input?: object): Promise<Views>;
  /** Runs git itself, to arrange and to look; gives its stdout. */
  git(...args: readonly string[]): string;
  /** A folder beside the project. */
  beside(name: string): string;
}

export interface Views {
  readonly model: string;
  readonly person: string;
  readonly brief: string;
}

/** A project that is a repository on `main`, with these files in its first commit if there are any. Every result must fit its schema. */
export async function openGitProject(
  files: Readonly<Record<string, string | Uint8Array>> = {},
  caller: FlatCaller = {},
): Promise<RepositoryProject> {
  const project = await openProject([gitModule], files, { env: GIT_ENV, ...caller });
  const registry = new Registry([gitModule]);
  const run = async (path: string, input?: object) => {
    const outcome = await project.run(path, input);
    // Parsing leaves out what the schema does not name, so the two differ then.
    expect(v.parse((await registry.get(path)).output, outcome.data)).toEqual(outcome.data);
    return outcome;
  };
  const views = async (path: string, input?: object) => {
    const { render } = await registry.get(path);
    const { data, input: understood } = await run(path, input);
    return rendered(render, data, understood);
  };
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { cwd: project.dir, env: GIT_ENV, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  git('init', '-q', '-b', 'main');
  if (Object.keys(files).length > 0) {
    git('add', '-A');
    git('commit', '-q', '-m', 'first');
  }
  return {
    ...project,
    run,
    data: async <Data>(path: string, input?: object) => (await run(path, input)).data as Data,
    views,
    git,
    beside: (name) => join(dirname(project.dir), name),
  };
}

function rendered(render: Command['render'], data: unknown, input: object): Views {
  const show = (kind: keyof Views) => {
    const text = render?.[kind]?.(data, input, {}, inWords);
    if (typeof text !== 'string') throw new Error(`There is no ${kind} view`);
    return text;
  };
  return { model: show('model'), person: show('person'), brief: show('brief') };
}

/** Gives the project a bare `origin` that has its main branch, and a second clone of that in `other`. */
export function withOrigin(project: RepositoryProject): { readonly origin: string; readonly other: string } {
  const origin = project.beside('origin.git');
  const other = project.beside('other');
  mkdirSync(origin);
  project.git('init', '-q', '--bare', '-b', 'main', origin);
  project.git('remote', 'add', 'origin', origin);
  project.git('push', '-q', '-u', 'origin', 'main');
  project.git('clone', '-q', origin, other);
  return { origin, other };
}

/** A repository whose origin has got another commit since. */
export async function openBehind(): Promise<RepositoryProject & { readonly origin: string; readonly other: string }> {
  const project = await openGitProject({ 'a.txt': '1\n' });
  const remotes = withOrigin(project);
  project.git('-C', remotes.other, 'commit', '-q', '--allow-empty', '-m', 'theirs');
  project.git('-C', remotes.other, 'push', '-q');
  return { ...project, ...remotes };
}
