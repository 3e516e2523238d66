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

/** Programs that start others, or undo work beyond repair: a rule for all their arguments would allow too much. */
const NEVER_WIDE =
  /^(rm|sudo|doas|su|dd|mkfs.*|ssh|scp|curl|wget|python\d?|node|perl|ruby|eval|source|\.|exec|chmod|chown|kill)$/;

/** Whether an interpreter is given no file: a rule for that would allow whatever it is fed next time. */
function runsWhatItIsFed({ words }: SimpleCommand): boolean {
  if (!programNamed(commonName(programOf(words))).codeOption) return false;
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
  if (through.length > 0 || assignments.length > 0 || NEVER_WIDE.test(program)) return exact;
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
