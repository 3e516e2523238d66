import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type LineResult, runLine } from '@helve/registry';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { createCaller } from '../packages/helve/src/caller.ts';
import { createRegistry } from '../packages/helve/src/modules.ts';
import { openSandbox, type Sandbox } from './kit/helve.ts';

const registry = createRegistry();
const commands = await registry.commands();

/** One line for each command, in a repository with a few files, one commit and a remote beside it. */
const LINES: Readonly<Record<string, string>> = {
  'fs read': 'helve fs read --path src/a.ts --line-numbers',
  'fs read-many': `helve fs read-many --paths '["src/a.ts","gone.txt"]'`,
  'fs list': 'helve fs list --recursive',
  'fs find': `helve fs find --query '*.ts'`,
  'fs grep': 'helve fs grep --query alpha --context 1',
  'fs search': `helve fs search --path . --regex alpha --pattern '*.ts'`,
  'fs code-defs': 'helve fs code-defs --path src',
  'fs stat': 'helve fs stat --path src/a.ts',
  'fs hash': 'helve fs hash --path src/a.ts',
  'fs write': `helve fs write --path new/deep.txt --content $'two\\nlines\\n'`,
  'fs edit': `helve fs edit --path src/a.ts --old-text alpha --new-text beta`,
  'fs patch': 'helve fs patch --patch @change.diff',
  'fs move': 'helve fs move --from notes.txt --to moved.txt',
  'fs copy': 'helve fs copy --from src --to copied',
  'fs mkdir': 'helve fs mkdir --path made/here',
  'fs create-file': 'helve fs create-file --name c.txt --source hi --path src',
  'fs create-folder': 'helve fs create-folder --name folder --path src',
  'fs update': 'helve fs update --name a.ts --path src --content x',
  'fs delete': 'helve fs delete --path notes.txt --permanent',
  'fs delete-file': 'helve fs delete-file --name notes.txt --path .',
  'fs delete-folder': 'helve fs delete-folder --name src --path .',
  'git init': 'helve git init --path another',
  'git clone': 'helve git clone --url ../origin.git --path cloned',
  'git status': 'helve git status',
  'git diff': 'helve git diff',
  'git log': 'helve git log',
  'git show': 'helve git show',
  'git blame': 'helve git blame --path src/a.ts',
  'git add': 'helve git add',
  'git restore': `helve git restore --paths '["src/a.ts"]'`,
  'git commit': 'helve git commit --message "docs: a message" --all',
  'git stash': 'helve git stash',
  'git branch': 'helve git branch --branch topic',
  'git checkout': 'helve git checkout --branch other --create',
  'git merge': 'helve git merge --branch ahead',
  'git tag': 'helve git tag --tag v1',
  'git worktree': 'helve git worktree',
  'git remote': 'helve git remote',
  'git fetch': 'helve git fetch',
  'git pull': 'helve git pull',
  'git push': 'helve git push --dry-run',
};

const SETUP = `set -e
git init -q -b main . && git add src notes.txt .gitignore && git commit -qm first
git branch ahead && git clone -q --bare . ../origin.git && git remote add origin ../origin.git && git fetch -q
git branch -q -u origin/main
echo 'export const late = 1;' >> src/a.ts`;

async function openRepository(): Promise<Sandbox> {
  const sandbox = await openSandbox({
    'src/a.ts': 'export const alpha = 1;\n',
    'notes.txt': 'alpha\n',
    '.gitignore': 'change.diff\n',
    'change.diff': '--- a/notes.txt\n+++ b/notes.txt\n@@ -1 +1 @@\n-alpha\n+beta\n',
  });
  // Fixed people and times make commits the same wherever they are made.
  Object.assign(sandbox.env, {
    GIT_AUTHOR_NAME: 'A',
    GIT_AUTHOR_EMAIL: 'a@example.com',
    GIT_COMMITTER_NAME: 'A',
    GIT_COMMITTER_EMAIL: 'a@example.com',
    GIT_AUTHOR_DATE: '2026-01-01T00:00:00Z',
    GIT_COMMITTER_DATE: '2026-01-01T00:00:00Z',
    GIT_CONFIG_GLOBAL: join(sandbox.home, 'gitconfig'),
  });
  await writeFile(join(sandbox.home, 'gitconfig'), '[protocol "file"]\n\tallow = always\n');
  expect(await sandbox.run('bash', ['-c', SETUP])).toMatchObject({ code: 0 });
  return sandbox;
}

interface Given {
  readonly ok: boolean;
  readonly data?: unknown;
  readonly error?: unknown;
  readonly warnings: readonly string[];
}

/** The doors there are: each runs a line in a sandbox and gives the answer in one form. */
const DOORS: Readonly<Record<string, (sandbox: Sandbox, line: string) => Promise<Given>>> = {
  line: async ({ dir, env }, line) => {
    const caller = await createCaller(registry, {
      cwd: dir,
      env,
      defaultMode: 'bypassPermissions',
      defaultModeSource: 'the test',
    });
    return fromLine(await runLine(registry, line, caller));
  },
  terminal: async ({ run }, line) => {
    const { stdout } = await run('bash', ['-c', line]);
    return { warnings: [], ...JSON.parse(stdout) };
  },
  batch: async ({ helve }, line) => ({ warnings: [], ...JSON.parse((await helve(['batch'], line)).stdout) }),
};

function fromLine({ data, error, warnings = [] }: LineResult): Given {
  if (!error) return { ok: true, data, warnings };
  const { type: _, ...report } = error;
  return { ok: false, error: report, warnings };
}

/** What differs from one sandbox, moment or run to the next. */
function withoutChance(given: Given, { dir }: Sandbox): unknown {
  const text = JSON.stringify(given)
    .replaceAll(join(dir, '..'), '<base>')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d[:-]\d\d[:-]\d\d[.-]\d{3}Z(?:-\w+)?/g, '<time>');
  return JSON.parse(text);
}

it('has a line for every command', () => {
  expect(Object.keys(LINES).sort()).toEqual(commands.map(({ path }) => path).sort());
});

describe('every door gives the same answer', () => {
  it.each(Object.entries(LINES))('%s', async (path, line) => {
    const answers: Record<string, unknown> = {};
    for (const [name, run] of Object.entries(DOORS)) {
      const sandbox = await openRepository();
      const given = await run(sandbox, line);
      const { output } = await registry.get(path);
      if (given.ok)
        v.assert(v.strictObject((output as v.ObjectSchema<v.ObjectEntries, undefined>).entries ?? {}), given.data);
      answers[name] = withoutChance(given, sandbox);
    }
    expect(answers.line).toMatchObject({ ok: true });
    expect(answers.terminal).toEqual(answers.line);
    expect(answers.batch).toEqual(answers.line);
  });

  it.each([
    'helve fs read --path gone.txt',
    'helve fs read --pth x',
    'helve fs raed',
    'helve nope',
    'helve fs edit --path notes.txt --old-text nothing --new-text x',
    'helve git checkout --branch gone',
  ])('also when it is an error: %s', async (line) => {
    const answers: unknown[] = [];
    for (const run of Object.values(DOORS)) {
      const sandbox = await openRepository();
      answers.push(withoutChance(await run(sandbox, line), sandbox));
    }
    expect(answers[0]).toMatchObject({ ok: false });
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });
});
