/** Bundles helve into packages/helve/dist: CommonJS, because Node 20 starts it faster, in chunks that load when needed. */
import { chmod, rm, writeFile } from 'node:fs/promises';
import { rolldown } from 'rolldown';

const out = 'packages/helve/dist';
await rm(out, { recursive: true, force: true });

const bundle = await rolldown({
  input: { helve: 'packages/helve/src/helve.ts', index: 'packages/helve/src/index.ts' },
  platform: 'node',
  resolve: { conditionNames: ['source', 'import', 'node', 'default'] },
  external: [/^node:/, /^@vscode\/ripgrep/],
});
const { output } = await bundle.write({
  dir: out,
  format: 'cjs',
  minify: true,
  entryFileNames: '[name].cjs',
  chunkFileNames: 'chunks/[name]-[hash].cjs',
});
await bundle.close();
await chmod(`${out}/helve.cjs`, 0o755);

/** Which sources each file holds and what it loads at once and later; a test reads it to guard what start-up loads. */
const files = output
  .filter((file) => file.type === 'chunk')
  .map(({ fileName, imports, dynamicImports, moduleIds, code }) => ({
    file: fileName,
    bytes: code.length,
    imports,
    dynamicImports,
    modules: moduleIds.map((id) => id.replace(`${process.cwd()}/`, '')),
  }));
await writeFile(`${out}/chunks.json`, `${JSON.stringify(files, null, 1)}\n`);
