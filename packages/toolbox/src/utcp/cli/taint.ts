import type { ParsedScript, SyntaxNode, Word } from 'unbash';
import type { Placeholder } from './placeholder.ts';
import { isBackquoted, walk } from './tree.ts';

/** A script whose placeholders were found: a step, or the text of `sh -c` in one. */
export interface Reading {
  readonly step: number;
  readonly script: ParsedScript;
  /** Those whose values must stay data. */
  readonly placeholders: readonly Placeholder[];
}

/** What brings a caller's text into a piece of a script: a placeholder, or a variable that may hold one's value. */
export interface Source {
  readonly text: string;
  readonly placeholder?: Placeholder;
}

/** Variables that commands set from what they read or are given. */
const SET_BY_COMMANDS = /^(\d+|[@*_]|REPLY|MAPFILE|OPTARG|BASH_(REMATCH|ARGV|COMMAND|EXECUTION_STRING)|COPROC)$/;
const READERS = /^(read|mapfile|readarray|getopts)$/;

/** Knows which variables may hold what a caller gave, wherever in the steps they are set. */
export class Taint {
  readonly #names = new Set<string>();
  /** Whether anything of a caller's comes into the script at all. */
  readonly active: boolean;

  constructor(readings: readonly Reading[]) {
    this.active = readings.some(({ placeholders }) => placeholders.length > 0);
    if (!this.active) return;
    for (let before = -1; before < this.#names.size; ) {
      before = this.#names.size;
      for (const reading of readings) this.#follow(reading);
    }
  }

  /** What of a caller's may be in a node when it is expanded. */
  sourcesIn(node: SyntaxNode, reading: Reading): readonly Source[] {
    if (!this.active) return [];
    const found = new Map<string, Source>();
    const add = (name: string) => {
      if (this.#holds(name)) found.set(name, { text: `$${name}` });
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
      if (isBackquoted(each) && 'text' in each) for (const name of namesIn(each.text)) add(name);
    });
    return [...found.values()];
  }

  /** The same where text is evaluated as arithmetic, in which a bare name is a variable. */
  arithmeticSourcesIn(node: SyntaxNode, reading: Reading): readonly Source[] {
    const bare = new Set<string>();
    walk(node, (chain) => {
      const each = chain.at(-1);
      if (each && 'value' in each && typeof each.value === 'string')
        for (const name of namesIn(each.value)) bare.add(name);
      if (each?.type === 'ArithmeticCommand') for (const name of namesIn(each.body)) bare.add(name);
      if (each?.type === 'ArithmeticExpansion') for (const name of namesIn(each.text)) bare.add(name);
    });
    const named = [...bare].filter((name) => this.#holds(name)).map((name) => ({ text: name }));
    return [...this.sourcesIn(node, reading), ...named];
  }

  #holds(name: string): boolean {
    return this.active && (this.#names.has(name) || SET_BY_COMMANDS.test(name));
  }

  #follow(reading: Reading): void {
    const set = (names: readonly string[], from: SyntaxNode | undefined) => {
      if (!from || this.sourcesIn(from, reading).length === 0) return;
      for (const name of names) this.#names.add(name);
    };
    walk(reading.script, (chain) => {
      const node = chain.at(-1);
      switch (node?.type) {
        case 'Assignment':
          return set([node.name], node.value);
        case 'For':
        case 'Select':
          if (!node.wordlist) this.#names.add(node.name.value);
          for (const word of node.wordlist ?? []) set([node.name.value], word);
          return;
        case 'ParameterExpansion':
          if (node.operation?.type === 'Default') set([node.parameter], node.operation.operand);
          return;
        case 'Command': {
          const words = node.args.filter((each): each is Word => each.type === 'Word');
          const program = node.name?.value ?? '';
          if (READERS.test(program)) for (const { value } of words) this.#names.add(value);
          if (/^(cd|pushd)$/.test(program)) set(['PWD', 'OLDPWD', 'DIRSTACK'], node);
          if (program === 'printf' && words[0]?.value === '-v') set([words[1]?.value ?? ''], node);
          // A word such as "x=…" behind export is an assignment whose name is only known when it runs.
          if (/^(export|declare|typeset|local|readonly)$/.test(program)) {
            for (const word of words) set([word.value.split(/[=+[]/)[0] ?? ''], word);
          }
          return;
        }
        default:
      }
    });
    set([`CMD_${reading.step}_OUTPUT`], reading.script);
  }
}

/** Names in a text that is not taken apart, and parameters such as $1. */
function namesIn(text: string): readonly string[] {
  return text.match(/[A-Za-z_]\w*|(?<=\$\{?)(\d+|[@*])/g) ?? [];
}
