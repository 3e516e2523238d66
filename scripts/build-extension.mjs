/** Builds the extension into packages/extension/dist: a folder to load unpacked, and a zip of it. */
import { copyFile, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { makeIcon } from './icon.mjs';
import { makeZip } from './zip.mjs';

const source = 'packages/extension';
const out = `${source}/dist/unpacked`;

/** Each becomes one file. Code that is put into a page is no module: what it declares must stay its own. */
const ENTRIES = {
  'worker/worker': 'esm',
  'page/page': 'iife',
  'main/main': 'iife',
  'main/presence': 'iife',
  'popup/popup': 'esm',
  'offscreen/offscreen': 'esm',
};

const STATIC = ['popup/popup.html', 'popup/popup.css', 'offscreen/offscreen.html'];

/** Builds it, and puts a copy where the bundle looks for it. */
export async function buildExtension(copy) {
  await rm(`${source}/dist`, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  await Promise.all(Object.entries(ENTRIES).map(([entry, format]) => bundle(entry, format)));
  for (const file of STATIC) await copyFile(`${source}/src/${file}`, join(out, file.split('/')[1]));
  for (const size of [16, 48, 128]) await writeFile(`${out}/icon-${size}.png`, makeIcon(size));
  const { version } = JSON.parse(await readFile(`${source}/package.json`, 'utf8'));
  const manifest = JSON.parse(await readFile(`${source}/manifest.json`, 'utf8'));
  await writeFile(`${out}/manifest.json`, `${JSON.stringify({ ...manifest, version }, null, 2)}\n`);
  const files = await Promise.all(
    (await readdir(out)).sort().map(async (name) => ({ name, bytes: await readFile(join(out, name)) })),
  );
  await writeFile(`${source}/dist/helve-extension.zip`, makeZip(files));
  await cp(out, copy, { recursive: true });
}

async function bundle(entry, format) {
  const build = await rolldown({
    input: `${source}/src/${entry}.ts`,
    platform: 'browser',
    resolve: { conditionNames: ['source', 'import', 'default'] },
  });
  await build.write({
    file: join(out, `${entry.split('/')[1]}.js`),
    format,
    minify: { compress: true, mangle: false },
  });
  await build.close();
}
