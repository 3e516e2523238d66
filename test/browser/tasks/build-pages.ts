/** Bundles the scripts of the pages, once for all of them, so that what they share is made once. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

type CompileSvelte = (
  source: string,
  options: { readonly filename: string; readonly generate: 'client' },
) => { readonly js: { readonly code: string } };

/** Gives the folder with a script for each page. It is kept beside the packages until a page or a package changes. */
export async function buildPages(folder: string): Promise<string> {
  const sources = join(folder, 'pages');
  const out = join(folder, 'node_modules/.pages');
  const wanted = digest([...filesIn(sources), join(folder, 'package-lock.json')]);
  const stamp = join(out, 'made-of');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return out;
  const { compile } = createRequire(join(folder, 'package.json'))('svelte/compiler') as { compile: CompileSvelte };
  const build = await rolldown({
    input: filesIn(sources).filter((file) => /\.jsx?$/.test(file) && !/\/(?:report|filters|lists)\.js$/.test(file)),
    platform: 'browser',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    onLog: (_, { code, message }) => {
      if (code === 'UNRESOLVED_IMPORT') throw new Error(message);
    },
    plugins: [
      {
        name: 'svelte',
        transform: {
          filter: { id: /\.svelte$/ },
          handler: (source: string, filename: string) => compile(source, { filename, generate: 'client' }).js.code,
        },
      },
    ],
  });
  // Two runs at once make it each for itself; the last one stays.
  const mine = `${out}-${process.pid}`;
  await build.write({ dir: mine, format: 'esm', entryFileNames: '[name].js', chunkFileNames: 'part-[name]-[hash].js' });
  await build.close();
  await writeFile(join(mine, 'made-of'), wanted);
  await rm(out, { recursive: true, force: true });
  await rename(mine, out);
  return out;
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function digest(files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(file));
  return hash.digest('hex');
}
