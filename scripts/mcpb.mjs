/**
 * Makes helve.mcpb, a bundle that Claude Desktop installs with one click: the packed helve with its dependencies for this
 * system. Usage: node scripts/mcpb.mjs <folder of an installed helve> <file to write>
 */
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { argv, platform } from 'node:process';
import { makeZip } from './zip.mjs';

const [installed, file] = argv.slice(2);
const { version, description, license } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));

const manifest = {
  manifest_version: '0.3',
  name: 'helve',
  display_name: 'helve',
  version,
  description,
  author: { name: 'The helve authors' },
  license,
  server: {
    type: 'node',
    entry_point: 'server/dist/helve.cjs',
    mcp_config: { command: 'node', args: ['${__dirname}/server/dist/helve.cjs', 'mcp'] },
  },
  // The native parts are those of the system that the bundle was made on.
  compatibility: { platforms: [platform], runtimes: { node: '>=20.19' } },
};

const names = await readdir(installed, { recursive: true });
const files = [{ name: 'manifest.json', bytes: Buffer.from(JSON.stringify(manifest, null, 2)) }];
for (const name of names.sort()) {
  const path = join(installed, name);
  if ((await stat(path)).isFile()) files.push({ name: `server/${name}`, bytes: await readFile(path) });
}
await writeFile(file, makeZip(files));
