/** Pieces of text that several git commands show, in the manner of git itself. */
import type * as v from 'valibot';
import type { commitSchema, fileDiffSchema, integrationSchema, totalsSchema } from './schemas.ts';

type FileDiff = v.InferOutput<typeof fileDiffSchema>;
type Commit = v.InferOutput<typeof commitSchema>;
type Totals = v.InferOutput<typeof totalsSchema>;
type Integration = v.InferOutput<typeof integrationSchema>;

export function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : plural}`;
}

export function short(hash: string): string {
  return hash.slice(0, 8);
}

export function nameOf(file: { readonly path: string; readonly from?: string | undefined }): string {
  return file.from === undefined ? file.path : `${file.from} -> ${file.path}`;
}

/** For a model: a line for each file. */
export function fileLines(files: readonly FileDiff[]): string[] {
  return files.map((file) => {
    const numbers = file.binary ? '(binary)' : `+${file.insertions} -${file.deletions}`;
    return `${file.change} ${nameOf(file)} ${numbers}`;
  });
}

export function moreFiles({ omitted = 0 }: { readonly omitted?: number | undefined }): string[] {
  return omitted === 0 ? [] : [`… and ${count(omitted, 'more file')}`];
}

/** ` 2 files changed, 3 insertions(+), 1 deletion(-)` */
export function totalsLine({ files, insertions, deletions }: Totals): string {
  return [
    ` ${count(files, 'file')} changed`,
    ...(insertions > 0 ? [`${count(insertions, 'insertion')}(+)`] : []),
    ...(deletions > 0 ? [`${count(deletions, 'deletion')}(-)`] : []),
  ].join(', ');
}

const BAR_WIDTH = 40;

/** As `git diff --stat` has it: a bar for each file, and the sum. */
export function diffStat(files: readonly FileDiff[], totals: Totals = sum(files)): string[] {
  const widest = Math.max(0, ...files.map((file) => nameOf(file).length));
  const most = Math.max(1, ...files.map((file) => file.insertions + file.deletions));
  const digits = Math.max(String(most).length, files.some((file) => file.binary) ? 'Bin'.length : 0);
  const scale = Math.min(1, BAR_WIDTH / most);
  const bar = (sign: string, lines: number) => sign.repeat(Math.ceil(lines * scale));
  const lines = files.map((file) => {
    const name = nameOf(file).padEnd(widest);
    if (file.binary) return ` ${name} | ${'Bin'.padStart(digits)}`;
    const changed = String(file.insertions + file.deletions).padStart(digits);
    return ` ${name} | ${changed} ${bar('+', file.insertions)}${bar('-', file.deletions)}`.trimEnd();
  });
  const more = totals.files - files.length;
  return [...lines, ...(more > 0 ? [` … and ${count(more, 'more file')}`] : []), totalsLine(totals)];
}

function sum(files: readonly FileDiff[]): Totals {
  return {
    files: files.length,
    insertions: files.reduce((total, file) => total + file.insertions, 0),
    deletions: files.reduce((total, file) => total + file.deletions, 0),
  };
}

/** As `git log` has it. */
export function commitLines(commit: Commit): string[] {
  const names = commit.refs.length === 0 ? '' : ` (${commit.refs.join(', ')})`;
  const message = [commit.subject, ...(commit.body === undefined ? [] : ['', ...commit.body.split('\n')])];
  return [
    `commit ${commit.hash}${names}`,
    ...(commit.parents.length > 1 ? [`Merge:  ${commit.parents.map(short).join(' ')}`] : []),
    `Author: ${commit.author.name} <${commit.author.email}>`,
    `Date:   ${commit.date.replace('T', ' ')}`,
    '',
    ...message.map((line) => (line === '' ? '' : `    ${line}`)),
  ];
}

export function integrationModel(data: Integration): string {
  if (!data.updated) return 'Already up to date';
  const { branch, commits, files, insertions, deletions } = data;
  return `${count(commits, 'new commit')} on ${branch ?? 'no branch'}: ${count(files, 'file')}, +${insertions} -${deletions}`;
}

export function integrationPerson(data: Integration): string {
  if (!data.updated) return 'Already up to date.';
  const from = data.before === undefined ? '' : `${short(data.before)}..`;
  const to = data.after === undefined ? '' : short(data.after);
  return `Updated ${data.branch ?? 'HEAD'} ${from}${to} (${count(data.commits, 'commit')})\n${totalsLine(data)}`;
}
