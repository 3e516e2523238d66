/** Preloaded by the build: runs helve and keeps what V8 compiled of each chunk, including the functions that ran. */
const { mkdirSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const { basename, dirname, join, sep } = require('node:path');
const { Script } = require('node:vm');

const folder = join(process.env.HELVE_CACHE_OUT, process.versions.v8);
mkdirSync(folder, { recursive: true });

const compile = Module.prototype._compile;
Module.prototype._compile = function (content, filename) {
  if (basename(dirname(filename)) !== 'chunks') return compile.call(this, content, filename);
  const script = new Script(Module.wrap(content), { filename });
  process.on('exit', () => writeFileSync(join(folder, basename(filename)), script.createCachedData()));
  const run = script.runInThisContext();
  return run.call(
    this.exports,
    this.exports,
    (id) => this.require(id),
    this,
    filename,
    filename.slice(0, filename.lastIndexOf(sep)),
  );
};
