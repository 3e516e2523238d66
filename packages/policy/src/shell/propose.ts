import { programOf, type ShellLine, type ShellWord, type SimpleCommand } from './line.ts';
import { commonName, programNamed } from './programs.ts';

/** Programs whose first words name what they do: as many words as belong in a rule. */
const SUBCOMMANDS: Readonly<Record<string, number>> = {
  brew: 2,
  bun: 2,
  cargo: 2,
  composer: 2,
  deno: 2,
  docker: 2,
  dotnet: 2,
  gh: 3,
  git: 2,
  go: 2,
  gradle: 2,
  helm: 2,
  kubectl: 2,
  make: 2,
  mvn: 2,
  npm: 2,
  npx: 2,
  pip: 2,
  pip3: 2,
  pnpm: 2,
  poetry: 2,
  terraform: 2,
  uv: 2,
  yarn: 2,
};

/** Programs that undo work beyond repair, or send files elsewhere. */
const NEVER_WIDE =
  /^(rm|shred|truncate|unlink|install|rsync|scp|tar|mkfs.*|kill|pkill|killall|systemctl|service|mount|umount)$/;

/**
 * Whether a rule for all arguments of a program would allow more than it says: one that the table knows to run commands
 * or code, or to do what cannot be undone.
 */
function isNarrow(program: string): boolean {
  if (NEVER_WIDE.test(program)) return true;
  if (Object.hasOwn(SUBCOMMANDS, program)) return false;
  const row = programNamed(commonName(program));
  const { runs, execOption, shell, obscure, interpreter, evaluates, declares, files, reads } = row;
  const isRunner = [runs, execOption, shell, obscure, interpreter, evaluates, declares].some(Boolean);
  return isRunner || typeof reads === 'function' || files === 'dd' || files === 'download' || files === 'mode';
}

/** Whether an interpreter is given no file: a rule for that would allow whatever it is fed next time. */
function runsWhatItIsFed({ words }: SimpleCommand): boolean {
  const { interpreter } = programNamed(commonName(programOf(words)));
  if (!interpreter || interpreter.codeFirst) return false;
  return words.length === 1 || words.some(({ text }) => text === '-' || text === '/dev/stdin');
}

/**
 * The rules that "always allow" would save for a line: one for each command that needs one. None where the line cannot
 * be taken apart, because no rule would allow it, or where what it runs is no part of it.
 */
export function ruleFor(line: ShellLine): readonly string[] {
  if (line.doubts.length > 0) return [];
  const needing = line.commands.filter(({ starts, effect }) => !starts && effect !== 'inspect');
  if (needing.some(runsWhatItIsFed)) return [];
  return [...new Set(needing.map((command) => `Bash(${patternFor(command)})`))];
}

function patternFor({ words, assignments, through }: SimpleCommand): string {
  const program = programOf(words);
  const exact = [...through, ...assignments, ...words].map(written).join(' ');
  if (through.length > 0 || assignments.length > 0 || isNarrow(program)) return exact;
  // `npm run build` is one task; its name belongs to the rule.
  const run = /^(run|run-script|exec)$/.test(words[1]?.text ?? '') ? 1 : 0;
  const count = (Object.hasOwn(SUBCOMMANDS, program) ? (SUBCOMMANDS[program] ?? 1) : 1) + run;
  const head = words.slice(0, count);
  const clear = head.every(({ text, holds }, index) => holds === 'text' && (index === 0 || /^\w[\w:./-]*$/.test(text)));
  if (!clear) return exact;
  return words.length <= count && count > 1 ? head.map(written).join(' ') : `${head.map(written).join(' ')} *`;
}

/** A word as a rule's pattern reads it back. What cannot be told becomes a star. */
function written({ text, holds }: ShellWord): string {
  if (holds !== 'text') return '*';
  if (!/\s/.test(text)) return text;
  return text.includes('"') ? `'${text}'` : `"${text}"`;
}
