/** Takes shell command lines apart. Loaded only when one is to be judged: the parser is large. */
import { type Command, forEachChild, parse, type Redirect, type SyntaxNode } from 'unbash';
import { type Access, projectRoot, realPath, type Touch } from '@helve/command';
import { effectOfCommand, effectOfLine } from './effect.ts';
import { type FileArgument, fileArguments, isIndirect } from './file-arguments.ts';
import { isPlainRepository } from './git-repository.ts';
import {
  baseName,
  pathOf,
  plainWord,
  programOf,
  type Reach,
  type ShellLine,
  type ShellWord,
  type SimpleCommand,
  unknownWord,
} from './line.ts';
import { absoluteShapes, isOfProcess, namesOnDisk } from './places.ts';
import { printsContents } from './read-only-git.ts';
import { isPlain, mayClimb } from './shape.ts';
import { signsOf } from './signs.ts';
import { unwrap } from './unwrap.ts';
import { isAssigning, isHarmlessVariable, isOwnVariable, Variables } from './variables.ts';
import { readAssignment, readWord, type Scope, textsOf } from './word.ts';

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
  readonly #reaches: Reach[] = [];
  readonly #unclear: { text: string; access: Access }[] = [];
  readonly #doubts = new Set<string>();
  readonly #functions = new Set<string>();
  readonly #scope: Scope;
  /** Where a relative path may start, after every `cd`. */
  readonly #folders: string[];
  #variables: Variables | undefined;
  /** Variables whose value is being worked out. */
  readonly #resolving = new Set<string>();
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
    this.#scope = {
      home: where.env.HOME ?? where.env.USERPROFILE,
      variable: (name, position) => this.#valueOf(name, position),
    };
  }

  finish(): ShellLine {
    if (this.#evaluates && this.#quotedSubstitution) this.#doubts.add('a quoted substitution may be evaluated');
    const changes =
      [...this.#redirections, ...this.#reaches].some(mayConfigureGit) ||
      this.#commands.some(({ effect, starts }) => effect === 'modify' && !starts);
    const line = {
      // What the line writes may be settings by which git runs programs.
      commands: changes ? this.#commands.map(withoutTrust) : this.#commands,
      redirections: this.#redirections,
      reaches: this.#reaches,
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
    const outer = [this.#depth, this.#syntaxDepth, this.#variables] as const;
    this.#depth = depth;
    try {
      const script = parse(text);
      const around = this.#variables;
      this.#variables = new Variables(script, (name) => around?.isUntouched(name) ?? true);
      for (const name of this.#variables.functions) this.#functions.add(name);
      this.#lost ||= this.#variables.runsElsewhere;
      this.#visit(script);
    } catch (thrown) {
      this.#doubts.add(`it cannot be parsed (${thrown instanceof Error ? thrown.message : String(thrown)})`);
    }
    [this.#depth, this.#syntaxDepth, this.#variables] = outer;
  }

  #visit = (node: SyntaxNode): void => {
    const { doubts = [], evaluates = false, quotesSubstitution = false } = signsOf(node);
    for (const doubt of doubts) this.#doubts.add(doubt);
    this.#evaluates ||= evaluates;
    this.#quotedSubstitution ||= quotesSubstitution;
    for (const name of namesSetBy(node)) this.#readSetting(name);
    switch (node.type) {
      case 'Command':
        this.#readCommand(node);
        break;
      case 'Redirect':
        this.#readRedirect(node);
        break;
      case 'For':
      case 'Select':
        for (const word of node.wordlist ?? []) this.#readPattern(readWord(word, this.#scope));
        this.#lost ||= this.#variables?.movesWithin(node) ?? true;
        break;
      case 'While':
      case 'ArithmeticFor':
        this.#lost ||= this.#variables?.movesWithin(node) ?? true;
        break;
      case 'ArrayValue':
        for (const word of node.elements) this.#readPattern(readWord(word, this.#scope));
        break;
      default:
        break;
    }
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

  /** The texts that a variable may be, if the line sets it to something that can be told. */
  #valueOf(name: string, position: number): readonly string[] | undefined {
    const { env } = this.#where;
    const words = this.#variables?.wordsAt(name, position);
    if (words && isOwnVariable(name, env) && !this.#resolving.has(name)) {
      this.#resolving.add(name);
      const texts = textsOf(words, this.#scope);
      this.#resolving.delete(name);
      return texts;
    }
    if (!this.#variables?.isUntouched(name)) return undefined;
    if (name === 'HOME' && env.HOME !== undefined) return [env.HOME];
    return name === 'PWD' && !this.#lost ? this.#folders : undefined;
  }

  /** A variable that something other than `X=1` sets. */
  #readSetting(name: string): void {
    if (isHarmlessVariable(name) || isOwnVariable(name, this.#where.env)) return;
    const word = { ...unknownWord(`${name}=…`), form: `${name}=${unknownWord('').form}` };
    this.#add([word], [], 'execute');
  }

  #readCommand(node: Command): void {
    const set = node.prefix.flatMap((each) => (each.type === 'Assignment' ? [each] : []));
    const read = (each: (typeof set)[number]) => readAssignment(each, this.#scope);
    if (!node.name) {
      const unsafe = set.some(({ name }) => !isHarmlessVariable(name) && !isOwnVariable(name, this.#where.env));
      if (set.length > 0) this.#add(set.map(read), [], unsafe ? 'execute' : 'inspect');
      return;
    }
    // The program is given these, so that also a name of the line's own may mean something to it.
    const assignments = set.filter(({ name }) => !isHarmlessVariable(name)).map(read);
    const words = [node.name, ...node.args].map((each) =>
      each.type === 'Word' ? readWord(each, this.#scope) : readAssignment(each, this.#scope),
    );
    for (const word of words) this.#readPattern(word);
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
      this.#doubts.add(`${program.text} becomes an unknown command`);
    }
    if (EVALUATING.test(program.text)) this.#evaluates = true;
    const { starts, inside } = unwrap(words, input);
    // The shell that runs a script is given the variables too: BASH_ENV is run before it.
    const isGiven = assignments.length > 0 && inside.some(({ kind }) => kind === 'script');
    const isFunction = this.#functions.has(program.text);
    const effect = isFunction ? 'inspect' : this.#effectOf(words, assignments);
    this.#add(words, assignments, effect, (starts && !isGiven) || isFunction, through);
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

  #effectOf(words: readonly ShellWord[], assignments: readonly ShellWord[]): SimpleCommand['effect'] {
    const effect = effectOfCommand(words, assignments);
    if (effect !== 'inspect' || programOf(words) !== 'git') return effect;
    // A repository may name programs that git runs even for `git status`.
    const isOwn = !this.#left && !this.#lost && this.#folders.every(isPlainRepository);
    return isOwn ? 'inspect' : 'execute';
  }

  #add(
    words: readonly ShellWord[],
    assignments: readonly ShellWord[],
    effect: SimpleCommand['effect'],
    starts = false,
    through: readonly ShellWord[] = [],
  ): void {
    const isFunction = this.#functions.has(programOf(words));
    const files = isFunction ? [] : fileArguments(words);
    const found = files.map((file) => this.#find(file));
    const touches = found.flatMap((each) => each.touches);
    const reaches = found.flatMap((each) => each.reaches);
    if (printsContents(words))
      reaches.push({ path: projectRoot(this.#where.cwd), access: 'read', below: { hidden: true, links: false } });
    const vague = !isFunction && (isIndirect(words) || found.some((each) => each.vague));
    const ofProcess = found.some((each) => each.ofProcess);
    const exceeds = ofProcess || (effect === 'modify' && (vague || writesPattern(programOf(words), found)));
    this.#commands.push({
      words,
      assignments,
      through,
      starts,
      effect: exceeds ? 'execute' : effect,
      touches,
      reaches,
      vague: vague || ofProcess,
    });
  }

  /** Where the paths of an argument lead. */
  #find({ shapes, access, below, maybe }: FileArgument): Found {
    const found = { touches: [] as Touch[], reaches: [] as Reach[], vague: false, ofProcess: false };
    if (!shapes) return { ...found, vague: maybe === undefined };
    for (const shape of shapes) {
      if (shape === '' || isDevice(shape)) continue;
      const isRelative = !shape.startsWith('/');
      const places = this.#folders.map((folder) => absoluteShapes(shape, folder));
      if ((isRelative && this.#lost) || mayClimb(shape) || places.includes(undefined)) {
        found.vague ||= maybe === undefined;
        continue;
      }
      for (const path of new Set(places.flatMap((each) => each ?? []))) {
        found.ofProcess ||= maybe === undefined && isOfProcess(path);
        if (isPlain(path) && !maybe) found.touches.push({ path, access });
        if (!isPlain(path) || maybe || below) found.reaches.push({ path, access, ...(below ? { below } : {}) });
        if (isPlain(path)) continue;
        const names = namesOnDisk(path);
        found.vague ||= maybe === undefined && (!names || (isRelative && names.some((name) => this.#isOption(name))));
        for (const name of names ?? []) {
          if (realPath(name) !== name) found.reaches.push({ path: name, access, ...(below ? { below } : {}) });
        }
      }
    }
    return found;
  }

  /** Whether a name that a pattern stands for would be read as an option. */
  #isOption(path: string): boolean {
    return this.#folders.some((folder) => path.startsWith(`${folder}/-`));
  }

  /** The folders that a shell looks into for the names that a pattern stands for. */
  #readPattern({ shapes }: ShellWord): void {
    for (const shape of shapes ?? []) {
      if (isPlain(shape)) continue;
      const end = Math.max(...[...shape.matchAll(/[\uE002-\uE004]/g)].map(({ index }) => index));
      const folder = shape.slice(0, shape.lastIndexOf('/', end) + 1);
      const { touches, reaches } = this.#find({ shapes: [folder === '' ? '.' : folder], access: 'read' });
      this.#redirections.push(...touches);
      this.#reaches.push(...reaches);
    }
  }

  /** Follows `cd`, so that relative paths behind it are taken from there too. */
  #enter(words: readonly ShellWord[]): void {
    const name = baseName(programOf(words));
    if (name === 'popd') this.#lost = true;
    if (name !== 'cd' && name !== 'pushd' && name !== 'chdir') return;
    const target = words.slice(1).find(({ text }) => !/^-[LPe@]+$/.test(text) && text !== '--') ?? this.#home();
    const path = pathOf(target);
    if (path === undefined || /^[/-]|\.\./.test(path)) this.#left = true;
    if (path === undefined || path === '-' || this.#folders.length >= MOST_FOLDERS || this.#where.env.CDPATH) {
      this.#lost = true;
      return;
    }
    const entered = this.#folders.flatMap((folder) => absoluteShapes(path, folder) ?? []);
    this.#folders.push(...new Set(entered.slice(0, MOST_FOLDERS)));
  }

  #home(): ShellWord {
    const { home } = this.#scope;
    return home === undefined ? unknownWord('~') : plainWord(home);
  }

  #readRedirect(node: Redirect): void {
    const { operator, target } = node;
    if (!target) return;
    const word = readWord(target, this.#scope);
    const duplicates = operator === '<&' || operator === '>&';
    if (duplicates && /^(\d+-?|-)$/.test(word.text)) return;
    // Bash expands such a word twice, so what was quoted in it is not.
    if (duplicates && /[$`]/.test(target.text)) this.#doubts.add(`${operator} ${target.text} is expanded twice`);
    const accesses: readonly Access[] =
      operator === '<' || operator === '<&' ? ['read'] : operator === '<>' ? ['read', 'write'] : ['write'];
    if (word.shapes?.some((shape) => /^\/dev\/(tcp|udp)\//.test(shape))) {
      this.#doubts.add(`${operator} ${word.text} opens a connection`);
    }
    // What a process substitution runs is judged by itself.
    if (/^[<>]\(/.test(word.text)) return;
    this.#readPattern(word);
    const text = `${operator} ${word.text}`;
    for (const access of accesses) {
      const { touches, reaches, vague, ofProcess } = this.#find({ shapes: word.shapes, access });
      this.#redirections.push(...touches);
      this.#reaches.push(...reaches);
      if (vague || ofProcess) this.#unclear.push({ text, access });
    }
  }
}

/** What an argument of a command touches. */
interface Found {
  readonly touches: readonly Touch[];
  readonly reaches: readonly Reach[];
  /** It may touch anything. */
  readonly vague: boolean;
  readonly ofProcess: boolean;
}

/** Which files a pattern means can be told only where links are not followed: mv moves the link itself. */
function writesPattern(program: string, found: readonly Found[]): boolean {
  const open = found.flatMap(({ reaches }) =>
    reaches.filter(({ access, path }) => access === 'write' && !isPlain(path)),
  );
  return open.some(({ path }) => program !== 'mv' || !isPlain(path.slice(0, path.lastIndexOf('/'))));
}

/** Whether something is written that git may read as settings, or that makes a folder a repository. */
function mayConfigureGit({ access, path }: Touch): boolean {
  return access === 'write' && (!isPlain(path) || /\/\.git(\/|$)|\/(HEAD|config|commondir)$/i.test(realPath(path)));
}

function withoutTrust(command: SimpleCommand): SimpleCommand {
  return programOf(command.words) === 'git' && command.effect === 'inspect'
    ? { ...command, effect: 'execute' }
    : command;
}

/** The variables that a piece of syntax sets, but for those that are written as `X=1`. */
function namesSetBy(node: SyntaxNode): readonly string[] {
  switch (node.type) {
    case 'For':
    case 'Select':
      return [node.name.value];
    case 'Coproc':
      return node.name ? [node.name.value] : [];
    case 'FileDescriptorVariable':
      return [node.name];
    case 'ParameterExpansion':
      return node.operation?.type === 'Default' && node.operation.operator.endsWith('=') ? [node.parameter] : [];
    case 'ArithmeticBinary':
      return isAssigning(node.operator) ? [nameIn(node.left)] : [];
    case 'ArithmeticUnary':
      return node.operator === '++' || node.operator === '--' ? [nameIn(node.operand)] : [];
    default:
      return [];
  }
}

function nameIn(node: SyntaxNode): string {
  return node.type === 'ArithmeticWord' ? (/^\w+/.exec(node.value)?.[0] ?? '?') : '?';
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
