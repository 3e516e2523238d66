import type { Access } from '@helve/command';
import { baseName, programOf, type ShellWord } from './line.ts';
import { programNamed } from './programs.ts';

/** A word of a command that is a path, and what is done to it. */
export interface FileArgument {
  readonly word: ShellWord;
  readonly access: Access;
}

/**
 * The paths among the arguments of well-known programs. It errs by naming words that are none (the number of
 * `head -n 5`), and knows nothing of other programs: what must hold for all of them needs the sandbox.
 */
export function fileArguments(words: readonly ShellWord[]): readonly FileArgument[] {
  const { files } = programNamed(baseName(programOf(words)));
  const all = words.slice(1);
  const texts = all.map(({ text }) => text);
  const dashes = texts.indexOf('--');
  const plain = all.filter(
    ({ text }, index) => !(text.startsWith('-') && text !== '-' && (dashes < 0 || index < dashes)) && text !== '-',
  );
  const every = (access: Access, some: readonly ShellWord[]) => some.map((word) => ({ word, access }));
  switch (files) {
    case 'read':
    case 'write':
      return every(files, plain);
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
    default:
      return [];
  }
}

function ddArgument(word: ShellWord): readonly FileArgument[] {
  const [, name, path = ''] = /^(if|of)=(.*)$/s.exec(word.text) ?? [];
  if (name === undefined) return [];
  const access = name === 'if' ? 'read' : 'write';
  return [{ word: word.holds === 'text' ? { ...word, path } : word, access }];
}
