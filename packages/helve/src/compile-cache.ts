import { readFileSync, statSync } from 'node:fs';
import { Module } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { Script } from 'node:vm';

/** Node's module class as loaders that hook into it know it; its own types leave these out. */
interface CompilingModule {
  exports: unknown;
  require(id: string): unknown;
  _compile: (this: CompilingModule, content: string, filename: string) => unknown;
}

/**
 * Node 20 compiles every file anew at each start, which is a third of what a small command takes. The build leaves
 * V8's compiled form of each chunk in `cache/<V8 version>`; with another V8 the folder is not there, and V8 itself
 * refuses data that does not fit its flags or the source. From Node 22 on, Node does all this by itself.
 */
export function useCompileCache(dist: string): void {
  const { enableCompileCache } = Module as { enableCompileCache?: () => void };
  if (enableCompileCache) return enableCompileCache();
  const folder = join(dist, 'cache', process.versions.v8);
  if (!statSync(folder, { throwIfNoEntry: false })) return;
  const prototype = Module.prototype as unknown as CompilingModule;
  const compile = prototype._compile;
  prototype._compile = function (content, filename) {
    const cachedData = filename.startsWith(dist) ? readCache(join(folder, basename(filename))) : undefined;
    if (!cachedData) return compile.call(this, content, filename);
    const script = new Script(Module.wrap(content), { filename, cachedData });
    const run = script.runInThisContext() as (...args: unknown[]) => unknown;
    return run.call(this.exports, this.exports, (id: string) => this.require(id), this, filename, dirname(filename));
  };
}

function readCache(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}
