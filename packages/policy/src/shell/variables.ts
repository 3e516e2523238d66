import { type Command, forEachChild, type ParsedScript, type SyntaxNode, type Word } from 'unbash';
import { programNamed } from './programs.ts';

/** Where a script sets a variable. */
interface Site {
  /** The words that it may become; absent: that cannot be told. */
  readonly words?: readonly Word[] | undefined;
  /** The part of the script in which it has that value. */
  readonly from: number;
  readonly to: number;
}

/** Variables with which a program does what it does without them. */
const HARMLESS =
  /^(NODE_ENV|CI|TZ|LANG|LANGUAGE|LC_[A-Z]+|NO_COLOR|FORCE_COLOR|CLICOLOR(_FORCE)?|COLUMNS|LINES|TERM|DEBUG|RUST_LOG|RUST_BACKTRACE|CARGO_TERM_COLOR|GOOS|GOARCH|CGO_ENABLED|PYTHONUNBUFFERED|PYTHONDONTWRITEBYTECODE)$/;

/** Names in small letters that bash or zsh give a meaning to, from their manuals. */
const OF_SHELLS: ReadonlySet<string> = new Set(
  (
    'aliases argv auto_resume builtins cdpath commands dirstack dis_aliases dis_builtins dis_functions ' +
    'dis_functions_source dis_galiases dis_patchars dis_reswords dis_saliases epochtime errnos fignore fpath ' +
    'funcfiletrace funcsourcetrace funcstack functions functions_source functrace galiases histchars history ' +
    'historywords jobdirs jobstates jobtexts keymaps mailpath manpath mapfile module_path modules nameddirs options ' +
    'parameters patchars path pipestatus prompt psvar reply reswords saliases signals status sysparams termcap ' +
    'terminfo userdirs usergroups watch widgets zsh_eval_context zsh_scheduled_events'
  ).split(' '),
);

/** Whether a program that is given a variable does what it does without it. */
export function isHarmlessVariable(name: string): boolean {
  return HARMLESS.test(name);
}

/**
 * Whether a variable is the line's own: no shell gives it a meaning, and no program is given it, because it is not in
 * the environment. Names in capitals are not: shells and programs know too many of them.
 */
export function isOwnVariable(name: string, env: Readonly<Record<string, string | undefined>>): boolean {
  return /^[a-z][a-z\d_]*$/.test(name) && !OF_SHELLS.has(name) && env[name] === undefined;
}

/** What a script sets, found out before it is read: a loop uses in its next round what it sets at its end. */
export class Variables {
  readonly #sites = new Map<string, Site[]>();
  /** Something may set any variable. */
  #any = false;
  /** The functions that it defines. */
  readonly functions = new Set<string>();
  /** Where it changes the folder, or may. */
  readonly #moves: number[] = [];
  /** What it defines runs later, perhaps in another folder. */
  #defers = false;
  /** Commands that only set variables, and run whenever the list that they are in does. */
  readonly #always = new Set<Command>();

  /** `known` is whether what an enclosing script set can be told here. */
  constructor(script: ParsedScript, known: (name: string) => boolean) {
    this.#visit(script, script.pos, script.end);
    this.isUntouched = (name) => known(name) && !this.#any && !this.#sites.has(name);
  }

  /** Whether a variable has the value here that it had before the script. */
  readonly isUntouched: (name: string) => boolean;

  /** The words that a variable may be at a place: it is set once, and on every way to the place. */
  wordsAt(name: string, position: number): readonly Word[] | undefined {
    const [site, ...others] = this.#sites.get(name) ?? [];
    if (this.#any || !site || others.length > 0) return undefined;
    return position >= site.from && position < site.to ? site.words : undefined;
  }

  /** Whether it changes the folder within a part of it that may run again. */
  movesWithin({ pos, end }: { readonly pos: number; readonly end: number }): boolean {
    return this.#moves.some((at) => at >= pos && at < end);
  }

  /** Whether parts of it may run in a folder that it changes to further on. */
  get runsElsewhere(): boolean {
    return this.#defers && this.#moves.length > 0;
  }

  #set(name: string, site: Site): void {
    this.#sites.set(name, [...(this.#sites.get(name) ?? []), site]);
  }

