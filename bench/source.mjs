/** The library's insides for measuring, bundled as the product is. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

export async function loadSource() {
  // Inside the workspace, so that packages which stay outside the bundle are found.
  const folder = await mkdtemp(join('packages/helve', '.bench-'));
  try {
    const build = await rolldown({
      input: 'bench/source-entry.ts',
      platform: 'node',
      resolve: { conditionNames: ['source', 'import', 'node', 'default'] },
      external: [/^node:/, /^@vscode\/ripgrep/, /^@napi-rs\/keyring/, /^libsql$/],
    });
    await build.write({
      dir: folder,
      format: 'cjs',
      entryFileNames: 'source.cjs',
      chunkFileNames: '[name]-[hash].cjs',
    });
    await build.close();
    return await preload(createRequire(import.meta.url)(join(process.cwd(), folder, 'source.cjs')));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Loads every command's file, the grammar of lines, and the protocol that is measured, before the folder is removed. */
async function preload(source) {
  const registry = source.createRegistry();
  await source.parseLine(registry, 'helve help');
  const commands = await registry.commands();
  await Promise.all(commands.map((command) => command.run()));
  const text = { name: 'empty', call_template_type: 'text', content: '{"tools":[]}' };
  await (await source.UtcpClient.open({ manual_call_templates: [text] }, { cwd: '.', env: {}, home: '.' })).close();
  return source;
}
