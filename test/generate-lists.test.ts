import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const SCRIPT = resolve('scripts/generate-lists.mjs');

/** A copy of the sources that the lists are made of. */
function copyOfSources(): { readonly dir: string; readonly read: (file: string) => string } {
  const dir = mkdtempSync(join(tmpdir(), 'helve-lists-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  for (const name of ['project', 'browser', 'extension']) {
    cpSync(`packages/${name}/src`, join(dir, 'packages', name, 'src'), { recursive: true });
  }
  return { dir, read: (file) => readFileSync(join(dir, file), 'utf8') };
}

it('a declared command is added to the list of its module, after those of its folder', () => {
  const { dir, read } = copyOfSources();
  const declaration = "export const command = defineCommand({\n  path: 'fs touch',\n});\n";
  writeFileSync(join(dir, 'packages/project/src/commands/fs/touch.ts'), declaration);
  expect(spawnSync(process.execPath, [SCRIPT, '--check'], { cwd: dir }).status).toBe(1);
  const before = read('packages/project/src/fs/module.ts').split('\n');
  execFileSync(process.execPath, [SCRIPT], { cwd: dir });
  const after = read('packages/project/src/fs/module.ts').split('\n');
  const line = "    touch: () => import('../commands/fs/touch.ts'),";
  expect(after.filter((each) => each !== line)).toEqual(before);
  expect(after).toContain(line);
  expect(spawnSync(process.execPath, [SCRIPT, '--check'], { cwd: dir }).status).toBe(0);
});

it('the code for an action in the page is added to the actions of the page', () => {
  const { dir, read } = copyOfSources();
  const protocol = join(dir, 'packages/browser/src/protocol/acting.ts');
  const acting = read('packages/browser/src/protocol/acting.ts');
  writeFileSync(
    protocol,
    acting.replace('  hover: defineAction(', "  'double-tap': defineAction(),\n  hover: defineAction("),
  );
  writeFileSync(join(dir, 'packages/extension/src/page/act/double-tap.ts'), 'export async function doubleTap() {}\n');
  execFileSync(process.execPath, [SCRIPT], { cwd: dir });
  const made = read('packages/extension/src/page/actions.ts');
  expect(made).toContain("import { doubleTap } from './act/double-tap.ts';");
  expect(made).toContain("  click,\n  'double-tap': doubleTap,\n  hover,");
});
