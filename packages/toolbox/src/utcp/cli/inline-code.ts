/** What code in a template does with text that it is given. */
export interface CodeReading {
  /** The part by which it could run the text, or which is not known. */
  readonly doubt: string | undefined;
  /** It may write files. */
  readonly writes: boolean;
}

/**
 * Reads code in a template. Code is accepted only where every name in it is known to run nothing; a list of names that run
 * text could not be complete. Of languages that are not read here, no code is accepted.
 */
export function readInlineCode(language: string, code: string): CodeReading {
  switch (language) {
    case 'sed': {
      const plain = isPlainSed(code);
      return { doubt: plain ? undefined : 'only s, p, d and similar commands are known to run nothing', writes: false };
    }
    case 'awk':
      return {
        doubt: /\bsystem\b|\bgetline\b|(?<!\|)\|(?!\|)|\|&|@\w+/.exec(code)?.[0],
        writes: code.includes('>'),
      };
    case 'python':
    case 'python3':
      return { doubt: doubtOfPython(code), writes: /\b(open|pathlib|shutil|os|io|write_\w+)\b/.test(code) };
    case 'node':
    case 'nodejs':
      return { doubt: doubtOfNode(code), writes: /\brequire\b/.test(code) };
    case 'perl':
      return { doubt: PLAIN_PERL.test(code) ? undefined : 'only s///, tr/// and print are read', writes: false };
    default:
      return { doubt: `code for ${language} is not read`, writes: true };
  }
}

/** Modules of Python without a function that runs or loads what it is given. */
const PYTHON_IMPORTS = new Set(
  (
    'sys json re math datetime time base64 binascii hashlib hmac html csv textwrap string collections itertools statistics ' +
    'random secrets uuid decimal fractions unicodedata calendar difflib urllib urllib.parse os.path io heapq bisect struct ' +
    'zlib gzip colorsys ipaddress enum dataclasses typing pathlib locale shlex fnmatch'
  ).split(' '),
);
const PYTHON_NEVER =
  /\b(eval|exec\w*|system|popen\w*|spawn\w*|fork\w*|\w*__\w*|getattr|setattr|delattr|globals|locals|vars|breakpoint|help|input|compile|os|namedtuple|make_dataclass|modules|codecs|get_type_hints|ForwardRef|attrgetter|methodcaller)\b/;
const PYTHON_SYS = /\bsys\b(?!\s*(\.\s*(argv|stdin|stdout|stderr|exit|maxsize|version|platform|getsizeof)\b|[,;\n]|$))/;

function doubtOfPython(code: string): string | undefined {
  const bare = code.replaceAll(/\bre\s*\.\s*compile\b/g, 're.match').replaceAll(/\bos\.path\b/g, '');
  const imported = [...code.matchAll(/\b(?:from\s+([\w.]+)\s+import|import\s+([^;\n]+))/g)].flatMap(
    ([, from, names]) =>
      from === undefined ? (names ?? '').split(',').map((name) => name.trim().split(/\s+as\s+/)[0] ?? '') : [from],
  );
  const from = /\bfrom\s+(sys|os)\b/.exec(code)?.[0];
  const strange = imported.find((name) => !PYTHON_IMPORTS.has(name));
  return strange ?? from ?? /\bsys\s+as\b/.exec(code)?.[0] ?? (PYTHON_NEVER.exec(bare) ?? PYTHON_SYS.exec(bare))?.[0];
}

const NODE_WORDS = new Set(
  (
    'const let var if else for of in return function true false null undefined new typeof throw try catch finally while do ' +
    'switch case default break continue async await console JSON process Number String Boolean Math Date Array Object Map Set ' +
    'parseInt parseFloat isNaN encodeURIComponent decodeURIComponent encodeURI decodeURI Buffer URL URLSearchParams Intl ' +
    'BigInt NaN Infinity RegExp Error require'
  ).split(' '),
);
const NODE_MEMBERS_NEVER =
  /^(constructor|prototype|__\w+__|defineProperty|defineProperties|setPrototypeOf|getPrototypeOf|getOwnPropertyDescriptors?|getOwnPropertyNames|call|apply|bind|values|entries|assign|fromEntries)$/;
const NODE_PROCESS = new Set('argv env stdout stdin stderr exit exitCode cwd platform'.split(' '));

