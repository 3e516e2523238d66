/** Writes docs/commands.md from the registry, or with --check says whether it is up to date. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { argv, exit } from 'node:process';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const FILE = 'docs/commands.md';
const made = await render();
if (!argv.includes('--check')) {
  await writeFile(FILE, made);
} else if ((await readFile(FILE, 'utf8').catch(() => '')) !== made) {
  console.error(`${FILE} is not what the registry says: run npm run docs.`);
  exit(1);
}

async function render() {
  const folder = await mkdtemp(join(tmpdir(), 'helve-docs-'));
  try {
    const build = await rolldown({
      input: { reference: 'scripts/reference-entry.ts' },
      platform: 'node',
      resolve: { conditionNames: ['source', 'import', 'node', 'default'] },
      external: [/^node:/, /^@vscode\/ripgrep/, /^@napi-rs\/keyring/, /^libsql$/],
    });
    await build.write({
      dir: folder,
      format: 'esm',
      entryFileNames: '[name].mjs',
      chunkFileNames: '[name]-[hash].mjs',
    });
    await build.close();
    const { reference } = await import(pathToFileURL(join(folder, 'reference.mjs')).href);
    return await reference();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
