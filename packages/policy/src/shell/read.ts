/** Takes shell command lines apart. Loaded only when one is to be judged: the parser is large. */
import { type Command, forEachChild, parse, type Redirect, type SyntaxNode } from 'unbash';
import { type Access, resolvePath, type Touch } from '@helve/command';
import { effectOfCommand, effectOfLine, isHarmlessVariable } from './effect.ts';
import { fileArguments } from './file-arguments.ts';
import { baseName, programOf, type ShellLine, type ShellWord, type SimpleCommand } from './line.ts';
import { signsOf } from './signs.ts';
import { unwrap } from './unwrap.ts';
import { readAssignment, readWord } from './word.ts';

/** Where a line would run. */
export interface Where {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Finds every simple command and every redirection in a line, however deep it is wrapped. Never throws. */
export function readShellLine(text: string, where: Where): ShellLine {
  const reader = new LineReader(where);
  reader.readScript(text, 0);
  return reader.finish();
}

/** Scripts within scripts: `sh -c "sh -c …"`. */
const DEEPEST = 12;
/** More folders than a line changes to in earnest. */
const MOST_FOLDERS = 8;
/** Substitutions within substitutions. */
const DEEPEST_SYNTAX = 40;
/** Longer lines are not taken apart: some take the parser a time that grows with the square of their length. */
const LONGEST = 100_000;
/** Words that evaluate their arguments as arithmetic, in which bash runs substitutions that were quoted. */
const EVALUATING =
  /^(let|declare|typeset|local|export|readonly|unset|read|printf|test|\[|mapfile|readarray|wait|getopts)$/;

class LineReader {
  readonly #where: Where;
  readonly #commands: SimpleCommand[] = [];
  readonly #redirections: Touch[] = [];
  readonly #unclear: { text: string; access: Access }[] = [];
  readonly #doubts = new Set<string>();
  /** Where a relative path may start, after every `cd`. */
  readonly #folders: string[];
  /** Whether a `cd` went somewhere that cannot be told. */
  #lost = false;
  /** Whether a `cd` may have left the folder that the line starts in. */
  #left = false;
  #evaluates = false;
  #quotedSubstitution = false;
  #depth = 0;
  #syntaxDepth = 0;

  constructor(where: Where) {
    this.#where = where;
    this.#folders = [where.cwd];
  }

  finish(): ShellLine {
    if (this.#evaluates && this.#quotedSubstitution) this.#doubts.add('a quoted substitution may be evaluated');
    const line = {
      commands: this.#commands,
      redirections: this.#redirections,
      unclear: this.#unclear,
      doubts: [...this.#doubts],
    };
    return { ...line, effect: effectOfLine(line) };
  }

  readScript(text: string, depth: number): void {
    if (depth > DEEPEST) {
      this.#doubts.add('scripts are wrapped too deep');
      return;
    }
    if (text.length > LONGEST) {
      this.#doubts.add('it is too long to be taken apart');
      return;
    }
    // At the end of a line some shells drop it, and others keep it.
    if (/(^|[^\\])(\\\\)*\\$/.test(text)) this.#doubts.add('it ends in a backslash');
    const outer = [this.#depth, this.#syntaxDepth] as const;
    this.#depth = depth;
    try {
      this.#visit(parse(text));
    } catch (thrown) {
      this.#doubts.add(`it cannot be parsed (${thrown instanceof Error ? thrown.message : String(thrown)})`);
    }
    [this.#depth, this.#syntaxDepth] = outer;
  }

  #visit = (node: SyntaxNode): void => {
    const { doubts = [], evaluates = false, quotesSubstitution = false } = signsOf(node);
    for (const doubt of doubts) this.#doubts.add(doubt);
    this.#evaluates ||= evaluates;
    this.#quotedSubstitution ||= quotesSubstitution;
    if (node.type === 'Command') this.#readCommand(node);
    if (node.type === 'Redirect') this.#readRedirect(node);
    // A substitution is parsed when it is first looked at.
    const nested = node.type === 'Script' ? 1 : 0;
    if (nested + this.#syntaxDepth > DEEPEST_SYNTAX) {
      this.#doubts.add('substitutions are wrapped too deep');
      return;
    }
    this.#syntaxDepth += nested;
    forEachChild(node, this.#visit);
    this.#syntaxDepth -= nested;
  };

  #readCommand(node: Command): void {
    const set = node.prefix.flatMap((each) => (each.type === 'Assignment' ? [each] : []));
    const assignments = set.filter(({ name }) => !isHarmlessVariable(name)).map(readAssignment);
    if (!node.name) {
      if (set.length > 0) this.#add(set.map(readAssignment), [], assignments.length > 0 ? 'execute' : 'inspect');
      return;
    }
    const words = [node.name, ...node.args].map((each) =>
      each.type === 'Word' ? readWord(each) : readAssignment(each),
    );
    this.#readWords(words, assignments, [], inputOf(node));
  }

  #readWords(
    words: readonly ShellWord[],
    assignments: readonly ShellWord[],
    through: readonly ShellWord[],
    input: ShellWord | undefined,
  ): void {
    const [program] = words;
    if (!program) return;
    if (program.holds !== 'text' || program.text.startsWith('=')) {
      this.#doubts.add(`${program.text} becomes a command that cannot be told`);
    }
    if (EVALUATING.test(program.text)) this.#evaluates = true;
    const { starts, inside } = unwrap(words, input);
    // A repository elsewhere may name programs that git runs even for `git status`.
    const effect = this.#left && program.text === 'git' ? 'execute' : effectOfCommand(words, assignments);
    this.#add(words, assignments, effect, starts, through);
    this.#enter(words);
    const depth = this.#depth + 1;
    for (const each of inside) {
      if (each.kind === 'unknown') this.#doubts.add(each.why);
      else if (each.kind === 'script') {
        if (!each.exact) this.#doubts.add(`the script ${each.text} is put together when it runs`);
        this.readScript(each.text, depth);
      } else {
        const unsafe = (each.assignments ?? []).filter(({ text }) => !isHarmlessVariable(text.split('=')[0] ?? ''));
        this.#depth = depth;
        if (depth > DEEPEST) this.#doubts.add('commands are wrapped too deep');
        else this.#readWords(each.words, [...assignments, ...unsafe], [...through, ...(each.through ?? [])], undefined);
        this.#depth = depth - 1;
      }
    }
  }

  #add(
    words: readonly ShellWord[],
    assignments: readonly ShellWord[],
    effect: SimpleCommand['effect'],
    starts = false,
    through: readonly ShellWord[] = [],
  ): void {
    const files = fileArguments(words).filter(({ word }) => word.path === undefined || !isDevice(word.path));
    this.#commands.push({
      words,
      assignments,
      through,
      starts,
      effect,
      touches: files.flatMap(({ word, access }) => this.#touches(word, access)),
      vague: files.some(({ word }) => !this.#isTold(word)),
    });
  }

  /** Follows `cd`, so that relative paths behind it are taken from there too. */
  #enter(words: readonly ShellWord[]): void {
    const name = baseName(programOf(words));
    if (name === 'popd') this.#lost = true;
    if (name !== 'cd' && name !== 'pushd') return;
    const target = words.slice(1).find(({ text }) => !/^-[LPe@]+$/.test(text) && text !== '--');
    const path = target ? target.path : '~';
    if (path === undefined || /^[/~-]|\.\./.test(path)) this.#left = true;
    if (path === undefined || path === '-' || this.#folders.length >= MOST_FOLDERS) {
      this.#lost = true;
      return;
    }
    this.#folders.push(...this.#folders.map((folder) => this.#resolve(path, folder)).slice(0, MOST_FOLDERS));
  }

  #readRedirect(node: Redirect): void {
    const { operator, target } = node;
    if (!target) return;
    const word = readWord(target);
    const duplicates = operator === '<&' || operator === '>&';
    if (duplicates && /^(\d+-?|-)$/.test(word.text)) return;
    // Bash expands such a word twice, so what was quoted in it is not.
    if (duplicates && /[$`]/.test(word.text)) this.#doubts.add(`${operator} ${word.text} is expanded twice`);
    const accesses: readonly Access[] =
      operator === '<' || operator === '<&' ? ['read'] : operator === '<>' ? ['read', 'write'] : ['write'];
    if (word.path !== undefined && isDevice(word.path)) return;
    for (const access of accesses) {
      if (this.#isTold(word)) this.#redirections.push(...this.#touches(word, access));
      // What a process substitution runs is judged by itself.
      else if (!/^[<>]\(/.test(word.text)) this.#unclear.push({ text: `${operator} ${word.text}`, access });
    }
  }

  #isTold({ path }: ShellWord): boolean {
    return path !== undefined && (!this.#lost || path.startsWith('/') || path.startsWith('~'));
  }

  #touches({ path }: ShellWord, access: Access): readonly Touch[] {
    if (path === undefined || path === '') return [];
    const places = this.#folders.map((folder) => this.#resolve(path, folder));
    return [...new Set(places)].map((place) => ({ path: place, access }));
  }

  #resolve(path: string, folder: string): string {
    return resolvePath({ cwd: folder, env: this.#where.env }, path);
  }
}

/** Files that are no files: nothing is kept in them. */
function isDevice(path: string): boolean {
  return /^\/dev\/(null|zero|stdin|stdout|stderr|tty|full|u?random|fd\/\d+)$/.test(path);
}

/** The text that a command is given with `<<` or `<<<`. */
function inputOf(node: Command): ShellWord | undefined {
  for (const redirect of node.redirects) {
    if (redirect.type === 'HereString' && redirect.target) return readWord(redirect.target);
    if (redirect.type === 'HereDoc') {
      const { text, parts } = redirect.body;
      const plain = !parts || parts.every((part) => part.type === 'Literal');
      return { text, form: '', holds: plain ? 'text' : 'anything' };
    }
  }
  return undefined;
}
