import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Effect, Registry } from '@helve/command';
import { sampleRegistry } from '@helve/command/testing';
import { guardRules } from './confinement/guard-rules.ts';
import { guardedPaths } from './confinement/guarded.ts';
import { createPolicy } from './create.ts';
import type { Mode } from '@helve/command/line';
import type { Verdict } from './policy.ts';
import { parseRule } from './rule.ts';
import { findUselessRules } from './useless.ts';

interface Given {
  readonly mode?: Mode;
  readonly deny?: string[];
  readonly ask?: string[];
  readonly allow?: string[];
  readonly roots?: string[];
  readonly root?: string;
}

function rulesOf({ deny = [], ask = [], allow = [] }: Given) {
  const read = (verdict: Verdict) => (text: string) => parseRule(verdict, text, 'settings.json');
  return [...deny.map(read('deny')), ...ask.map(read('ask')), ...allow.map(read('allow'))];
}

function policyOf(given: Given) {
  const root = given.root ?? '/project';
  return createPolicy({
    mode: given.mode ?? 'default',
    modeSource: 'the test',
    rules: rulesOf(given),
    ...(given.roots ? { roots: given.roots } : {}),
    base: { root, home: '/users/me' },
    cwd: root,
  });
}

/** A call in short: `fs write w:/project/a r:/b`. */
async function judge(given: Given, call: string, effect: Effect = 'modify') {
  const words = call.split(' ');
  const touches = words.filter((word) => /^[rw]:/.test(word));
  const policy = await policyOf(given);
  const { verdict, rule } = policy.judge({
    command: words.filter((word) => !touches.includes(word)).join(' '),
    effect,
    touches: touches.map((touch) => ({
      access: touch.startsWith('r') ? 'read' : 'write',
      path: touch.slice(2),
    })),
  });
  return `${verdict} by ${rule}`;
}

describe('a mode decides by effect', () => {
  it.each<[Mode, string, string, string]>([
    ['plan', 'allow', 'deny', 'deny'],
    ['default', 'allow', 'ask', 'ask'],
    ['acceptEdits', 'allow', 'allow', 'ask'],
    ['bypassPermissions', 'allow', 'allow', 'allow'],
  ])('%s', async (mode, inspect, modify, execute) => {
    const verdicts = await Promise.all(
      (['inspect', 'modify', 'execute'] as const).map((effect) => judge({ mode }, 'fs write', effect)),
    );
    expect(verdicts).toEqual([inspect, modify, execute].map((verdict) => `${verdict} by mode ${mode}`));
  });

  it('acceptEdits is for files of the project, and rules may name others', async () => {
    const mode = 'acceptEdits';
    expect(await judge({ mode }, 'fs write w:/project/a')).toBe('allow by mode acceptEdits');
    expect(await judge({ mode }, 'fs copy r:/elsewhere/a w:/project/a')).toBe('allow by mode acceptEdits');
    expect(await judge({ mode }, 'fs move w:/project/a w:/elsewhere/a')).toBe('ask by mode acceptEdits');
    expect(await judge({ mode, allow: ['Edit(//elsewhere/**)'] }, 'fs write w:/elsewhere/a')).toMatch(/^allow by Edit/);
  });
});

