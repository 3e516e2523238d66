import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BINARY, openSandbox } from './kit/helve.ts';

interface Chunk {
  readonly file: string;
  readonly bytes: number;
  readonly imports: readonly string[];
  readonly modules: readonly string[];
}

/** What the build says of its files. */
const chunks: readonly Chunk[] = JSON.parse(await readFile('packages/helve/dist/chunks.json', 'utf8'));

/** The file and whatever it loads at once. */
function loadedWith(file: string): readonly Chunk[] {
  const seen = new Map<string, Chunk>();
  const visit = (name: string) => {
    const chunk = chunks.find((candidate) => candidate.file === name);
    if (!chunk || seen.has(name)) return;
    seen.set(name, chunk);
    chunk.imports.forEach(visit);
  };
  visit(file);
  return [...seen.values()];
}

function chunkOf(source: string): string {
  const chunk = chunks.find(({ file, modules }) => file.startsWith('chunks/') && modules.includes(source));
  if (!chunk) throw new Error(`${source} is in no chunk`);
  return chunk.file;
}

describe('starting loads only what is used', () => {
  it('the version is answered by the entry alone', () => {
    expect(loadedWith('helve.cjs').map(({ file }) => file)).toEqual(['helve.cjs']);
  });

  it('a command loads the core, itself and its work, and nothing heavy', () => {
    const sources = [
      'packages/helve/src/main.ts',
      'packages/project/src/commands/fs/read.ts',
      'packages/project/src/fs/read.ts',
    ];
    const files = [...new Set(sources.flatMap((source) => loadedWith(chunkOf(source))))];
    const external = new Set(files.flatMap(({ imports }) => imports).filter((name) => !name.startsWith('chunks/')));
    const modules = files.flatMap(({ modules }) => modules);
    expect([...external].sort()).toEqual(['node:buffer', 'node:fs', 'node:path']);
    expect(
      modules.filter((name) => /picomatch|to-json-schema|help\/|completion\/|\/git\/(?!module)|explain/.test(name)),
    ).toEqual([]);
    expect(files.length).toBeLessThanOrEqual(4);
    expect(files.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(99_500);
  });

  it('a command whose input and output are pipes loads none of the code of streams', async () => {
    const { run, dir } = await openSandbox({ 'a.txt': 'one\n' });
    const spy = join(dir, 'spy.cjs');
    await writeFile(
      spy,
      "process.on('exit', () => require('fs').writeFileSync('loaded', process.moduleLoadList.join('\\n')))",
    );
    await run(process.execPath, ['--require', spy, BINARY, 'fs', 'read', '--path', 'a.txt']);
    const loaded = (await readFile(join(dir, 'loaded'), 'utf8')).split('\n');
    expect(loaded).toContain('NativeModule fs');
    expect(loaded.filter((name) => /internal\/fs\/streams| net$| tty$/.test(name))).toEqual([]);
  });

  it('a command loads nothing of the assistant, and the assistant none of the SDKs', () => {
    const command = loadedWith(chunkOf('packages/helve/src/main.ts')).flatMap(({ modules }) => modules);
    // All but the names of its commands.
    expect(
      command.filter((name) =>
        /packages\/assistant\/(?!src\/(?:rules|session|task|thread|web|plugins)\/module)|\/print\//.test(name),
      ),
    ).toEqual([]);
    const all = chunks.flatMap(({ modules }) => modules);
    expect(all.filter((name) => /@anthropic-ai|node_modules\/openai|\/testing\//.test(name))).toEqual([]);
    const turn = loadedWith(chunkOf('packages/helve/src/print/print.ts'));
    expect(
      turn
        .flatMap(({ modules }) => modules)
        .filter((name) =>
          /ajv|openai|libsql|keyring|linkedom|turndown|node_modules\/yaml|\/network\/|plugins\/(?:install|git|marketplaces)/.test(
            name,
          ),
        ),
    ).toEqual([]);
    expect(turn.length).toBeLessThanOrEqual(5);
  });

  it('only helve acp loads the protocol of editors, and its draft only where it is wanted', () => {
    const loads = (source: string, pattern: RegExp) =>
      loadedWith(chunkOf(source))
        .flatMap(({ modules }) => modules)
        .filter((name) => pattern.test(name));
    const protocol = /packages\/acp\/|@agentclientprotocol|node_modules\/zod/;
    for (const source of ['main.ts', 'print/print.ts', 'screen/screen.ts', 'acp/acp.ts']) {
      expect(loads(`packages/helve/src/${source}`, protocol)).toEqual([]);
    }
    expect(loads('packages/acp/src/serve.ts', /agentclientprotocol\/sdk\/dist\/v1/)).not.toEqual([]);
    expect(loads('packages/acp/src/serve.ts', /agentclientprotocol\/sdk\/dist\/v2|acp\/src\/v2/)).toEqual([]);
  });

  it('the screen is there before the assistant, Markdown and the languages of code are loaded', () => {
    const screen = loadedWith(chunkOf('packages/helve/src/screen/screen.ts'));
    const modules = screen.flatMap(({ modules }) => modules);
    expect(modules).toContain('packages/tui/src/app/app.ts');
    expect(
      modules.filter((name) =>
        /node_modules\/(?:marked|highlight\.js)|packages\/assistant\/(?!src\/(?:\w+\/module|context\/languages)\.ts)|tui\/src\/(?:commands|tour|first-run|markdown|diff)\//.test(
          name,
        ),
      ),
    ).toEqual([]);
    expect(screen.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(176_000);
  });
});
