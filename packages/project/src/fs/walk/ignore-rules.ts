/** What the rules of one file say of a path; undefined where none of them names it. */
export type Verdict = 'ignored' | 'kept' | undefined;

export interface IgnoreRules {
  /** `folder` ends with a slash; its first `base` characters are the folder of the rules. */
  judge(folder: string, base: number, name: string, isFolder: boolean): Verdict;
}

interface Rule {
  /** The last rule that matches decides. */
  readonly index: number;
  readonly negated: boolean;
  readonly folderOnly: boolean;
}

interface GlobRule extends Rule {
  readonly expression: RegExp;
  readonly ofPath: boolean;
}

/**
 * Reads a file in the format of .gitignore. Most rules are a name or an ending: those are looked up, so that the
 * number of rules hardly matters; only real globs are tried one by one.
 */
export function parseIgnoreRules(text: string): IgnoreRules {
  const names = new Map<string, Rule[]>();
  const endings = new Map<string, Rule[]>();
  const globs: GlobRule[] = [];
  for (const [index, line] of text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .entries()) {
    if (line.startsWith('#')) continue;
    // Spaces at the end do not count unless they are escaped.
    const written = line.replace(/(?<!\\)(\\\\)* +$/, '$1');
    const negated = written.startsWith('!');
    const whole = negated ? written.slice(1) : written;
    const folderOnly = whole.endsWith('/');
    const pattern = folderOnly ? whole.slice(0, -1) : whole;
    if (pattern === '') continue;
    const rule = { index, negated, folderOnly };
    if (pattern.includes('/')) {
      globs.unshift({ ...rule, expression: toExpression(pattern.replace(/^\//, '')), ofPath: true });
    } else if (!/[*?[\\]/.test(pattern)) {
      names.set(pattern, [rule, ...(names.get(pattern) ?? [])]);
    } else if (/^\*\.[^*?[\\]*$/.test(pattern)) {
      endings.set(pattern.slice(1), [rule, ...(endings.get(pattern.slice(1)) ?? [])]);
    } else {
      globs.unshift({ ...rule, expression: toExpression(pattern), ofPath: false });
    }
  }

  const anyName = anyOf(globs.filter(({ ofPath }) => !ofPath));
  const anyPath = anyOf(globs.filter(({ ofPath }) => ofPath));

  function judge(folder: string, base: number, name: string, isFolder: boolean): Verdict {
    let last = lastOf(names.get(name), isFolder);
    if (endings.size > 0) {
      for (let dot = name.indexOf('.'); dot !== -1; dot = name.indexOf('.', dot + 1)) {
        const rule = lastOf(endings.get(name.slice(dot)), isFolder);
        if (rule && (!last || rule.index > last.index)) last = rule;
      }
    }
    const path = anyPath && folder.slice(base) + name;
    if (anyName?.test(name) || (path !== undefined && anyPath?.test(path))) {
      const glob = globs.find(
        (rule) => (isFolder || !rule.folderOnly) && rule.expression.test(rule.ofPath ? (path ?? '') : name),
      );
      if (glob && (!last || glob.index > last.index)) last = glob;
    }
    return last && (last.negated ? 'kept' : 'ignored');
  }

  return { judge };
}

/** Most names match no glob at all: one expression tells that at once. */
function anyOf(globs: readonly GlobRule[]): RegExp | undefined {
  if (globs.length === 0) return undefined;
  return new RegExp(globs.map(({ expression }) => expression.source).join('|'), 's');
}

function lastOf(rules: readonly Rule[] | undefined, isFolder: boolean): Rule | undefined {
  return rules?.find((rule) => isFolder || !rule.folderOnly);
}

/** The pieces of a glob as git understands it. `**` between slashes spans folders; anywhere else it is `*`. */
const PIECES =
  /^\*\*\/|\/\*\*\/(?:\*\*\/)*|\/\*\*$|\*+|\?|\[[!^]?\]?(?:\[:\w+:\]|\\[^]|[^\]\\])*\]|\\([^])|[.+^${}()|[\]\\/]/g;

function toExpression(glob: string): RegExp {
  const source = glob.replace(PIECES, (piece, escaped?: string) => {
    if (escaped !== undefined) return escapeCharacter(escaped);
    if (piece === '**/') return '(?:.*/)?';
    if (piece === '/**') return '/.+';
    if (piece.startsWith('/*')) return '/(?:.*/)?';
    if (piece.startsWith('*')) return '[^/]*';
    if (piece === '?') return '[^/]';
    if (piece.length > 1) return toClass(piece);
    // A bracket that is never closed, or a backslash at the end, makes a pattern that matches nothing.
    return piece === '[' || piece === '\\' ? '(?!)' : escapeCharacter(piece);
  });
  try {
    return new RegExp(`^${source}$`, 's');
  } catch {
    return /(?!)/;
  }
}

const POSIX_CLASSES: Readonly<Record<string, string>> = {
  alnum: 'a-zA-Z0-9',
  alpha: 'a-zA-Z',
  digit: '0-9',
  lower: 'a-z',
  upper: 'A-Z',
  space: '\\s',
  punct: '!-\\/:-@\\[-`{-~',
  xdigit: '0-9a-fA-F',
};

function toClass(bracket: string): string {
  const [, negation = '', body = ''] = /^\[([!^]?)([^]*)\]$/.exec(bracket) ?? [];
  const ranges = body.replace(/\[:(\w+):\]|\\([^])|[\][^]/g, (piece, name?: string, escaped?: string) => {
    if (name !== undefined) return POSIX_CLASSES[name] ?? '';
    return `\\${escaped ?? piece}`;
  });
  return `(?!/)[${negation === '' ? '' : '^'}${ranges}]`;
}

function escapeCharacter(character: string): string {
  return character.replace(/[.*+?^${}()|[\]\\/-]/, '\\$&');
}
