import type { Access } from '@helve/command';
import { baseName, programOf, type ShellWord } from './line.ts';

/** A word of a command that is a path, and what is done to it. */
export interface FileArgument {
  readonly word: ShellWord;
  readonly access: Access;
}

type Kind = 'read' | 'write' | 'pattern' | 'copy' | 'mode' | 'find' | 'dd' | 'download';

const BY_KIND: Readonly<Record<Kind, string>> = {
  read:
    'base64 bat cat cd cksum cmp comm cut diff du file head hexdump less ls md5sum more nl od paste pushd readlink ' +
    'sha1sum sha256sum sha512sum sort source stat strings tac tail tree uniq wc xxd zcat . [ test',
  write: 'mkdir mv rm rmdir shred tee touch truncate unlink',
  pattern: 'awk egrep fgrep gawk grep jq rg sed',
  copy: 'cp install ln rsync scp',
  mode: 'chgrp chmod chown',
  find: 'find',
  dd: 'dd',
  download: 'curl wget',
};

const KINDS = new Map(
  Object.entries(BY_KIND).flatMap(([kind, names]) => names.split(' ').map((name) => [name, kind as Kind] as const)),
);

/**
 * The paths among the arguments of well-known programs. It errs by naming words that are none (the number of
 * `head -n 5`), and knows nothing of other programs: what must hold for all of them needs the sandbox.
 */
export function fileArguments(words: readonly ShellWord[]): readonly FileArgument[] {
  const kind = KINDS.get(baseName(programOf(words)));
  const all = words.slice(1);
  const texts = all.map(({ text }) => text);
  const dashes = texts.indexOf('--');
  const plain = all.filter(
    ({ text }, index) => !(text.startsWith('-') && text !== '-' && (dashes < 0 || index < dashes)) && text !== '-',
  );
  const every = (access: Access, some: readonly ShellWord[]) => some.map((word) => ({ word, access }));
  switch (kind) {
    case 'read':
    case 'write':
      return every(kind, plain);
    case 'mode':
      return every('write', plain.slice(1));
    case 'pattern': {
      const told = texts.some((text) => /^(-[^-]*[ef]|--(regexp|file|expression))/.test(text));
      const inPlace = programOf(words).endsWith('sed') && texts.some((text) => /^(-[^-]*i|--in-place)/.test(text));
      return every(inPlace ? 'write' : 'read', plain.slice(told ? 0 : 1));
    }
    case 'copy': {
      const into = texts.findIndex((text) => text === '-t' || text === '--target-directory');
      const target = into < 0 ? plain.at(-1) : all[into + 1];
      return plain.map((word) => ({ word, access: word === target ? 'write' : 'read' }));
    }
    case 'find': {
      const end = texts.findIndex((text) => /^(-[^HLPOD]|[!(])/.test(text));
      const starts = all.slice(0, end < 0 ? undefined : end).filter(({ text }) => !text.startsWith('-'));
      return every(texts.includes('-delete') ? 'write' : 'read', starts);
    }
    case 'dd':
      return all.flatMap(ddArgument);
    case 'download': {
      const target = texts.findIndex((text) => /^(-[^-]*[oO]|--output|--output-document)$/.test(text));
      const word = target < 0 ? undefined : all[target + 1];
      return word ? [{ word, access: 'write' }] : [];
    }
    case undefined:
      return [];
  }
}

function ddArgument(word: ShellWord): readonly FileArgument[] {
  const [, name, path = ''] = /^(if|of)=(.*)$/s.exec(word.text) ?? [];
  if (name === undefined) return [];
  const access = name === 'if' ? 'read' : 'write';
  return [{ word: word.holds === 'text' ? { ...word, path } : word, access }];
}
