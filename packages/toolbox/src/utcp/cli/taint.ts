import { commonName, programNamed } from '@helve/policy';
import type { Command, ParsedScript, SyntaxNode, Word, WordPart } from 'unbash';
import { isLiteral, type Lead } from './command-words.ts';
import { findPlaceholders, type Placeholder } from './placeholder.ts';
import { type Chain, isBackquoted, walk } from './tree.ts';

/** A script whose placeholders were found: a step, or the text of `sh -c` in one. */
export interface Reading {
  readonly step: number;
  readonly script: ParsedScript;
  /** Those whose values must stay data. */
  readonly placeholders: readonly Placeholder[];
  /** It is the text of `sh -c` in a step. */
  readonly inner?: true;
}

/** What brings a caller's text into a piece of a script: a placeholder, a variable that may hold one's value, a file. */
export interface Source {
  readonly text: string;
  readonly placeholder?: Placeholder;
  /** The word names a file that the script itself wrote a caller's text to. */
  readonly file?: true;
}

/** A place in the steps. */
export interface Position {
  readonly step: number;
  readonly pos: number;
}

/** Builtins that print nothing of files, beside programs that read none. */
const PRINTS_NOTHING_KEPT =
  /^(cd|test|\[|set|export|declare|typeset|local|readonly|unset|shift|exit|return|break|continue|wait|date|mkdir|touch|rm|rmdir|chmod|umask|trap|shopt)$/;

/** Variables that commands set from what they read or are given. */
const SET_BY_COMMANDS = /^(\d+|[@*_]|REPLY|MAPFILE|OPTARG|BASH_(REMATCH|ARGV|COMMAND|EXECUTION_STRING)|COPROC)$/;
const READERS = /^(read|mapfile|readarray|getopts)$/;
const DECLARES = /^(export|declare|typeset|local|readonly)$/;
/** Stands for a file that a caller chose. */
const ANY_FILE = 'a file that the caller chose';
/** Programs that print the folder they are in. */
const PRINTS_FOLDER = /^(pwd|realpath|readlink|dirs)$/;

/** Knows which variables and files may hold what a caller gave, wherever in the steps they are set. */
export class Taint {
  readonly #names = new Set<string>();
  readonly #files = new Set<string>();
  /** Words by which variables are set; `undefined` where they are set in another way. */
  readonly #values = new Map<string, Set<readonly [Word, Reading] | undefined>>();
  /** Variables that hold the name of another, as arithmetic would read it. */
  readonly #aliases = new Set<string>();
  /** Functions whose output may hold something of a caller's. */
  readonly #functions = new Set<string>();
  /** From where on something of a caller's is kept in files or elsewhere, so that programs may print it. */
  readonly #kept: Position | undefined;
  /** Whether anything of a caller's comes into the script at all. */
  readonly active: boolean;

  constructor(readings: readonly Reading[], kept?: Position) {
    this.#kept = kept;
    this.active = readings.some(({ placeholders }) => placeholders.length > 0);
    if (!this.active) return;
    for (let before = -1; before < this.#size; ) {
      before = this.#size;
      for (const reading of readings) this.#follow(reading);
    }
  }

  get #size(): number {
    return this.#names.size + this.#files.size + this.#aliases.size + this.#functions.size;
  }

  /** What of a caller's may be in a node when it is expanded. */
  sourcesIn(node: SyntaxNode, reading: Reading): readonly Source[] {
    if (!this.active) return [];
    const found = new Map<string, Source>();
    const add = (name: string) => {
      if (this.#holds(name)) found.set(name, { text: `$${name}` });
      else if (this.#files.has(`$${name}`)) found.set(name, { text: `$${name}`, file: true });
    };
    walk(node, (chain) => {
      const each = chain.at(-1);
      if (!each) return;
      for (const placeholder of reading.placeholders) {
        if (placeholder.pos >= each.pos && placeholder.end <= each.end)
          found.set(`${placeholder.pos}`, { text: placeholder.text, placeholder });
      }
      if (each.type === 'SimpleExpansion') add(each.text.slice(1));
      if (each.type === 'ParameterExpansion') {
        if (each.prefix === '!') found.set(each.text, { text: each.text });
        else add(each.parameter);
      }
      if (each.type === 'Word' && this.#files.has(baseOf(each.value)) && isLiteral(each)) {
        found.set(`file ${each.value}`, { text: each.value, file: true });
      }
      if (this.#isKept(each, reading)) found.set(`kept ${each.pos}`, { text: keptText(each) });
      if (each.type === 'Command' && each.name) {
        if (this.#functions.has(each.name.value)) found.set(each.name.value, { text: each.name.value });
        const program = commonName(each.name.value);
        const folder = PRINTS_FOLDER.test(program) && this.#names.has('PWD');
        if (folder || (this.#names.size > 0 && printsVariables(program, each))) found.set(program, { text: program });
      }
      if (isBackquoted(each) && 'text' in each) for (const name of namesIn(each.text)) add(name);
    });
    return [...found.values()];
  }

  /** Names of files, contents of files and outputs of programs, once something of a caller's was left there. */
  #isKept(node: SyntaxNode, { step, inner }: Reading): boolean {
    const kept = this.#kept;
    if (!kept || step < kept.step || (step === kept.step && inner !== true && node.pos < kept.pos)) return false;
    if (node.type === 'Glob' || node.type === 'ExtendedGlob') return true;
    if (node.type === 'Redirect') return node.operator === '<' || node.operator === '<>';
    if (node.type !== 'Command' || !node.name) return false;
    const program = commonName(node.name.value);
    return programNamed(program).files !== 'none' && !PRINTS_NOTHING_KEPT.test(program);
  }

  /** Names of variables that may hold something of a caller's. */
  get names(): readonly string[] {
    return [...this.#names];
  }

  /** The same where text is evaluated as arithmetic, in which a bare name is a variable, and so is a name that it holds. */
  arithmeticSourcesIn(node: SyntaxNode, reading: Reading): readonly Source[] {
    const bare = new Set<string>();
    walk(node, (chain) => {
      const each = chain.at(-1);
      if (each && 'value' in each && typeof each.value === 'string')
        for (const name of namesIn(each.value)) bare.add(name);
      if (each?.type === 'ArithmeticCommand') for (const name of namesIn(each.body)) bare.add(name);
      if (each?.type === 'ArithmeticExpansion') for (const name of namesIn(each.text)) bare.add(name);
      if (each?.type === 'SimpleExpansion') bare.add(each.text.slice(1));
      if (each?.type === 'ParameterExpansion') bare.add(each.parameter);
    });
    const named = [...bare].filter((name) => this.#holds(name) || this.#aliases.has(name)).map((text) => ({ text }));
    return this.active ? [...this.sourcesIn(node, reading), ...named] : [];
  }

  /** What a word starts with. */
  leadOf(word: Word, reading: Reading): Lead {
    return this.#leadOfParts(word.parts ?? [], word.value, reading, 0);
  }

  #leadOfParts(parts: readonly WordPart[], value: string, reading: Reading, depth: number): Lead {
    const names: string[] = [];
    const guarded = new Set(reading.placeholders.map(({ name }) => name));
    /** Whether it is known what follows. */
    const addText = (text: string): boolean => {
      let at = 0;
      for (const { name, pos, end } of findPlaceholders(text)) {
        if (pos > at) return true;
        if (guarded.has(name)) names.push(name);
        at = end;
      }
      return at < text.length;
    };
    const addPart = (part: WordPart): boolean | 'unknown' => {
      switch (part.type) {
        case 'Literal':
        case 'SingleQuoted':
        case 'AnsiCQuoted':
          return addText(part.value);
        case 'DoubleQuoted': {
          for (const each of part.parts) {
            const known = addPart(each);
            if (known !== false) return known;
          }
          return false;
        }
        case 'SimpleExpansion':
        case 'ParameterExpansion': {
          const valued = this.sourcesIn(part, reading).some(({ file }) => !file);
          if (!valued) return false;
          const name = part.type === 'SimpleExpansion' ? part.text.slice(1) : part.parameter;
          if (part.type === 'ParameterExpansion' && (part.operation || part.prefix || part.index)) {
            const fallback =
              part.operation?.type === 'Default' && !this.#holds(name) ? part.operation.operand : undefined;
            return fallback
              ? addLead(this.#leadOfParts(fallback.parts ?? [], fallback.value, reading, depth + 1))
              : 'unknown';
          }
          return addLead(this.#leadOfVariable(name, depth + 1));
        }
        default:
          return this.sourcesIn(part, reading).length > 0 ? 'unknown' : /Glob|Brace/.test(part.type);
      }
    };
    const addLead = (lead: Lead): boolean | 'unknown' => {
      if (lead === 'unknown') return 'unknown';
      if (lead !== 'template') names.push(...lead);
      return lead === 'template';
    };
    if (parts.length === 0) addText(value);
    for (const part of parts) {
      const known = addPart(part);
      if (known === 'unknown') return 'unknown';
      if (known) break;
    }
    return names.length === 0 ? 'template' : [...new Set(names)];
  }

  #leadOfVariable(name: string, depth: number): Lead {
    const values = this.#values.get(name);
    if (depth > 8 || !values || SET_BY_COMMANDS.test(name) || values.has(undefined)) return 'unknown';
    const leads = [...values].map((set) =>
      set ? this.#leadOfParts(set[0].parts ?? [], set[0].value, set[1], depth + 1) : 'unknown',
    );
    if (leads.includes('unknown')) return 'unknown';
    const names = leads.flatMap((lead) => (typeof lead === 'string' ? [] : lead));
    return names.length === 0 ? 'template' : names;
  }

  /** Files that hold something of a caller's, as far as they are known. */
  get files(): readonly Source[] {
    return [...this.#files].map((text) => ({ text, file: true as const }));
  }

  /** Whether the caller chose a file that something of a caller's is written to: it may be any. */
  get anyFile(): boolean {
    return this.#files.has(ANY_FILE);
  }

  /** Whether a variable was set to something of a caller's. */
  mayHold(name: string): boolean {
    return this.#names.has(name);
  }

  #holds(name: string): boolean {
    return this.active && (this.#names.has(name) || SET_BY_COMMANDS.test(name));
  }

  #follow(reading: Reading): void {
    const set = (names: readonly string[], from: SyntaxNode | undefined, words: readonly Word[] | undefined) => {
      for (const name of names) {
        const values = this.#values.get(name) ?? new Set();
        if (!this.#values.has(name)) this.#values.set(name, values);
        const known = [...values];
        for (const word of words ?? []) if (!known.some((each) => each?.[0] === word)) values.add([word, reading]);
        if (!words) values.add(undefined);
      }
      if (!from || this.sourcesIn(from, reading).length === 0) return;
      for (const name of names) this.#names.add(name);
    };
    walk(reading.script, (chain) => {
      const node = chain.at(-1);
      switch (node?.type) {
        case 'Assignment':
          if (namesIn(node.value.type === 'Word' ? node.value.value : '').some((name) => this.#isEvaluated(name)))
            this.#aliases.add(node.name);
          return set([node.name], node.value, node.value.type === 'Word' && !node.index ? [node.value] : undefined);
        case 'For':
        case 'Select':
          if (!node.wordlist) this.#names.add(node.name.value);
          set([node.name.value], undefined, node.wordlist?.every(isOneWord) ? node.wordlist : undefined);
          for (const word of node.wordlist ?? []) set([node.name.value], word, []);
          return;
        case 'ParameterExpansion':
          if (node.operation?.type === 'Default' && /=/.test(node.operation.operator))
            set([node.parameter], node.operation.operand, undefined);
          return;
        case 'Function':
          if (this.sourcesIn(node.body, reading).length > 0) this.#functions.add(node.name.value);
          return;
        case 'Command':
          return this.#followCommand(node, chain, reading, set);
        default:
      }
    });
    set([`CMD_${reading.step}_OUTPUT`], reading.script, undefined);
  }

  #isEvaluated(name: string): boolean {
    return this.#holds(name) || this.#aliases.has(name);
  }

  #followCommand(
    node: Command,
    chain: Chain,
    reading: Reading,
    set: (names: readonly string[], from: SyntaxNode | undefined, words: readonly Word[] | undefined) => void,
  ): void {
    const all = [node.name, ...node.args].filter((each): each is Word => each?.type === 'Word');
    const start = all.findIndex(({ value }) => value !== 'builtin' && value !== 'command');
    const program = all[start]?.value ?? '';
    const words = all.slice(start + 1);
    if (READERS.test(program)) {
      for (const { value } of words) {
        this.#names.add(value);
        set([value], undefined, undefined);
      }
    }
    if (/^(cd|pushd)$/.test(program)) set(['PWD', 'OLDPWD', 'DIRSTACK'], node, undefined);
    if (program === 'printf' && words[0]?.value.startsWith('-v')) {
      set([words[0].value.slice(2) || (words[1]?.value ?? '')], node, undefined);
    }
    // A word such as "x=…" behind export is an assignment whose name is only known when it runs.
    if (DECLARES.test(program)) {
      for (const word of words) set([word.value.split(/[=+[]/)[0] ?? ''], word, undefined);
    }
    this.#followFiles(node, chain, reading);
  }

  /** Files that a command writes to while it holds something of a caller's. */
  #followFiles(node: Command, chain: Chain, reading: Reading): void {
    const targets: Word[] = [];
    const redirects = [
      ...node.redirects,
      ...chain.flatMap((each) => (each.type === 'Redirected' ? each.redirects : [])),
    ];
    for (const redirect of redirects) {
      if (redirect.type !== 'Redirect' || !redirect.operator.includes('>') || !redirect.target) continue;
      const duplicates = redirect.operator === '>&' && /^(\d+-?|-)$/.test(redirect.target.value);
      if (!duplicates) targets.push(redirect.target);
    }
    const program = commonName(node.name?.value ?? '');
    const { files } = programNamed(program);
    const inPlace = program === 'sed' && node.args.some((each) => /^(-\w*i|--in-place)/.test(each.text));
    const writes = files === 'write' && program === 'tee';
    if (writes || files === 'copy' || files === 'dd' || files === 'download' || inPlace) {
      for (const arg of node.args) if (arg.type === 'Word' && !arg.value.startsWith('-')) targets.push(arg);
    }
    if (targets.length === 0) return;
    const above = chain.find(({ type }) => type === 'Pipeline' || type === 'Redirected' || type === 'Function') ?? node;
    if (this.sourcesIn(above, reading).length === 0) return;
    for (const target of targets) {
      if (isLiteral(target)) {
        const name = baseOf(target.value.replace(/^of=/, ''));
        if (findPlaceholders(name).length > 0) this.#files.add(ANY_FILE);
        else if (!/^(null|stdout|stderr|tty|)$/.test(name)) this.#files.add(name);
      }
      for (const name of target.text.match(/(?<=\$\{?)[A-Za-z_]\w*/g) ?? [])
        this.#files.add(this.#holds(name) ? ANY_FILE : `$${name}`);
    }
  }
}

function printsVariables(program: string, { args }: Command): boolean {
  if (program === 'set') return args.length === 0;
  if (/^(env|printenv)$/.test(program)) return args.every(({ text }) => text.startsWith('-')) || program === 'printenv';
  return DECLARES.test(program) && (args.length === 0 || args.some(({ text }) => /^-\w*p/.test(text)));
}

function keptText(node: SyntaxNode): string {
  if (node.type === 'Command') return node.name?.value ?? '';
  if (node.type === 'Redirect') return node.target?.text ?? '';
  return 'text' in node ? node.text : '';
}

function isOneWord(word: Word): boolean {
  return (word.parts ?? []).every(({ type }) => !/Expansion/.test(type) || type === 'ArithmeticExpansion');
}

function baseOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Names in a text that is not taken apart, and parameters such as $1. */
function namesIn(text: string): readonly string[] {
  return text.match(/[A-Za-z_]\w*|(?<=\$\{?)(\d+|[@*])/g) ?? [];
}
