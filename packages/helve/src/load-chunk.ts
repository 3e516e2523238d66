import { readFileSync } from 'node:fs';
import { createRequire, Module } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { Script } from 'node:vm';

/** The file that holds V8's compiled form of a chunk; another V8 finds none and compiles as ever. */
export function cacheFile(dist: string, chunk: string): string {
  return join(dist, 'cache', process.versions.v8, basename(chunk));
}

/** Told of each chunk that was compiled; the build keeps the compiled form. */
export type OnCompiled = (file: string, script: Script) => void;

/**
 * Loads a chunk of the bundle, and through its `require` the others. Node 20 would compile each file anew at every
 * start, and look for it in ways that our own files do not need: together that is half of what a small command takes.
 * The build leaves V8's compiled form of each chunk in `cache/`; V8 refuses what does not fit its flags or the source.
 */
export function loadChunk(dist: string, file: string, onCompiled?: OnCompiled): unknown {
  const outside = createRequire(join(dist, 'helve.cjs'));
  const { enableCompileCache } = Module as { enableCompileCache?: () => void };
  if (enableCompileCache) {
    // From Node 22 on, Node keeps what it compiled by itself.
    enableCompileCache();
    return outside(`./${file}`);
  }
  const loaded = new Map<string, { exports: unknown }>();

  function load(path: string): unknown {
    const before = loaded.get(path);
    if (before) return before.exports;
    const module = { exports: {} };
    loaded.set(path, module);
    const cachedData = readIfThere(cacheFile(dist, path));
    const script = new Script(Module.wrap(readFileSync(path, 'utf8')), {
      filename: path,
      ...(cachedData ? { cachedData } : {}),
    });
    onCompiled?.(path, script);
    const run = script.runInThisContext() as (...args: readonly unknown[]) => void;
    const folder = dirname(path);
    const require = (id: string) => (id.startsWith('.') ? load(join(folder, id)) : outside(id));
    run.call(module.exports, module.exports, require, module, path, folder);
    return module.exports;
  }

  return load(join(dist, file));
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}
