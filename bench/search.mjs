/** Searching and listing a large tree, against ripgrep doing the same without us. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { program, ratio, takeTurns } from './measure.mjs';
import { loadSource } from './source.mjs';

const FOLDERS = 500;
const FILES_EACH = 100;

export async function searchRows() {
  const tree = await mkdtemp(join(tmpdir(), 'helve-bench-tree-'));
  try {
    await plant(tree);
    return await measure(tree);
  } finally {
    await rm(tree, { recursive: true });
  }
}

/** 50,000 files of about a kilobyte; one in 50 holds what is searched for. */
async function plant(tree) {
  const filler = 'const value = compute(input, options); // nothing to see here\n'.repeat(15);
  for (let folder = 0; folder < FOLDERS; folder++) {
    const path = join(tree, `package-${folder % 20}`, `module-${folder}`);
    await mkdir(path, { recursive: true });
    const files = Array.from({ length: FILES_EACH }, (_, index) =>
      writeFile(join(path, `file-${index}.ts`), index % 50 === 7 ? `${filler}needle in ${folder}\n` : filler),
    );
    await Promise.all(files);
  }
}

async function measure(tree) {
  const rg = createRequire(import.meta.resolve('@vscode/ripgrep')).resolve(
    `@vscode/ripgrep-${process.platform}-${process.arch}/bin/rg`,
  );
  const { runLine } = await loadSource();
  const home = join(tree, '.home');
  const env = { ...process.env, HELVE_HOME: home };
  const inProcess = (line) => async () => {
    const { error } = await runLine(line, { cwd: tree, home });
    if (error) throw new Error(error.message);
  };
  const binary = join(process.cwd(), 'packages/helve/dist/helve.cjs');
  const asProcess = (...args) => program(process.execPath, [binary, ...args], { cwd: tree, env });

  const node = program(process.execPath, ['-e', '0']);
  const rgSearch = program(rg, ['--line-number', 'needle', '.'], { cwd: tree });
  const rgFiles = program(rg, ['--files', '.'], { cwd: tree });
  const grep = await takeTurns(
    [
      inProcess('helve fs grep --query needle'),
      rgSearch,
      asProcess('fs', 'grep', '--query', 'needle'),
      both(node, rgSearch),
    ],
    15,
  );
  const list = await takeTurns(
    [inProcess('helve fs list --recursive'), rgFiles, asProcess('fs', 'list', '--recursive'), both(node, rgFiles)],
    15,
  );
  return [
    ratio('fs grep over 50,000 files, in-process', 'rg', grep.slice(0, 2), 1.3),
    ratio('fs grep over 50,000 files, as a process', 'node -e 0, then rg', grep.slice(2), 1.3),
    ratio('fs list --recursive of 50,000 files, in-process', 'rg --files', list.slice(0, 2), 1.5),
    ratio('fs list --recursive of 50,000 files, as a process', 'node -e 0, then rg --files', list.slice(2), 1.5),
  ];
}

/** What a Node program that only starts rg costs at the least. */
function both(first, second) {
  return () => {
    first();
    second();
  };
}