describe('rules', () => {
  it.each<[string, Given, string, string]>([
    [
      'an allow rule covers a path below its pattern',
      { allow: ['fs write(src/**)'] },
      'fs write w:/project/src/a/b.ts',
      'allow by fs write(src/**)',
    ],
    ['and no other', { allow: ['fs write(src/**)'] }, 'fs write w:/project/lib/a.ts', 'ask by mode default'],
    [
      'nor one that leaves it',
      { allow: ['fs write(src/**)'] },
      'fs write w:/project/src-old/a.ts',
      'ask by mode default',
    ],
    ['a rule for a module covers its commands', { allow: ['git'] }, 'git commit', 'allow by git'],
    ['with a star too', { allow: ['git *'] }, 'git stash', 'allow by git *'],
    ['a command is not its prefix', { allow: ['fs read'] }, 'fs read-many w:/project/a', 'ask by mode default'],
    ['everything can be named', { deny: ['*'] }, 'git push', 'deny by *'],
    [
      'deny beats allow',
      { deny: ['fs write(*.env)'], allow: ['fs write'] },
      'fs write w:/project/a/.env',
      'deny by fs write(*.env)',
    ],
    ['ask beats allow', { ask: ['fs write'], allow: ['fs write'] }, 'fs write w:/project/a', 'ask by fs write'],
    ['deny holds in every mode', { mode: 'bypassPermissions', deny: ['git push'] }, 'git push', 'deny by git push'],
    [
      'ask is answered by the mode that asks nothing',
      { mode: 'bypassPermissions', ask: ['git push'] },
      'git push',
      'allow by mode bypassPermissions',
    ],
    [
      'allow does not lift plan mode',
      { mode: 'plan', allow: ['fs write'] },
      'fs write w:/project/a',
      'deny by mode plan',
    ],
    [
      'Read speaks of whatever reads a path',
      { deny: ['Read(~/.ssh/**)'] },
      'fs copy r:/users/me/.ssh/id w:/project/id',
      'deny by Read(~/.ssh/**)',
    ],
    ['also of the folder itself', { deny: ['Read(~/.ssh/**)'] }, 'fs list r:/users/me/.ssh', 'deny by Read(~/.ssh/**)'],
    ['but not of what writes it', { deny: ['Read(~/.ssh/**)'] }, 'fs write w:/users/me/.ssh/id', 'ask by mode default'],
    [
      'Edit speaks of whatever writes',
      { deny: ['Edit(/etc/**)'] },
      'fs move w:/project/a w:/etc/passwd',
      'deny by Edit(/etc/**)',
    ],
    [
      'a folder without stars holds for all below',
      { deny: ['Edit(vendor)'] },
      'fs write w:/project/vendor/x/y',
      'deny by Edit(vendor)',
    ],
    [
      'a name matches at any depth',
      { deny: ['Read(secrets.json)'] },
      'fs read r:/project/a/b/secrets.json',
      'deny by Read(secrets.json)',
    ],
    [
      'every path must be allowed',
      { allow: ['Edit(src/**)'] },
      'fs move w:/project/src/a w:/project/b',
      'ask by mode default',
    ],
    [
      'several rules may allow together',
      { allow: ['Edit(src/**)', 'Read(lib/**)'] },
      'fs copy r:/project/lib/a w:/project/src/a',
      'allow by Read(lib/**)',
    ],
    [
      'dots are matched like other characters',
      { allow: ['Edit(src/**)'] },
      'fs write w:/project/src/.hidden/x',
      'allow by Edit(src/**)',
    ],
    [
      'outside the roots nothing is touched',
      { mode: 'bypassPermissions', roots: ['/project'] },
      'fs read r:/etc/passwd',
      'deny by roots',
    ],
    [
      'inside them all is as before',
      { mode: 'bypassPermissions', roots: ['/project'] },
      'fs read r:/project/x',
      'allow by mode bypassPermissions',
    ],
  ])('%s', async (_, given, call, decision) => {
    expect(await judge(given, call)).toBe(decision);
  });

  it('are matched after symbolic links and .. are resolved', async () => {
    const base = await realpath(await mkdtemp(join(tmpdir(), 'helve-policy-')));
    onTestFinished(() => rm(base, { recursive: true }));
    await mkdir(join(base, 'secret'));
    await mkdir(join(base, 'src'));
    await writeFile(join(base, 'secret/key'), '');
    await symlink(join(base, 'secret'), join(base, 'src/link'));
    await symlink(join(base, 'secret/new'), join(base, 'src/dangling'));
    const deny = { root: base, deny: ['fs *(secret/**)'] };
    expect(await judge(deny, `fs read r:${base}/src/link/key`)).toBe('deny by fs *(secret/**)');
    expect(await judge(deny, `fs write w:${base}/src/link/made/later`)).toBe('deny by fs *(secret/**)');
    expect(await judge(deny, `fs write w:${base}/src/dangling`)).toBe('deny by fs *(secret/**)');
    const allow = { root: base, allow: ['fs write(src/**)'] };
    expect(await judge(allow, `fs write w:${base}/src/link/key`)).toBe('ask by mode default');
    expect(await judge(allow, `fs write w:${base}/src/new.ts`)).toBe('allow by fs write(src/**)');
    expect(
      await judge(
        { root: base, roots: [join(base, 'src')], mode: 'bypassPermissions' },
        `fs read r:${base}/src/link/key`,
      ),
    ).toBe('deny by roots');
  });

  it.each(['\n', '\r', '\r\n', '\u2028', '\u2029'])('hold for names with the line break %j', async (end) => {
    const cases: readonly [Given, string, string][] = [
      [{ deny: ['Read(/x/out/**)'] }, `/x/out/n${end}l/k`, 'deny'],
      [{ deny: ['Read(/x/out)'] }, `/x/out/${end}`, 'deny'],
      [{ deny: ['Read(**/.env)'] }, `/project/a${end}b/.env`, 'deny'],
      [{ deny: ['Read(.env)'] }, `/project/${end}/.env`, 'deny'],
      [{ deny: ['Read(*.pem)'] }, `/project/a${end}/b${end}.pem`, 'deny'],
      [{ deny: ['Read(src/*)'] }, `/project/src/${end}`, 'deny'],
      [{ deny: ['Read(.env)'] }, `/project/.env${end}`, 'allow'],
      [{ root: `/pro${end}ject`, deny: ['Read(.env)'] }, `/pro${end}ject/a/.env`, 'deny'],
    ];
    for (const [given, path, expected] of cases) {
      const policy = await policyOf(given);
      const { verdict } = policy.judge({ command: 'fs read', effect: 'inspect', touches: [{ access: 'read', path }] });
      const permitted = policy.permits('fs grep', path, 'read');
      expect([path, verdict, permitted]).toEqual([path, expected, expected === 'allow']);
    }
    const path = `/project/a${end}b/.claude/settings.json`;
    const rules = guardRules({ cwd: '/project', env: {}, home: '/users/me/.helve' }, []);
    const settings = { mode: 'acceptEdits', modeSource: 'the test', rules, cwd: '/project' } as const;
    const policy = await createPolicy({ ...settings, base: { root: '/project', home: '/users/me' } });
    const written = { command: 'fs write', effect: 'modify', touches: [{ access: 'write', path }] } as const;
    expect(policy.judge(written)).toMatchObject({ verdict: 'ask', rule: 'Edit(**/.claude)' });
  });

  it.each(['\n', '\r\n', ''])('guard the git folder that a .git file with a line break leads to (%j)', async (end) => {
    const base = await realpath(await mkdtemp(join(tmpdir(), 'helve-policy-')));
    onTestFinished(() => rm(base, { recursive: true }));
    await mkdir(join(base, 'top'));
    await writeFile(join(base, 'top/.git'), `gitdir: ../o\nther${end}`);
    expect(guardedPaths([join(base, 'top')], { files: [] })).toContain(join(base, 'o\nther/hooks'));
  });

  it('keep a command from what it comes across by itself', async () => {
    const policy = await policyOf({ deny: ['Read(~/.ssh/**)', 'fs grep(*.pem)'], mode: 'bypassPermissions' });
    expect(policy.permits('fs grep', '/users/me/.ssh/id', 'read')).toBe(false);
    expect(policy.permits('fs grep', '/project/a.pem', 'read')).toBe(false);
    expect(policy.permits('fs list', '/project/a.pem', 'read')).toBe(true);
    expect((await policyOf({})).permits('fs grep', '/anything', 'read')).toBe(true);
  });

  it.each(['', 'fs write(', 'fs write()', '(x)', 'a)b('])('%j cannot be read, and is not taken for absent', (text) => {
    expect(() => parseRule('deny', text, 'settings.json')).toThrow(
      expect.objectContaining({ code: 'INVALID_SETTINGS' }),
    );
  });
});

