import { lstatSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { readRegularText, readRegularFile } from '@helve/command';

/**
 * Whether git can run nothing that the repository of a folder configures. Only settings that are known to start no
 * program pass; what the user's own settings say counts as theirs.
 */
export function isPlainRepository(folder: string): boolean {
  try {
    const found = repositoryOf(folder);
    if (found === undefined) return true;
    const git = lstatSync(found).isFile() ? linked(found) : found;
    if (!lstatSync(git).isDirectory()) return false;
    const shared = join(git, 'commondir');
    const common = somethingAt(shared) ? resolve(git, readRegularText(shared).trim()) : git;
    const folders = [...new Set([git, common])];
    return folders.every((each) => hasPlainSettings(each) && !hasHooks(each) && !hasOthersInside(each));
  } catch {
    return false;
  }
}

/** The folder of the repository that git would use: a bare one is itself such a folder. */
function repositoryOf(start: string): string | undefined {
  for (let folder = start; ; folder = dirname(folder)) {
    if (somethingAt(join(folder, '.git'))) return join(folder, '.git');
    if (somethingAt(join(folder, 'HEAD')) && somethingAt(join(folder, 'objects'))) throw new Error('bare repository');
    if (dirname(folder) === folder) return undefined;
  }
}

/** Where the file `.git` of a work tree leads. */
function linked(file: string): string {
  const [, path = ''] = /^gitdir: ([^\n]+)\n?$/.exec(readRegularText(file)) ?? [];
  if (path === '') throw new Error('no repository');
  return resolve(dirname(file), path);
}

const SECTION = /^\[(core|user|gc|advice|init|pull|push|fetch|rebase|merge|color|remote "[^"\\]*"|branch "[^"\\]*")\]$/;
const PLAIN_SETTING: Readonly<Record<string, RegExp>> = {
  core: /^(repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf|eol|safecrlf|quotepath)$/,
  user: /^(name|email)$/,
  gc: /^auto$/,
  advice: /^[a-z]+$/,
  init: /^defaultbranch$/,
  pull: /^(rebase|ff)$/,
  push: /^(default|autosetupremote)$/,
  fetch: /^(prune|prunetags)$/,
  rebase: /^(autostash|autosquash)$/,
  merge: /^(ff|conflictstyle)$/,
  color: /^(ui|status|diff|branch)$/,
  remote: /^(url|fetch|pushurl|tagopt|prune|gh-resolved)$/,
  branch: /^(remote|merge|rebase|pushremote|description|vscode-merge-base|github-pr-[a-z-]+)$/,
};

function hasPlainSettings(git: string): boolean {
  if (somethingAt(join(git, 'config.worktree'))) return false;
  if (!somethingAt(join(git, 'config'))) return true;
  let section = '';
  for (const raw of readRegularText(join(git, 'config')).split('\n')) {
    const line = raw.trim();
    if (line === '' || /^[#;]/.test(line)) continue;
    const [, named] = SECTION.exec(line) ?? [];
    if (named !== undefined) {
      section = named.split(' ')[0] ?? '';
      continue;
    }
    const [, name = ''] = /^([A-Za-z][A-Za-z\d-]*)\s*(?:=[^\\]*)?$/.exec(line) ?? [];
    if (!PLAIN_SETTING[section]?.test(name.toLowerCase())) return false;
  }
  return true;
}

/** Even `git status` writes the index, and then runs a hook. */
function hasHooks(git: string): boolean {
  return entries(join(git, 'hooks')).includes('post-index-change');
}

/** git looks into repositories inside this one, with their own settings: the index names them. */
function hasOthersInside(git: string): boolean {
  if (entries(git).some((name) => name === 'modules' || name.startsWith('sharedindex.'))) return true;
  return somethingAt(join(git, 'index')) && readRegularFile(join(git, 'index')).includes(LINK);
}

/** The mode of an entry that is a commit of another repository. */
const LINK = Buffer.from([0, 0, 0xe0, 0]);

/** An entry that cannot be inspected counts as an error: then nothing is known. */
function somethingAt(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function entries(folder: string): readonly string[] {
  return somethingAt(folder) ? readdirSync(folder) : [];
}
