import { type ChildProcess, spawn } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { CommandError, Registry, runCommand } from '../../packages/command/src/index.ts';
import type { Grant } from '../../packages/command/src/host/index.ts';
import { authorityOf, type Caller, createPolicy, parseRule } from '../../packages/policy/src/index.ts';
import { fsModule } from '../../packages/project/src/index.ts';

const SECRET = 'BAIT-SECRET-4711';
const registry = new Registry([fsModule]);
const base = mkdtempSync(join(tmpdir(), 'helve-links-'));
const project = join(base, 'project');
const outside = join(base, 'outside');

/** The links of the project. Each leads to the folder `open` of the project, or to the outside. */
const LINKS = { link: '', 'link.md': '/f.md', 'tree/sub': '/sub' } as const;

function lead(to: 'open' | 'outside'): void {
  for (const [path, below] of Object.entries(LINKS)) {
    const link = join(project, path);
    symlinkSync(join(to === 'open' ? join(project, 'open') : outside, below), `${link}.new`);
    renameSync(`${link}.new`, link);
  }
}

function turn(): void {
  lead(readlinkSync(join(project, 'link')) === outside ? 'open' : 'outside');
}

function fill(folder: string, content: string): void {
  mkdirSync(join(folder, 'sub/deep'), { recursive: true });
  for (const name of ['f.md', 'sub/f.md', 'sub/deep/f.md']) writeFileSync(join(folder, name), `${content}\n`);
}

function renew(): void {
  rmSync(project, { recursive: true, force: true });
  mkdirSync(join(project, 'tree'), { recursive: true });
  fill(join(project, 'open'), 'open');
  fill(outside, SECRET);
  lead('open');
}

beforeEach(renew);
afterAll(() => rmSync(base, { recursive: true, force: true }));

/** What happens to the links: once after a call was judged, or each time that a path is judged, too. */
type Exchange = 'after the call was judged' | 'whenever a path is judged' | 'by a program that runs';

const EXCHANGES: readonly Exchange[] = ['after the call was judged', 'whenever a path is judged'];

async function authorityWith(exchange: Exchange): Promise<Caller['authority']> {
  const rules = [`Read(${outside}/**)`, `Edit(${outside}/**)`].map((text) => parseRule('deny', text, 'test'));
  const user = join(base, 'user');
  const policy = await createPolicy({
    mode: 'acceptEdits',
    modeSource: 'test',
    rules,
    base: { root: project, home: user },
    cwd: project,
  });
  const authority = authorityOf(policy);
  if (exchange === 'by a program that runs') return authority;
  return {
    ...authority,
    authorise: async (call): Promise<Grant> => {
      const { permits, ...grant } = await authority.authorise(call);
      lead('outside');
      if (exchange === 'after the call was judged' || !permits) return { ...grant, permits };
      return {
        ...grant,
        permits: (path, access) => {
          turn();
          const may = permits(path, access);
          turn();
          return may;
        },
      };
    },
  };
}

/** Calls a command and returns all that it says. */
async function say(command: string, input: object, authority: Caller['authority']): Promise<string> {
  const place = { cwd: project, env: { HOME: join(base, 'user') }, home: join(base, 'home') };
  try {
    const outcome = await runCommand(await registry.get(command), input, { place, authority, reach: {}, host: {} });
    return JSON.stringify(outcome.data);
  } catch (thrown) {
    if (thrown instanceof CommandError) return JSON.stringify(thrown.report());
    throw thrown;
  }
}

/** Everything below a folder, as text. */
function describeTree(folder: string): string {
  return readdirSync(folder, { withFileTypes: true })
    .map((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return `${entry.name}{${describeTree(path)}}`;
      return `${entry.name}=${entry.isFile() ? readFileSync(path, 'utf8') : 'link'}`;
    })
    .sort()
    .join(',');
}

