/** Puts texts into the package: pages for `helve docs`, the manual page, and, before packing, README and LICENSE. */
import { spawnSync } from 'node:child_process';
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execPath, argv } from 'node:process';

const ROOT = join(import.meta.dirname, '..');

/** Pages for those who change helve. */
const FOR_DEVELOPERS = ['architecture.md', 'glossary.md'];

export async function copyDocs(folder) {
  await mkdir(folder, { recursive: true });
  const pages = (await readdir(join(ROOT, 'docs'))).filter(
    (name) => name.endsWith('.md') && !FOR_DEVELOPERS.includes(name),
  );
  for (const page of pages) await copyFile(join(ROOT, 'docs', page), join(folder, page));
}

/** The manual page is what `helve help` prints, with the words around it that a manual page has. */
export async function writeManPage(folder, program) {
  const { version } = JSON.parse(await readFile(join(ROOT, 'packages/helve/package.json'), 'utf8'));
  const { stdout, status } = spawnSync(execPath, [program, 'help'], {
    encoding: 'utf8',
    env: { ...process.env, HELVE_HOME: join(folder, 'no-home') },
  });
  if (status !== 0) throw new Error('helve help failed, so there is no manual page');
  const sections = stdout.trimEnd().split(/\n\n(?=\S[^\n]*:\n)/);
  const page = [
    `.TH HELVE 1 "" "helve ${version}" "User Commands"`,
    '.SH NAME',
    'helve \\- hands for an AI agent: files, git, shell, browser and tools as commands',
    '.SH SYNOPSIS',
    '.B helve',
    '.br',
    '.B helve \\-p',
    '.I prompt',
    '.br',
    '.B helve',
    '.I module action',
    '[\\-\\-flag value ...]',
    '.SH DESCRIPTION',
    'Without arguments, helve opens a terminal assistant. With a module and an action it runs one command and prints its result:',
    'text on a terminal, one line of JSON when piped.',
    ...sections.slice(1).flatMap(toSection),
    '.SH FILES',
    '.TP',
    '.I ~/.helve/settings.json',
    'Settings of the user. HELVE_HOME names another folder.',
    '.TP',
    '.I .helve/settings.json',
    'Settings of a project.',
    '.SH SEE ALSO',
    '.B helve docs',
    'lists the pages of the documentation.',
  ];
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'helve.1'), `${page.join('\n')}\n`);
}

function toSection(text) {
  const [title, ...lines] = text.split('\n');
  return [`.SH ${title.replace(/:$/, '').toUpperCase()}`, '.nf', ...lines.map(toRoff), '.fi'];
}

/** A dot or a quote at the start of a line would be a request. */
function toRoff(line) {
  return line
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(?=[.'])/, '\\&');
}

if (argv[1] === import.meta.filename) {
  for (const name of ['README.md', 'LICENSE']) await copyFile(join(ROOT, name), join(ROOT, 'packages/helve', name));
}
