import { findPlaceholders, type Placeholder } from './placeholder.ts';

/** A word of a PowerShell command. */
export interface PowershellWord {
  /** Without its quotes. */
  readonly text: string;
  /** Its text up to the first placeholder or variable. */
  readonly prefix: string;
  readonly placeholders: readonly Placeholder[];
  /** Names of variables in it. */
  readonly variables: readonly string[];
  readonly quoted: boolean;
  readonly pos: number;
  readonly end: number;
  /** How it is written with references: as one string, so that a value stays one argument. */
  readonly write: (reference: (name: string) => string) => string;
}

/** One command of a pipeline. */
export interface PowershellCommand {
  /** The variable that the statement sets. */
  readonly sets: string | undefined;
  readonly words: readonly PowershellWord[];
  /** It receives the output of the command before it. */
  readonly piped: boolean;
}

export interface ReadPowershell {
  readonly commands: readonly PowershellCommand[];
  /** Where the text stops being of the small language that is read here. */
  readonly strange: { readonly pos: number; readonly text: string } | undefined;
}

interface Piece {
  readonly kind: 'bare' | 'double' | 'single' | 'variable';
  readonly text: string;
  readonly pos: number;
}

/**
 * Reads commands that are words, strings and variables, joined by `;`, `|`, `&&` and `||`. Everything else (sub-expressions,
 * script blocks, the call operator, members, arrays, here-strings) is reported as strange.
 */
export function readPowershell(text: string): ReadPowershell {
  const commands: PowershellCommand[] = [];
  let words: PowershellWord[] = [];
  let sets: string | undefined;
  let piped = false;
  let at = 0;
  const end = (pipe: boolean) => {
    if (words.length > 0) commands.push({ sets, words, piped });
    words = [];
    sets = pipe ? sets : undefined;
    piped = pipe;
  };
  const stop = (): ReadPowershell => {
    end(false);
    return { commands, strange: { pos: at, text: text.slice(at, at + 12) } };
  };
  while (at < text.length) {
    const rest = text.slice(at);
    const space = /^[ \t\r]+/.exec(rest) ?? (words.length === 0 ? /^\s+/.exec(rest) : null);
    const comment = /^#[^\n]*/.exec(rest);
    const joint = /^(&&|\|\||[;\n|])/.exec(rest);
    const redirect = /^(2>&1|[12*]?>>?)(?=\s|\$null|[\w."'/\\])/.exec(rest);
    if (space) at += space[0].length;
    else if (comment) at += comment[0].length;
    else if (joint) {
      end(joint[0] === '|');
      at += joint[0].length;
    } else if (words.length === 0 && /^\$(\w+)\s*=\s*(?![=])/.test(rest)) {
      const found = /^\$(\w+)\s*=\s*/.exec(rest);
      sets = found?.[1];
      at += found?.[0].length ?? 1;
    } else if (redirect && words.length > 0) at += redirect[0].length;
    else {
      const pieces = readPieces(text, at);
      const last = pieces.at(-1);
      if (!last) return stop();
      at = endOf(last);
      if (at < text.length && !/[\s;|&>]/.test(text.charAt(at))) return stop();
      words.push(wordOf(pieces, at));
    }
    if (at < text.length && text[at] === '&' && !text.startsWith('&&', at)) return stop();
  }
  end(false);
  return { commands, strange: undefined };
}

function readPieces(text: string, start: number): readonly Piece[] {
  const pieces: Piece[] = [];
  for (let at = start; ; ) {
    const rest = text.slice(at);
    const bare = /^[\w\-./\\:*?+=%~^,\uE100\uE101]+/.exec(rest) ?? (at > start ? /^[#@]/.exec(rest) : null);
    const double = /^"((?:[^"`$\u201c\u201d\u201e]|\$(?!\{?UTCP_ARG_)(?:\w+|\{\w+\})(?![([])|\$(?=[\s"]))*)"/.exec(
      rest,
    );
    const single = /^'([^'\u2018\u2019\u201a\u201b]*)'/.exec(rest);
    const variable = /^\$(?!\{?UTCP_ARG_)(?:\w+|\{\w+\})(?![.:[(])/.exec(rest);
    if (bare) pieces.push({ kind: 'bare', text: bare[0], pos: at });
    else if (double) pieces.push({ kind: 'double', text: double[1] ?? '', pos: at });
    else if (single) pieces.push({ kind: 'single', text: single[1] ?? '', pos: at });
    else if (variable) pieces.push({ kind: 'variable', text: variable[0], pos: at });
    else return pieces;
    at = endOf(pieces.at(-1));
  }
}

function endOf(piece: Piece | undefined): number {
  if (!piece) return 0;
  return piece.pos + piece.text.length + (piece.kind === 'double' || piece.kind === 'single' ? 2 : 0);
}

function wordOf(pieces: readonly Piece[], end: number): PowershellWord {
  const text = pieces.map((piece) => piece.text).join('');
  const placeholders = pieces.flatMap((piece) =>
    findPlaceholders(piece.text).map((each) => {
      const offset = piece.pos + (piece.kind === 'double' || piece.kind === 'single' ? 1 : 0);
      return { ...each, pos: each.pos + offset, end: each.end + offset };
    }),
  );
  const expanded = pieces.filter(({ kind }) => kind === 'double' || kind === 'variable');
  const first = findPlaceholders(text)[0]?.pos ?? text.length;
  const dollar = text.indexOf('$');
  return {
    text,
    placeholders,
    prefix: text.slice(0, dollar < 0 ? first : Math.min(first, dollar)),
    variables: expanded.flatMap((piece) => [...piece.text.matchAll(/\$\{?(\w+)/g)].map((found) => found[1] ?? '')),
    quoted: pieces.some(({ kind }) => kind === 'double' || kind === 'single'),
    pos: pieces[0]?.pos ?? end,
    end,
    write: (reference) => {
      const written = pieces.map((piece) => {
        const filled = findPlaceholders(piece.text).reduceRight(
          (value, each) => value.slice(0, each.pos) + reference(each.name) + value.slice(each.end),
          piece.text,
        );
        return piece.kind === 'single' ? piece.text.replaceAll(/[`$"]/g, '`$&') : filled;
      });
      const whole = written.join('');
      const option = /^(-\w+:)(.*)$/s.exec(whole);
      return option && pieces[0]?.kind === 'bare' ? `${option[1]}"${option[2]}"` : `"${whole}"`;
    },
  };
}