const ATTEMPTS: readonly (readonly [string, object])[] = [
  ['fs read', { path: 'link/f.md' }],
  ['fs read', { path: 'link.md', offset: 1, limit: 5 }],
  ['fs read-many', { paths: ['link/f.md', 'link.md', 'tree/sub/*.md', 'link/*.md'] }],
  ['fs inspect', { path: 'link/f.md', line: 1 }],
  ['fs hash', { path: 'link/f.md' }],
  ['fs list', { path: 'link' }],
  ['fs list', { path: 'tree', recursive: true }],
  ['fs find', { path: 'link', query: '*.md' }],
  ['fs stat', { path: 'link/f.md' }],
  ['fs code-defs', { path: 'link' }],
  ['fs grep', { query: 'BAIT', path: 'link' }],
  ['fs grep', { query: 'BAIT', path: 'link.md', output: 'counts' }],
  ['fs grep', { query: 'BAIT', path: 'tree', output: 'files' }],
  ['fs search', { query: 'BAIT', path: 'link' }],
  ['fs edit', { path: 'link/f.md', oldText: 'nowhere', newText: 'x' }],
  ['fs edit', { path: 'link/f.md', oldText: 'o', newText: 'oo', replaceAll: true }],
  ['fs write', { path: 'link/f.md', content: '', append: true }],
  ['fs write', { path: 'link/f.md', content: 'written' }],
  ['fs write', { path: 'link/new/deep/f.md', content: 'new' }],
  ['fs write', { path: 'link.md', content: 'written' }],
  ['fs update', { path: 'link', name: 'f.md', content: 'written' }],
  ['fs mkdir', { path: 'link/made/deep' }],
  ['fs create-folder', { path: 'link', name: 'made' }],
  ['fs create-file', { path: 'link', name: 'made', source: 'x' }],
  ['fs patch', { patch: '--- /dev/null\n+++ b/link/p\n@@ -0,0 +1 @@\n+x\n' }],
  ['fs patch', { patch: '--- a/link/f.md\n+++ b/link/f.md\n@@ -1 +1 @@\n-open\n+x\n' }],
  ['fs patch', { path: 'link', patch: '--- a/f.md\n+++ /dev/null\n@@ -1 +0,0 @@\n-open\n' }],
  ['fs copy', { from: 'link/f.md', to: 'copy.md' }],
  ['fs copy', { from: 'link/sub', to: 'copy' }],
  ['fs copy', { from: 'open/sub', to: 'link/copy' }],
  ['fs copy', { from: 'open/f.md', to: 'link/sub' }],
  ['fs move', { from: 'link/f.md', to: 'moved.md' }],
  ['fs move', { from: 'link/sub', to: 'moved' }],
  ['fs move', { from: 'open/sub', to: 'link/moved' }],
  ['fs delete', { path: 'link/f.md' }],
  ['fs delete', { path: 'link/sub/f.md', permanent: true }],
  ['fs delete', { path: 'link/sub', permanent: true, recursive: true }],
  ['fs delete', { path: 'link/sub', recursive: true }],
  ['fs delete-file', { path: 'link', name: 'f.md' }],
];

/** What tells something of a file outside besides its text. */
const BETRAYS: Readonly<Record<string, RegExp>> = {
  'fs grep': /"(?:files|total)":[1-9]/,
  'fs search': /"(?:files|total)":[1-9]/,
  'fs hash': /"hash":/,
  'fs stat': /"size":17/,
};

describe.each(EXCHANGES)('when links are exchanged %s, nothing outside is read or changed by', (exchange) => {
  it.each(ATTEMPTS)('%s %j', async (command, input) => {
    const before = describeTree(outside);
    const said = await say(command, input, await authorityWith(exchange));
    lead('open');
    expect(describeTree(outside)).toBe(before);
    expect([said, describeTree(project)].join()).not.toContain(SECRET);
    expect(said).not.toMatch(BETRAYS[command] ?? SECRET);
  });
});

it('the bait works: without rules the exchanged link is followed', async () => {
  const authority = authorityOf(
    await createPolicy({
      mode: 'acceptEdits',
      modeSource: 'test',
      rules: [],
      base: { root: project, home: join(base, 'user') },
      cwd: project,
    }),
  );
  lead('outside');
  expect(await say('fs read', { path: 'link/f.md' }, authority)).toContain(SECRET);
});

/** Exchanges the links again and again, as a confined program may. */
const PROGRAM = `
const { renameSync, symlinkSync } = require('node:fs');
const pause = new Int32Array(new SharedArrayBuffer(4));
const put = (target, path) => { symlinkSync(target, path + '.new'); renameSync(path + '.new', path); };
process.stdout.write('ready');
for (;;) {
  for (const target of ['${join(project, 'open')}', '${outside}']) {
    put(target, 'link');
    put(target + '/f.md', 'link.md');
    Atomics.wait(pause, 0, 0, Math.random() / 4);
  }
}`;

it('a program that exchanges links all the time achieves nothing', async () => {
  const program: ChildProcess = spawn(process.execPath, ['-e', PROGRAM], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await new Promise((resolve) => program.stdout?.once('data', resolve));
    const authority = await authorityWith('by a program that runs');
    const before = describeTree(outside);
    const said: string[] = [];
    for (let round = 0; round < 300; round += 1) {
      said.push(await say('fs read', { path: round % 2 ? 'link/f.md' : 'link.md' }, authority));
      if (round % 3 === 0) said.push(await say('fs write', { path: 'link/f.md', content: `${round}` }, authority));
    }
    expect(said.join()).not.toContain(SECRET);
    expect(describeTree(outside)).toBe(before);
  } finally {
    program.kill('SIGKILL');
  }
});
