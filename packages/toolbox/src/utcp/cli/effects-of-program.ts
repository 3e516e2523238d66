import { isReadOnly, plainWord, programNamed, unknownWord } from '@helve/policy';
import type { CommandWord } from './command-words.ts';
import { sourcesOf } from './command-words.ts';
import type { Effect, Place } from './effect.ts';
import type { Source } from './taint.ts';

const set = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Programs of the table that only print, whatever they are given. */
const PRINTS = set(
  'b2sum base32 base64 basenc bc bzcat cal cd dig expand factor ffprobe fmt fold getent host join locale locate nslookup ' +
    'numfmt pgrep ping popd pushd sha224sum sha384sum shasum sum times tsort umask unexpand whois xzcat yes zcat zstdcat',
);
/** Programs that remove files or change their rights. */
const REMOVES = set('rm rmdir shred unlink truncate chmod chgrp chown');
const MAKES_NAMES = set('mkdir mktemp touch');
/** Programs whose last operand is what they write. */
const COPIES = set('cp mv ln install');
/** Programs that read settings which can name programs to run, and keep what they are given elsewhere. */
const KEEPS_STATE = set('docker podman kubectl gh systemctl npm pip cargo journalctl bat');
const RUNS_WITHIN = set('run exec create start restart reload rollout scale cp');
const GIT_READS = set(
  'log show diff shortlog whatchanged reflog status ls-files ls-tree check-ignore cat-file rev-parse rev-list describe ' +
    'show-ref merge-base name-rev blame count-objects diff-tree for-each-ref show-branch grep ls-remote check-ref-format',
);
const GIT_KEEPS = set('commit tag branch add push fetch remote init rm');
/** Options of curl with which it writes nothing but its output. */
const CURL_PRINTS =
  /^(-[sSfLGkIivg46]*[XHdGAemubFr]?|--(silent|show-error|fail|location|request|header|data\w*|data-\w+|json|user|user-agent|max-time|connect-timeout|retry|get|head|include|compressed|form|url|url-query|insecure|referer|cookie|fail-with-body|oauth2-bearer))(=.*)?$/;

/** The effects of a program that the table knows to run none of its arguments. `given` is what of a caller's it gets. */
export function effectsOfData(name: string, rest: readonly CommandWord[], given: readonly Source[]): readonly Effect[] {
  const { files } = programNamed(name);
  if (name === 'git') return effectsOfGit(rest, given);
  if (KEEPS_STATE.has(name) || name === 'aws' || name === 'helve') return effectsOfService(name, rest, given);
  const settings: readonly Effect[] =
    name === 'scp' || name === 'rsync' || name === 'wget'
      ? [{ type: 'runs', program: name, what: 'settings', given }]
      : [];
  if (PRINTS.has(name) || REMOVES.has(name) || prints(name, rest)) return settings;
  if (MAKES_NAMES.has(name)) return given.length > 0 ? [{ type: 'leaves', place: 'names', sources: given }] : [];
  const writes = COPIES.has(name) || name === 'tee' || files === 'dd' || files === 'download';
  // A fixed archive or a fixed conversion is the template's own; a copy may be a shell by another name.
  if (given.length === 0 && !writes) return settings;
  return [...settings, ...placesOf(name, rest).map((place): Effect => ({ type: 'leaves', place, sources: given }))];
}

function prints(name: string, rest: readonly CommandWord[]): boolean {
  if (name === 'curl') {
    const options = rest.filter(({ prefix }) => prefix.startsWith('-'));
    return options.every(({ prefix }) => CURL_PRINTS.test(prefix));
  }
  if (programNamed(name).reads === 'version') return false;
  const words = rest.map(({ text, literal, lead, splits, prefix }) => {
    if (literal) return plainWord(text);
    return lead === 'unknown' || splits ? unknownWord(text) : plainWord(`${prefix}x`);
  });
  return isReadOnly([plainWord(name), ...words]);
}

function placesOf(name: string, rest: readonly CommandWord[]): readonly Place[] {
  const end = rest.findIndex(({ text }) => text === '--');
  const isOption = (word: CommandWord, index: number) => (end < 0 || index <= end) && word.prefix.startsWith('-');
  const operands = rest.filter((word, index) => !isOption(word, index));
  const place = (word: CommandWord | undefined): Place => (word?.literal ? { path: word.text } : 'anywhere');
  if (COPIES.has(name)) {
    const moved = rest.some((word, index) => isOption(word, index) && /^(-\w*t|--t)/.test(word.text));
    return [moved || operands.length < 2 ? 'anywhere' : place(operands.at(-1))];
  }
  if (name === 'tee') return operands.map(place);
  if (name === 'dd') {
    const target = operands.filter(({ prefix }) => prefix.startsWith('of='));
    return target.map(({ literal, text }) => (literal ? { path: text.slice(3) } : 'anywhere'));
  }
  return ['anywhere'];
}

function effectsOfGit(rest: readonly CommandWord[], given: readonly Source[]): readonly Effect[] {
  const runs: Effect = { type: 'runs', program: 'git', what: 'settings of git', given };
  const start = firstOperand(rest, /^(-C|--git-dir|--work-tree|--namespace)$/);
  const action = rest[start]?.text ?? '';
  if (given.length === 0 || GIT_READS.has(action)) return [runs];
  const branches = /^(checkout|switch)$/.test(action) && /^-[bBc]$/.test(rest[start + 1]?.text ?? '');
  const onlyName = branches && sourcesOf(rest.slice(start + 3)).length === 0;
  const place: Place = GIT_KEEPS.has(action) || onlyName ? 'state' : 'work tree';
  return [runs, { type: 'leaves', place, sources: given }];
}

function effectsOfService(name: string, rest: readonly CommandWord[], given: readonly Source[]): readonly Effect[] {
  const action = rest[firstOperand(rest, /^-/)]?.text ?? '';
  const within = RUNS_WITHIN.has(action) || name === 'helve';
  const downloads = name === 'aws' || rest.some(({ text }) => text === 'download');
  const runs: Effect = { type: 'runs', program: name, what: within ? 'anything' : 'settings', given };
  if (given.length === 0) return [runs];
  return [runs, { type: 'leaves', place: within || downloads ? 'anywhere' : 'state', sources: given }];
}

/** The index of the first word that is no option; `valued` are options with a value. */
function firstOperand(rest: readonly CommandWord[], valued: RegExp): number {
  let index = 0;
  while (rest[index]?.prefix.startsWith('-'))
    index += valued.test(rest[index]?.text ?? '') && valued.source !== '^-' ? 2 : 1;
  return index;
}
