import { chmod, chown, mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempHome } from '../testing/temp-home.ts';
import { importsIn } from './instruction-file.ts';
import { Instructions } from './instructions.ts';
import { addNote } from './note.ts';
import { projectFacts } from './project-facts.ts';

/** A user with a project in a repository, and these files. */
async function place(files: Readonly<Record<string, string>>) {
  const top = await tempHome();
  for (const [name, text] of Object.entries({ 'repo/.git/HEAD': '', 'repo/src/app/x.ts': '', ...files })) {
    await mkdir(dirname(join(top, name)), { recursive: true });
    await writeFile(join(top, name), text);
  }
  const open = (cwd = 'repo', permits?: (path: string) => boolean) =>
    new Instructions({
      cwd: join(top, cwd),
      home: join(top, 'state'),
      userHome: join(top, 'user'),
      ...(permits ? { permits } : {}),
    });
  const told = (found: ReturnType<Instructions['initial']>) =>
    found.map(({ path, text }) => `${path.replace(`${top}/`, '')}: ${text}`);
  return { top, open, initial: (cwd?: string) => told(open(cwd).initial()), told };
}

describe('instructions', () => {
  it('come from the user and from the root down to the working directory, the nearest last', async () => {
    const { initial } = await place({
      'state/AGENTS.md': 'user',
      'user/.claude/CLAUDE.md': 'claude',
      'AGENTS.md': 'above',
      'repo/AGENTS.md': 'root',
      'repo/CLAUDE.md': 'root too',
      'repo/src/AGENTS.md': 'src',
      'repo/src/app/AGENTS.md': 'below',
    });
    expect(initial('repo/src')).toEqual([
      'state/AGENTS.md: user',
      'user/.claude/CLAUDE.md: claude',
      'AGENTS.md: above',
      'repo/AGENTS.md: root',
      'repo/CLAUDE.md: root too',
      'repo/src/AGENTS.md: src',
    ]);
  });

  it('are told once, though they stand under two names', async () => {
    const { initial, top } = await place({
      'repo/AGENTS.md': 'same',
      'repo/src/AGENTS.md': 'x',
      'repo/src/CLAUDE.md': 'x',
    });
    await symlink('AGENTS.md', join(top, 'repo/CLAUDE.md'));
    expect(initial('repo/src')).toEqual(['repo/AGENTS.md: same', 'repo/src/AGENTS.md: x']);
  });

  it('import others, each once, and circles end', async () => {
    const { initial } = await place({
      'repo/CLAUDE.md':
        '@AGENTS.md\nSee @docs/style.md, and `@docs/code.md`.\n```\n@docs/fence.md\n```\nuses @types/node',
      'repo/AGENTS.md': 'agents',
      'repo/docs/style.md': 'style @../CLAUDE.md @more.md',
      'repo/docs/more.md': 'more',
      'repo/docs/code.md': 'code',
      'repo/docs/fence.md': 'fence',
    });
    expect(initial().map((file) => file.split(':')[0])).toEqual([
      'repo/AGENTS.md',
      'repo/CLAUDE.md',
      'repo/docs/style.md',
      'repo/docs/more.md',
    ]);
  });

  it('import no further than five files deep', async () => {
    const chain = Object.fromEntries(
      Array.from({ length: 9 }, (_, index) => [`repo/${index}.md`, `${index} @${index + 1}.md`]),
    );
    const { initial } = await place({ 'repo/AGENTS.md': '@0.md', ...chain });
    expect(initial()).toHaveLength(6);
  });

  it('of a project lead to nothing outside of it, neither by imports nor by links; those of the user may', async () => {
    const { initial, top } = await place({
      'user/secret': 'SECRET',
      'repo/AGENTS.md': '@~/secret @../user/secret @link',
      'state/AGENTS.md': 'mine @~/notes.md',
      'user/notes.md': 'notes',
    });
    await symlink(join(top, 'user/secret'), join(top, 'repo/link'));
    await symlink(join(top, 'user/secret'), join(top, 'repo/CLAUDE.md'));
    expect(initial()).toEqual([
      'state/AGENTS.md: mine @~/notes.md',
      'user/notes.md: notes',
      'repo/AGENTS.md: @~/secret @../user/secret @link',
    ]);
  });

  it('are not read where rules forbid it, nor when another user put them there', async () => {
    const { open, told, top } = await place({
      'AGENTS.md': 'planted',
      'repo/AGENTS.md': 'root',
      'repo/CLAUDE.md': 'no',
    });
    await chown(join(top, 'AGENTS.md'), 12345, 12345);
    expect(told(open('repo', (path) => !path.endsWith('CLAUDE.md')).initial())).toEqual(['repo/AGENTS.md: root']);
  });

  it('are cut where they are too long', async () => {
    const { initial } = await place({ 'repo/AGENTS.md': 'x'.repeat(100_000) });
    const [file = ''] = initial();
    expect(file.length).toBeLessThan(66_000);
    expect(file).toContain('[… cut here: 34464 bytes more are in the file]');
  });

  it('of folders below are found on the way to a path, without those that were told', async () => {
    const { open, told, top } = await place({
      'repo/AGENTS.md': 'root',
      'repo/src/AGENTS.md': 'src',
      'repo/src/app/CLAUDE.md': 'app',
      'outside/AGENTS.md': 'outside',
    });
    const instructions = open();
    const path = join(top, 'repo/src/app/x.ts');
    expect(told(instructions.onTheWayTo(path, new Set()))).toEqual([
      'repo/src/AGENTS.md: src',
      'repo/src/app/CLAUDE.md: app',
    ]);
    const before = new Set([join(top, 'repo/src/AGENTS.md')]);
    expect(told(instructions.onTheWayTo(path, before))).toEqual(['repo/src/app/CLAUDE.md: app']);
    expect(instructions.onTheWayTo(join(top, 'outside/x'), new Set())).toEqual([]);
  });
});

