/**
 * Writes the lists that follow from the files: a line for each declared command in the list of its module, and the actions
 * of the page code. With --check says whether they are up to date.
 */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { argv, exit } from 'node:process';

const stale = [...moduleLists(), pageActions()].filter(({ file, made }) => readFileSync(file, 'utf8') !== made);
if (!argv.includes('--check')) for (const { file, made } of stale) writeFileSync(file, made);
else if (stale.length > 0) {
  console.error(`${stale.map(({ file }) => file).join(', ')}: not what the files say. Run npm run docs.`);
  exit(1);
}

/** The list of each module. The order of its lines is that of help and is kept; a new line follows those of its folder. */
function moduleLists() {
  return filesIn('packages', 'module.ts').map((file) => {
    const text = readFileSync(file, 'utf8');
    const [, module] = /\bname: '([^']+)'/.exec(text) ?? [];
    const commands = join(file.slice(0, file.indexOf('/src/') + 4), 'commands', module);
    return {
      file,
      made: filesIn(commands, '.ts').reduce((made, command) => withCommand(made, module, file, command), text),
    };
  });
}

function withCommand(text, module, file, command) {
  const specifier = `./${relative(dirname(file), command)}`.replace('./../', '../');
  const [, path] = new RegExp(`^  path: '${module} ([^']+)'`, 'm').exec(readFileSync(command, 'utf8')) ?? [];
  if (path === undefined || text.includes(`'${specifier}'`) || isInPiece(text, file, command)) return text;
  const key = /^\w+$/.test(path) ? path : `'${path}'`;
  const lines = text.split('\n');
  const before =
    lines.findLastIndex((line) => line.includes(`import('${dirname(specifier)}/`)) + 1 ||
    lines.findIndex((line) => line.includes('actions: {')) + 1;
  return lines.toSpliced(before, 0, `    ${key}: () => import('${specifier}'),`).join('\n');
}

/** Whether a file beside the command that the module loads has it. */
function isInPiece(text, file, command) {
  const pieces = [...text.matchAll(/import\('([^']+)'\)/g)].map(([, specifier]) => join(dirname(file), specifier));
  return pieces.some(
    (piece) => dirname(piece) === dirname(command) && readFileSync(piece, 'utf8').includes(`'./${basename(command)}'`),
  );
}

/** The code in the page for each action: `upload.part` is exported as `uploadPart`. */
function pageActions() {
  const file = 'packages/extension/src/page/actions.ts';
  const exported = new Map(
    ['read', 'act'].flatMap((folder) =>
      filesIn(`packages/extension/src/page/${folder}`, '.ts').flatMap((path) =>
        [...readFileSync(path, 'utf8').matchAll(/^export (?:async )?(?:function|const) (\w+)/gm)].map(([, name]) => [
          name,
          `./${relative(dirname(file), path)}`,
        ]),
      ),
    ),
  );
  const actions = ['reading', 'acting']
    .map((name) => readFileSync(`packages/browser/src/protocol/${name}.ts`, 'utf8'))
    .flatMap((text) => [...text.matchAll(/^ {2}'?([\w.-]+)'?: defineAction\(/gm)].map(([, action]) => action))
    .map((action) => ({ action, name: action.replace(/[.-](\w)/g, (_, letter) => letter.toUpperCase()) }))
    .filter(({ name }) => exported.has(name));
  const files = [...new Set(actions.map(({ name }) => exported.get(name)))];
  const text = readFileSync(file, 'utf8');
  const types = text.slice(text.indexOf('/** What the code'), text.indexOf('export const PAGE_ACTIONS'));
  const made = [
    '// Written by scripts/generate-lists.mjs (npm run docs).',
    "import type { Action, Data, Params } from '@helve/browser/protocol';",
    "import type { Read } from '../page-message.ts';",
    "import type { ActionOfWorker } from '../worker/actions.ts';",
    ...files.map((from) => {
      const names = actions.map(({ name }) => name).filter((name) => exported.get(name) === from);
      return `import { ${names.join(', ')} } from '${from}';`;
    }),
    '',
    `${types}export const PAGE_ACTIONS: PageActions = {`,
    ...actions.map(({ action, name }) => (action === name ? `  ${name},` : `  '${action}': ${name},`)),
    '};\n',
  ].join('\n');
  return { file, made };
}

function filesIn(folder, end) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(end) && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes('node_modules') && !path.includes('/dist/'))
    .sort();
}
