import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, symlink, mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { stopService } from '../../packages/helve/src/service/lifecycle.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');

/** The Node that runs the tests, and those of the other lines that are supported. */
const NODES = {
  [process.version]: process.execPath,
  ...Object.fromEntries(
    ['node-22', 'node-24', 'node-26'].map((name) => [
      name,
      join(import.meta.dirname, 'node_modules', name, 'bin/node'),
    ]),
  ),
};

let base: string;
let tarball: string;

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'helve-package-'));
  await run('npm', ['pack', '-w', 'helve', '--pack-destination', base], { cwd: ROOT });
  const [name = ''] = (await readdir(base)).filter((each) => each.endsWith('.tgz'));
  tarball = join(base, name);
  await run('npm', ['install', '-g', '--prefix', join(base, 'prefix'), tarball, '--no-audit', '--no-fund'], {
    cwd: base,
    timeout: 240_000,
  });
}, 300_000);

afterAll(() => rm(base, { recursive: true, force: true, maxRetries: 5 }));

describe('the packed helve', () => {
  it('has README, LICENSE, types and a manual page, and no install script', async () => {
    const { stdout } = await run('tar', ['tzf', tarball]);
    const files = stdout.split('\n').map((file) => file.replace('package/', ''));
    expect(files).toEqual(
      expect.arrayContaining([
        'README.md',
        'LICENSE',
        'dist/types/helve/index.d.cts',
        'dist/man/helve.1',
        'dist/docs/security.md',
      ]),
    );
    const { scripts = {} } = JSON.parse(await readFile(join(installed(), 'package.json'), 'utf8')) as {
      scripts?: object;
    };
    expect(Object.keys(scripts)).not.toEqual(expect.arrayContaining([expect.stringMatching(/install|prepare$/)]));
  });

  it('takes at most 25 MB without native parts', async () => {
    expect(await sizeOf(installed(), (path) => !path.startsWith('node_modules'))).toBeLessThan(25_000_000);
  });

  it('brings a manual page', async () => {
    const page = await readFile(join(base, 'prefix/share/man/man1/helve.1'), 'utf8');
    expect(page).toMatch(/^\.TH HELVE 1/);
    expect(page).toContain('Read, search and change files and folders');
  });

  it('becomes a bundle for Claude Desktop that starts from its manifest', async () => {
    const [bundle, folder] = [join(base, 'helve.mcpb'), join(base, 'unpacked')];
    await run(process.execPath, [join(ROOT, 'scripts/mcpb.mjs'), installed(), bundle]);
    await run('python3', ['-m', 'zipfile', '-e', bundle, folder]);
    const { server } = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as {
      server: { mcp_config: { command: string; args: readonly string[] } };
    };
    const { command, args } = server.mcp_config;
    const entry = { command, args: args.map((arg) => arg.replace('${__dirname}', folder)) };
    const { cwd, env } = await openFolder(process.execPath);
    await mkdir(join(cwd, '.cursor'));
    await writeFile(join(cwd, '.cursor/mcp.json'), JSON.stringify({ mcpServers: { helve: entry } }));
    const checked = await run('helve', ['connect', 'cursor', '--project', '--check'], { cwd, env });
    expect(JSON.parse(checked.stdout)).toMatchObject({ data: { checks: [{ ok: true }] } });
  });

  it.each(Object.entries(NODES))('works on Node %s', async (_, node) => {
    const sandbox = await openFolder(node);
    onTestFinished(() => stopService(sandbox.env.HELVE_HOME));
    const helve = async (...args: string[]) => (await run('helve', args, sandbox)).stdout;
    expect(await helve('--version')).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(JSON.parse(await helve('fs', 'grep', '--query', 'needle'))).toMatchObject({ ok: true });
    expect(JSON.parse(await helve('task', 'create', '--title', 'Pack it'))).toMatchObject({ ok: true });
    const started = JSON.parse(await helve('terminal', 'session', 'start', '--command', 'echo from a pty; sleep 60'));
    expect(started).toMatchObject({ ok: true });
    expect(await helve('docs', 'security')).toMatch(/^# Security/);
    expect(JSON.parse(await helve('service', 'status'))).toMatchObject({ running: true });
  });
});

function installed(): string {
  return join(base, 'prefix/lib/node_modules/helve');
}

/** A folder in which `helve` is the installed one and `node` is this one. */
async function openFolder(node: string) {
  const cwd = await mkdtemp(join(base, 'work-'));
  const bin = join(cwd, 'bin');
  await mkdir(bin);
  await symlink(node, join(bin, 'node'));
  await writeFile(join(cwd, 'a.txt'), 'a needle\n');
  const PATH = [bin, join(base, 'prefix/bin'), process.env.PATH].join(':');
  return { cwd, env: { PATH, HOME: cwd, HELVE_HOME: join(cwd, 'home') } };
}

async function sizeOf(folder: string, counts: (path: string) => boolean): Promise<number> {
  const paths = (await readdir(folder, { recursive: true })).filter(counts);
  const sizes = await Promise.all(paths.map(async (path) => stat(join(folder, path))));
  return sizes.reduce((sum, each) => sum + (each.isFile() ? each.size : 0), 0);
}
