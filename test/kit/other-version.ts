import { cp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { version } from '../../packages/helve/package.json';
import { BINARY, type Sandbox } from './helve.ts';

/** Installs helve a second time, as the build of another version: the same but for the number it was built with. */
export async function installVersion({ dir }: Sandbox, other: string): Promise<string> {
  const [built, copy] = [dirname(BINARY), join(dir, '..', `helve-${other}`)];
  await cp(built, copy, { recursive: true });
  // What V8 compiled holds the number too.
  await rm(join(copy, 'cache'), { recursive: true, force: true });
  for (const name of await readdir(copy, { recursive: true })) {
    if (!name.endsWith('.cjs')) continue;
    const code = await readFile(join(copy, name), 'utf8');
    await writeFile(join(copy, name), code.replaceAll(version, other));
  }
  await symlink(join(import.meta.dirname, '../../node_modules'), join(dir, '..', 'node_modules'));
  return join(copy, 'helve.cjs');
}