  /** `from` and `to` are the list of commands that a node is in. */
  #visit(node: SyntaxNode, from: number, to: number): void {
    const unknown: Site = { from, to: from };
    switch (node.type) {
      case 'Script':
        // Positions in it are not those of the line.
        if (node.source !== undefined) this.#any = true;
        return this.#visitAll(node, node.pos, node.end);
      case 'CompoundList':
        return this.#visitAll(node, node.pos, node.end);
      case 'Statement': {
        const { command } = node;
        const first = command.type === 'AndOr' ? command.commands[0] : command;
        // Behind `&&`, in a pipeline or in the background it may not be set, or in another process.
        if (first?.type !== 'Command' || first.name || node.background) break;
        this.#always.add(first);
        this.#setAll(first, to);
        break;
      }
      case 'For':
      case 'Select':
        this.#set(node.name.value, {
          words: node.type === 'For' ? node.wordlist : undefined,
          from: node.body.pos,
          to: node.body.end,
        });
        break;
      case 'Command':
        for (const each of node.prefix) {
          if (each.type === 'Assignment' && !this.#always.has(node)) this.#set(each.name, unknown);
        }
        if (node.name) this.#visitBuiltin(node, unknown);
        break;
      case 'Function':
        this.functions.add(node.name.value);
        this.#defers = true;
        break;
      case 'Coproc':
        this.#set(node.name?.value ?? 'COPROC', unknown);
        break;
      case 'FileDescriptorVariable':
        this.#set(node.name, unknown);
        break;
      case 'ParameterExpansion':
        if (node.operation?.type === 'Default' && /=/.test(node.operation.operator)) this.#set(node.parameter, unknown);
        if (node.prefix === '!') this.#any = true;
        break;
      case 'ArithmeticBinary':
        if (isAssigning(node.operator)) this.#setIn(node.left, unknown);
        break;
      case 'ArithmeticUnary':
        if (/^(\+\+|--)$/.test(node.operator)) this.#setIn(node.operand, unknown);
        break;
      default:
        break;
    }
    this.#visitAll(node, from, to);
  }

  #visitAll(node: SyntaxNode, from: number, to: number): void {
    forEachChild(node, (child) => this.#visit(child, from, to));
  }

  #setAll({ prefix }: Command, to: number): void {
    for (const each of prefix) {
      if (each.type !== 'Assignment') continue;
      const plain = each.index === undefined && !each.append && each.value.type === 'Word';
      const words = plain && each.value.type === 'Word' ? [each.value] : undefined;
      this.#set(each.name, { words, from: each.end, to });
    }
  }

  #setIn(node: SyntaxNode, site: Site): void {
    const name = node.type === 'ArithmeticWord' ? /^\w+/.exec(node.value)?.[0] : undefined;
    if (name === undefined) this.#any = true;
    else this.#set(name, site);
  }

  /** Builtins set the variables that their words name. */
  #visitBuiltin(node: Command, site: Site): void {
    const words = [node.name, ...node.args].flatMap((word) => (word ? [word] : []));
    const texts = words.map((word) => (word.type === 'Word' ? word.value : word.text));
    const isBuiltin = (text: string) => {
      const { evaluates, declares } = programNamed(text);
      return evaluates === true || declares === true || text === 'printf';
    };
    const [program = ''] = texts;
    const isRunner = programNamed(program).runs !== undefined;
    if (
      /^(cd|chdir|pushd|popd)$/.test(program) ||
      (isRunner && texts.some((text) => /^(cd|chdir|pushd|popd)$/.test(text)))
    ) {
      this.#moves.push(node.pos);
    }
    if (texts.some((text) => /^(eval|source|\.|trap|alias)$/.test(text))) this.#moves.push(node.pos);
    if (texts.some((text) => /^(trap|alias)$/.test(text))) this.#defers = true;
    if (words[0]?.type === 'Word' && words[0].parts && /[$`*?[{]/.test(words[0].text)) this.#any = true;
    if (!texts.some(isBuiltin)) return;
    if (!isBuiltin(program) && !isRunner) return;
    const sets = program === 'printf' ? texts.some((text) => text.startsWith('-v')) : true;
    if (!sets) return;
    if (texts.some((text) => /^(eval|source|\.|trap|alias|fc|history|bind|enable)$/.test(text))) this.#any = true;
    if (words.some((word) => word.type === 'Word' && word.parts && /[$`*?[{]/.test(word.text))) this.#any = true;
    for (const text of texts) for (const [name] of text.matchAll(/[A-Za-z_]\w*/g)) this.#set(name, site);
  }
}

/** Whether an operator of arithmetic sets what is on its left. */
export function isAssigning(operator: string): boolean {
  return /^([*/%+&^|-]|<<|>>)?=$/.test(operator);
}
