import type { ShellWord } from './line.ts';

const SED_ADDRESS = String.raw`(\d+|\$|/[^/;{}]*/)`;
const SED_PRINT = new RegExp(`^${SED_ADDRESS}?(,${SED_ADDRESS})?\\s*[pdq=]$`);
const SED_REPLACE = /^(\d+)?s([/|,#])[^;\n\\]*\2[^;\n\\]*\2[gpiI\d]*$/;

/** Only printing and replacing: sed can also write files and run programs. */
export function isReadOnlySed(words: readonly ShellWord[]): boolean {
  const scripts: string[] = [];
  const plain = words.slice(1).filter(({ text }) => !text.startsWith('-'));
  const options = words.slice(1).filter(({ text }) => text.startsWith('-'));
  if (!options.every(({ text }) => /^-([nErzsu]+|-quiet|-silent|-regexp-extended)$/.test(text))) return false;
  if (plain[0]) scripts.push(...plain[0].text.split(';'));
  return scripts.length > 0 && scripts.every((each) => SED_PRINT.test(each.trim()) || SED_REPLACE.test(each.trim()));
}