describe('imports', () => {
  it.each([
    ['See @a.md.', ['a.md']],
    ['(@a.md) mail me@example.com @./b/c.md, @~/d', ['./b/c.md', '~/d']],
    ['`@a` ```@b```', []],
  ])('in %j are %j', (text, found) => {
    expect(importsIn(text)).toEqual(found);
  });
});

describe('the facts of a project', () => {
  it('are its languages, its package manager and its scripts', async () => {
    const { top } = await place({
      'repo/package.json': JSON.stringify({ scripts: { build: 'x', test: 'y' } }),
      'repo/tsconfig.json': '{}',
      'repo/pnpm-lock.yaml': '',
      'repo/src/go.mod': '',
    });
    expect(projectFacts(join(top, 'repo/src'), join(top, 'repo'))).toBe(
      'TypeScript, Go; package manager pnpm; scripts build, test',
    );
    expect(projectFacts(join(top, 'user'), join(top, 'user'))).toBeUndefined();
  });
});

describe('a note', () => {
  it('is added to the file of the project or of the user, and none is lost when many are added at once', async () => {
    const { top } = await place({ 'repo/AGENTS.md': '# Rules' });
    const where = { cwd: join(top, 'repo/src'), home: join(top, 'state') };
    await chmod(join(top, 'repo/AGENTS.md'), 0o640);
    await Promise.all(['one', 'two\n lines', 'three'].map((note) => addNote(note, 'project', where)));
    const text = await readFile(join(top, 'repo/AGENTS.md'), 'utf8');
    expect(text.startsWith('# Rules\n')).toBe(true);
    expect(text.split('\n').toSorted()).toEqual(['', '# Rules', '- one', '- three', '- two lines']);
    expect((await stat(join(top, 'repo/AGENTS.md'))).mode & 0o777).toBe(0o640);
    expect(await addNote('mine', 'user', where)).toBe(join(top, 'state/AGENTS.md'));
    expect(await readFile(join(top, 'state/AGENTS.md'), 'utf8')).toBe('- mine\n');
    await expect(addNote(' \n', 'user', where)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });
});