describe('a rule that can never match is reported', () => {
  it.each<[Given, string[]]>([
    [
      { deny: ['demo eco'] },
      ['The rule demo eco (settings.json) can never match: there is no command demo eco; did you mean demo echo?'],
    ],
    [{ deny: ['Bash(rm *)', 'demo shell(rm *)'] }, []],
    [
      { deny: ['terminal exec(rm *)'] },
      ['The rule terminal exec(rm *) (settings.json) can never match: there is no command terminal exec'],
    ],
    [
      { allow: ['demo act now(src/**)'] },
      ['The rule demo act now(src/**) (settings.json) can never match: the command takes no paths'],
    ],
    [
      { deny: ['demo put'], allow: ['demo put(src/**)'] },
      ['The rule demo put(src/**) (settings.json) can never match: deny demo put (settings.json) always comes first'],
    ],
    [
      { deny: ['Edit(src/**)'], allow: ['Edit(src/**)', 'Read(src/**)', 'demo', 'demo put(x)'] },
      ['The rule Edit(src/**) (settings.json) can never match: deny Edit(src/**) (settings.json) always comes first'],
    ],
  ])('%j', async (given, reports) => {
    expect(await findUselessRules(rulesOf(given), sampleRegistry())).toEqual(reports);
  });

  it('but not where it may speak of a tool that is not registered here', async () => {
    const registry = new Registry(sampleRegistry().modules, async () => []);
    const given = { deny: ['memory delete_entities', 'demo eco', 'deno echo'] };
    expect(await findUselessRules(rulesOf(given), registry)).toEqual([
      expect.stringContaining('there is no command demo eco; did you mean demo echo?'),
      expect.stringContaining('there is no command deno echo; did you mean demo echo?'),
    ]);
  });
});
