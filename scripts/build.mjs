/** Bundles helve into packages/helve/dist: CommonJS, because Node 20 starts it faster, in chunks that load when needed. */
import { spawnSync } from 'node:child_process';
import { chmod, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { rolldown } from 'rolldown';

const out = 'packages/helve/dist';

/** What every command needs, in one file: opening ten small ones takes longer than reading one. */
const CORE = new RegExp(
  [
    'rolldown/runtime',
    'node_modules/valibot/',
    'packages/helve/src/(?:main|caller|modules|settings|streams)\\.ts$',
    'packages/project/src/(?:index|fs/module|git/module)\\.ts$',
    'packages/registry/src/(?:command|context|errors|module|nearest|parameters|paths|registry|run|schema|validate)\\.ts$',
    'packages/registry/src/doors/(?:answer|exit-code|terminal)\\.ts$',
    'packages/registry/src/line/(?!sources|format)',
    'packages/registry/src/policy/(?:open|policy|touches)\\.ts$',
  ].join('|'),
);

/** Small pieces that most commands on files share. */
const FILES = /packages\/project\/src\/fs\/(?:decode|media-type|read|regular-file|shown-path|stat)\.ts$/;

await rm(out, { recursive: true, force: true });
const files = [...(await bundle('helve', 'chunks')), ...(await bundle('index', 'library'))];
await chmod(`${out}/helve.cjs`, 0o755);
// Which sources each file holds and what it loads at once and later; a test reads it to guard what start-up loads.
await writeFile(`${out}/chunks.json`, `${JSON.stringify(files, null, 1)}\n`);

// Common commands first: what a later one compiles of a shared chunk replaces what an earlier one did.
for (const line of ['help fs', 'git status', 'fs stat --path package.json', 'fs read --path package.json']) {
  spawnSync(
    process.execPath,
    ['--require', './scripts/write-compile-cache.cjs', `${out}/helve.cjs`, ...line.split(' ')],
    {
      env: { ...process.env, HELVE_CACHE_OUT: resolve(out, 'cache'), HELVE_HOME: resolve(out, 'no-home') },
      stdio: 'ignore',
    },
  );
}

async function bundle(name, chunks) {
  const build = await rolldown({
    input: { [name]: `packages/helve/src/${name}.ts` },
    platform: 'node',
    resolve: { conditionNames: ['source', 'import', 'node', 'default'] },
    external: [/^node:/, /^@vscode\/ripgrep/],
  });
  const { output } = await build.write({
    dir: out,
    format: 'cjs',
    // A real import() does not survive V8's code cache on Node 20.
    dynamicImportInCjs: false,
    minify: true,
    entryFileNames: '[name].cjs',
    chunkFileNames: `${chunks}/[name]-[hash].cjs`,
    codeSplitting: {
      groups: [
        { name: 'core', test: CORE },
        { name: 'files', test: FILES },
      ],
    },
  });
  await build.close();
  return output
    .filter((file) => file.type === 'chunk')
    .map(({ fileName, imports, dynamicImports, moduleIds, code }) => ({
      file: fileName,
      bytes: code.length,
      imports,
      dynamicImports,
      modules: moduleIds.map((id) => id.replace(`${process.cwd()}/`, '')),
    }));
}
