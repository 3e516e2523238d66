import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openRepository } from './repository.ts';

const exec = promisify(execFile);

/** Three packages whose tests are in their tarballs, and what those tests need. */
const TESTED = ['color-name@1.1.3', 'concat-map@0.0.1', 'deep-is@0.1.3'];
const NEEDED =
  'tape@2.4.3 tape@1.0.4 deep-equal@0.2.2 deep-equal@0.0.0 defined@0.0.0 inherits@2.0.4 jsonify@0.0.1 resumer@0.0.0 through@2.3.8'.split(
    ' ',
  );
/** `127.0.0.1` means the loopback inside the sandbox. This address reaches the outside, through the proxy. */
const HOST = '127.0.0.2';
const ALLOWED = { permissions: { allow: [`Network(domain:${HOST})`] } };

interface Manifest {
  readonly name: string;
  readonly version: string;
}

interface Packed {
  readonly manifest: Manifest;
  readonly file: string;
}

let folder = '';
let packed: readonly Packed[] = [];
let registry = '';
const requested: string[] = [];
const server = createServer(({ url = '' }, response) => {
  requested.push(url);
  const [, name = '', tarball] = url.split('/');
  if (tarball !== undefined) return void response.end(readFileSync(join(folder, tarball)));
  const versions = packed.filter(({ manifest }) => manifest.name === name);
  if (versions.length === 0) return void response.writeHead(404).end('{}');
  response.setHeader('content-type', 'application/json');
  response.end(
    JSON.stringify({
      name,
      'dist-tags': { latest: versions[0]?.manifest.version },
      versions: Object.fromEntries(versions.map((each) => [each.manifest.version, described(each)])),
    }),
  );
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'helve-packages-'));
  await exec('npm', ['pack', '--silent', '--prefer-offline', ...TESTED, ...NEEDED], { cwd: folder });
  packed = await Promise.all(
    [...TESTED, ...NEEDED].map(async (name) => {
      const file = `${name.replace('@', '-')}.tgz`;
      const { stdout } = await exec('tar', ['-xzOf', join(folder, file), '--wildcards', '*/package.json']);
      return { file, manifest: JSON.parse(stdout) as Manifest };
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, HOST, resolve));
  registry = `http://${HOST}:${(server.address() as AddressInfo).port}/`;
}, 120_000);

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true, force: true });
});

function described({ manifest, file }: Packed): object {
  const sha512 = createHash('sha512').update(readFileSync(join(folder, file)));
  const dist = { tarball: `${registry}${manifest.name}/${file}`, integrity: `sha512-${sha512.digest('base64')}` };
  return { ...manifest, dist };
}

it.each(TESTED)('npm ci and npm test of %s, through the proxy for allowed hosts', async (name) => {
  const { dir, run, env } = await openRepository({ '.npmrc': `registry=${registry}\n` }, ALLOWED);
  const file = join(folder, `${name.replace('@', '-')}.tgz`);
  await exec('tar', ['-xzf', file, '--strip-components=1', '-C', dir]);
  const lock = await exec('npm', ['install', '--package-lock-only', '--no-audit', '--no-fund'], {
    cwd: dir,
    env: { ...env, npm_config_cache: join(folder, 'cache') },
  });
  expect(lock.stderr).not.toContain('ERR');
  const { status, stdout, stderr } = await run('npm ci --no-audit --no-fund && npm test && echo tested');
  expect({ status, stdout, stderr }).toMatchObject({
    status: 'success',
    stdout: expect.stringMatching(/tested\n$/),
  });
});

it('npm install adds a package from an allowed host', async () => {
  const { run } = await openRepository({ '.npmrc': `registry=${registry}\n`, 'package.json': '{}' }, ALLOWED);
  const { status, stdout, stderr } = await run(
    `npm install --no-audit --no-fund color-name >/dev/null && node -p "require('color-name').red.join()"`,
  );
  expect({ status, stdout, stderr }).toMatchObject({ status: 'success', stdout: '255,0,0\n' });
});

it('curl reaches an allowed host through the proxy, and no other', async () => {
  const { run } = await openRepository({}, ALLOWED);
  expect(await run(`curl -sf ${registry}color-name | grep -o '"latest":"[^"]*"'`)).toMatchObject({
    stdout: '"latest":"1.1.3"\n',
  });
  const before = requested.length;
  expect(await run(`curl -sS --max-time 20 ${registry.replace(HOST, '127.0.0.3')}color-name -f`)).toMatchObject({
    status: 'error',
    stderr: expect.stringContaining('403'),
  });
  expect(requested.length).toBe(before);
});

it('npm install fails at once when its registry is not allowed', async () => {
  const { run } = await openRepository({ 'package.json': '{}' }, ALLOWED);
  expect(await run('npm install --registry http://127.0.0.3:9/ some-package', 25)).toMatchObject({
    status: 'error',
    stderr: expect.stringContaining('403'),
  });
});
