/**
 * Writes the types of the library beside it: the declarations that TypeScript makes of packages/helve/src/index.ts, and of
 * those files of ours that they need. Our packages are in the bundle, so what names one of them is made to name the file
 * that it means.
 */
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';

const ENTRY = 'packages/helve/src/index.ts';

/** As `import` and `export … from` stand in a declaration: the names, and where they come from. */
const FROM = /^(import|export)( type)? \{([^}]*)\} from '([^']+)';$/gm;

export async function writeDeclarations(out) {
  const made = await mkdtemp(join(tmpdir(), 'helve-types-'));
  try {
    const complaints = await emit(made);
    const waiting = [ENTRY];
    const seen = new Set(waiting);
    for (const source of waiting) {
      const complaint = complaints.find((line) => line.startsWith(`${source}(`));
      if (complaint) throw new Error(complaint);
      const { code, needs } = await rewrite(made, source);
      const file = join(out, outputName(source));
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, code);
      for (const need of needs) {
        if (!seen.has(need)) waiting.push(need);
        seen.add(need);
      }
    }
  } finally {
    await rm(made, { recursive: true, force: true });
  }
}

/** Makes the declarations of all that the entry loads, and gives what TypeScript says of some that nobody may need. */
async function emit(folder) {
  const project = join(folder, 'tsconfig.json');
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    outDir: folder,
    rootDir: resolve('.'),
    // TypeScript makes no declarations of what it finds in node_modules.
    paths: await sourcesOfPackages(),
    typeRoots: [resolve('node_modules/@types')],
  };
  await writeFile(
    project,
    JSON.stringify({
      extends: resolve('tsconfig.json'),
      files: [resolve(ENTRY)],
      include: [],
      compilerOptions,
    }),
  );
  const { stdout, error } = spawnSync(resolve('node_modules/.bin/tsc'), ['-p', project], { encoding: 'utf8' });
  if (error) throw error;
  return stdout.split('\n');
}

/** Every name under which a package of ours is imported, and the file that it means. */
async function sourcesOfPackages() {
  const folders = await readdir('packages');
  const named = await Promise.all(
    folders.map(async (folder) => {
      const { name, exports = {} } = JSON.parse(await readFile(join('packages', folder, 'package.json'), 'utf8'));
      return Object.entries(exports).flatMap(([key, { source }]) =>
        source ? [[join(name, key), [resolve('packages', folder, source)]]] : [],
      );
    }),
  );
  return Object.fromEntries(named.flat());
}

/** The declaration of a source, with each name imported from the file that declares it. */
async function rewrite(made, source) {
  const text = await declarationOf(made, source);
  const needs = [];
  const found = [...text.matchAll(FROM)];
  const replacements = await Promise.all(
    found.map(async ([, word, type = '', names, from]) => {
      const lines = await Promise.all(
        splitNames(names).map(async (name) => {
          const file = await declaringFile(made, source, from, plainName(name));
          needs.push(file);
          const to = relative(dirname(outputName(source)), outputName(file)).replace(/\.d\.cts$/, '.cjs');
          return `${word}${type} { ${name} } from '${to.startsWith('.') ? to : `./${to}`}';`;
        }),
      );
      return lines.join('\n');
    }),
  );
  const code = text.replace(FROM, () => replacements.shift());
  const stray = /(?:from |import\()['"](?!\.)([^'"]+)/.exec(code);
  if (stray)
    throw new Error(`The types of the library need ${stray[1]}, which those who use it do not have (${source})`);
  return { code, needs };
}

/** Where a name comes from: a file beside this one, or the one that a package of ours passes on. */
async function declaringFile(made, source, from, name) {
  if (from.startsWith('.')) return join(dirname(source), from);
  const [, folder, part] = /^@helve\/(\w+)(?:\/(\w+))?$/.exec(from) ?? [];
  if (folder === undefined) {
    throw new Error(`The types of the library need ${from}, which those who use it do not have (${source})`);
  }
  const index = `packages/${folder}/src/${part === undefined ? '' : `${part}/`}index.ts`;
  for (const [, , , names, target] of (await declarationOf(made, index)).matchAll(FROM)) {
    if (splitNames(names).some((one) => plainName(one) === name)) return declaringFile(made, index, target, name);
  }
  throw new Error(`${index} does not export ${name}`);
}

async function declarationOf(made, source) {
  return readFile(join(made, source.replace(/\.ts$/, '.d.ts')), 'utf8');
}

function splitNames(names) {
  return names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

function plainName(name) {
  return name.replace(/^type /, '').replace(/ as .*$/, '');
}

function outputName(source) {
  return source
    .replace(/^packages\//, '')
    .replace('/src/', '/')
    .replace(/\.ts$/, '.d.cts');
}
