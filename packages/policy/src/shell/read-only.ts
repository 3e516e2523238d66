import type { ShellWord } from './line.ts';
import { isReadOnlyGit } from './read-only-git.ts';

type Check = (words: readonly ShellWord[]) => boolean;

/** Programs that write nothing and start nothing, whatever their arguments are. */
const ALWAYS: ReadonlySet<string> = new Set(
  (
    'arch basename cat cd cksum cmp column comm cut df diff dirname du echo egrep expr false fgrep free grep groups ' +
    'head hexdump id jq ls md5sum nl nproc od paste pwd readlink realpath rev seq sha1sum sha256sum sha512sum sleep ' +
    'stat strings tac tail tr true tty type uname uptime wc whereis which whoami :'
  ).split(' '),
);

/** Programs that only tell their version when that is all they are asked. */
const VERSIONED =
  /^(node|npm|npx|pnpm|yarn|python3?|pip3?|ruby|go|cargo|rustc|java|tsc|gcc|clang|make|docker|git|bash)$/;

/** Programs that write or start something with some of their arguments; none of which may be unknown. */
const SOMETIMES: Readonly<Record<string, Check>> = {
  command: ([, option]) => /^-[vV]$/.test(option?.text ?? ''),
  date: without(/^(-[^-]*s|--set)/),
  env: ({ length }) => length === 1,
  fd: without(/^(-[^-]*[xX]|--exec)/),
  file: without(/^(-[^-]*C|--compile)/),
  // What -exec runs is judged by itself.
  find: without(/^-(delete|fprint|fprint0|fprintf|fls)$/),
  git: isReadOnlyGit,
  hostname: ({ length }) => length === 1,
  printenv: () => true,
  printf: without(/^-v/),
  ps: () => true,
  rg: without(/^--(pre|hostname-bin)\b/),
  sed: isReadOnlySed,
  sort: without(/^(-[^-]*[oT]|--output|--compress-program|--temporary)/),
  test: without(/^-v$/),
  '[': without(/^-v$/),
  tree: without(/^(-[^-]*[oR]|--output)/),
  uniq: (words) => words.slice(1).filter(({ text }) => !text.startsWith('-')).length < 2,
};

/** Whether a command is known to write and to start nothing. What is not known is not. */
export function isReadOnly(words: readonly ShellWord[]): boolean {
  const [program] = words;
  if (!program || program.holds !== 'text') return false;
  const name = program.text;
  if (ALWAYS.has(name)) return true;
  if (words.length === 2 && words[1]?.text === '--version' && VERSIONED.test(name)) return true;
  return Object.hasOwn(SOMETIMES, name) && !words.some(mayBeOption) && (SOMETIMES[name]?.(words) ?? false);
}

function without(option: RegExp): Check {
  return (words) => !words.slice(1).some(({ text }) => option.test(text));
}

/** Whether a word may turn out to be an option: an expansion always, a glob if it may begin with a dash. */
function mayBeOption({ holds, text }: ShellWord): boolean {
  return holds === 'anything' || (holds === 'names' && /^[*?[]/.test(text));
}

const SED_ADDRESS = String.raw`(\d+|\$|/[^/;{}]*/)`;
const SED_PRINT = new RegExp(`^${SED_ADDRESS}?(,${SED_ADDRESS})?\\s*[pdq=]$`);
const SED_REPLACE = /^(\d+)?s([/|,#])[^;\n\\]*\2[^;\n\\]*\2[gpiI\d]*$/;

/** Only printing and replacing: sed can also write files and run programs. */
function isReadOnlySed(words: readonly ShellWord[]): boolean {
  const scripts: string[] = [];
  const plain = words.slice(1).filter(({ text }) => !text.startsWith('-'));
  const options = words.slice(1).filter(({ text }) => text.startsWith('-'));
  if (!options.every(({ text }) => /^-([nErzsu]+|-quiet|-silent|-regexp-extended)$/.test(text))) return false;
  if (plain[0]) scripts.push(...plain[0].text.split(';'));
  return scripts.length > 0 && scripts.every((each) => SED_PRINT.test(each.trim()) || SED_REPLACE.test(each.trim()));
}