/** Words that are declared in the code, known globals, and members by name: nothing else, and no computed member. */
function doubtOfNode(code: string): string | undefined {
  const modules = /\brequire\s*(?!\(\s*(['"])(?:node:)?(?:fs|path|url|querystring|crypto|zlib|os)\1\s*\))/.exec(code);
  if (modules) return `${modules[0]}…`;
  // Escapes and templates could spell names in another way.
  const odd = /[`\\]|\/\/|\/\*|#/.exec(code.replaceAll(/\\n/g, ''));
  if (odd) return odd[0];
  const text = code.replaceAll(/"[^"]*"|'[^']*'/g, '""');
  const computed = /[\w$)\]"]\s*(?:\?\.\s*)?\[(?!\s*\d+\s*\])/.exec(text);
  if (computed && !/\b(return|of|in|case|const|let|var)\s*\[$/.test(text.slice(0, computed.index + computed[0].length)))
    return computed[0];
  const declared = new Set<string>();
  for (const [, names = ''] of text.matchAll(
    /\b(?:const|let|var|function|catch)\s*([^=;]*?)\s*(?==|;|\bof\b|\bin\b|\{|$)/g,
  ))
    for (const name of names.match(/[A-Za-z_$][\w$]*/g) ?? []) declared.add(name);
  for (const [, names = '', single = ''] of text.matchAll(/(?:\(([^()]*)\)|\b([A-Za-z_$][\w$]*))\s*=>/g))
    for (const name of `${names} ${single}`.match(/[A-Za-z_$][\w$]*/g) ?? []) declared.add(name);
  for (const { 0: word, index } of text.matchAll(/[A-Za-z_$][\w$]*/g)) {
    const before = text.slice(0, index).trimEnd();
    if (before.endsWith('.') && !before.endsWith('..')) {
      const owner = /([\w$]+)\s*\??\.$/.exec(before)?.[1];
      if (NODE_MEMBERS_NEVER.test(word) && !(owner === 'Object' && /^(values|entries)$/.test(word))) return word;
      if (owner === 'process' && !NODE_PROCESS.has(word)) return `process.${word}`;
      continue;
    }
    const isKey = /^\s*:/.test(text.slice(index + word.length)) && /[{,]$/.test(before);
    if (!isKey && !declared.has(word) && !NODE_WORDS.has(word)) return word;
    if (word === 'process' && !/^\s*\??\.\s*\w/.test(text.slice(index + word.length))) return word;
    if (word === 'require' && declared.has(word)) return word;
  }
  return undefined;
}

const PERL_TEXT = String.raw`(?:\\[^\n]|[^\\\/{}@\n])*`;
const PERL_STATEMENT = String.raw`(?:(?:s|tr|y)\/${PERL_TEXT}\/${PERL_TEXT}\/[gimsxr]*|(?:print|say)(?:\s+(?:\$_|\$F\[\d+\]|\$ARGV\[\d+\]|"[^"@\\{}]*"))?)`;
const PLAIN_PERL = new RegExp(String.raw`^\s*${PERL_STATEMENT}(?:\s*;\s*${PERL_STATEMENT})*\s*;?\s*$`);

const ADDRESS = String.raw`(?:\d+|\$|\/(?:\\.|[^\/\\\n])*\/I?)(?:,[+~]?(?:\d+|\$|\/(?:\\.|[^\/\\\n])*\/I?))?(?:~\d+)?\s*!?\s*`;
const REPLACE = String.raw`[sy]([^\\\n\s\w])(?:\\.|(?!\1)[^\\\n])*\1(?:\\.|(?!\1)[^\\\n])*\1(?:[gpiImM\d]*)`;
const OTHER = String.raw`[pdqQ=lnNgGhHxDP](?:\s*\d+)?|[bt]\s*\w*|:\s*\w+|[{}]|[aicr]\\?[^\n]*`;
const SED_COMMAND = new RegExp(String.raw`[\s;]*(?:${ADDRESS})?(?:${REPLACE}|${OTHER})\s*(?=[;}\n]|$)`, 'y');

/** Whether a program of sed only prints, replaces and deletes: it can also run programs and write files. */
function isPlainSed(code: string): boolean {
  for (let at = 0; at < code.length; ) {
    if (/^[\s;]*$/.test(code.slice(at))) return true;
    SED_COMMAND.lastIndex = at;
    const found = SED_COMMAND.exec(code);
    if (!found || found[0] === '') return false;
    at += found[0].length;
  }
  return true;
}
