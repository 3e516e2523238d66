/** A kind of definition and the line that makes one; its first group is the name. Tried in order, the first counts. */
export type DefinitionPattern = readonly [kind: string, line: RegExp];

export interface Language {
  readonly name: string;
  readonly extensions: readonly string[];
  /** Comments and strings, which hold no definitions. They are blanked out before lines are tried. */
  readonly silent: RegExp;
  readonly patterns: readonly DefinitionPattern[];
}

const C_LIKE = /\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)|"(?:\\[^]|[^"\\\n])*"|'(?:\\[^]|[^'\\\n])*'/g;
const WITH_BACKTICKS = new RegExp(`${C_LIKE.source}|\`(?:\\\\[^]|[^\`\\\\])*\``, 'g');
const WITH_TEXT_BLOCKS = new RegExp(`"""[^]*?(?:"""|$)|${C_LIKE.source}`, 'g');
// An apostrophe also begins a lifetime.
const RUST = /\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)|r(#*)"[^]*?"\1|"(?:\\[^]|[^"\\])*"|'(?:\\[^\n]+?|[^'\\\n])'/g;
const PYTHON = /#[^\n]*|"""[^]*?(?:"""|$)|'''[^]*?(?:'''|$)|"(?:\\[^]|[^"\\\n])*"|'(?:\\[^]|[^'\\\n])*'/g;
const RUBY = /^=begin\b[^]*?(?:^=end\b|$(?![^]))|#[^\n]*|"(?:\\[^]|[^"\\\n])*"|'(?:\\[^]|[^'\\\n])*'/gm;
const PHP = new RegExp(`#(?!\\[)[^\\n]*|${C_LIKE.source}`, 'g');
const SHELL = /(?<=^|[\s;])#[^\n]*|"(?:\\[^]|[^"\\])*"|'[^']*'/gm;

const JAVA_MODIFIERS =
  /(?:(?:public|protected|private|internal|static|final|sealed|non-sealed|abstract|synchronized|native|default|override|virtual|async|partial|readonly|unsafe|extern|new)\s+)*/
    .source;
const NO_TYPE =
  /(?!(?:return|new|else|throw|case|await|yield|if|for|foreach|while|switch|catch|lock|using|assert|do|package|import|goto|in|is|as|not|and|or|typeof|delete)\b)/
    .source;
const JAVA_METHOD = new RegExp(
  `^\\s+${JAVA_MODIFIERS}(?:<[^>]*>\\s*)?${NO_TYPE}[\\w.]+(?:<[^()]*>)?(?:\\[\\])*\\??\\s+${NO_TYPE}(\\w+)\\s*(?:<[^()]*>)?\\([^;]*(?:;\\s*)?$`,
);
const CONSTRUCTOR = /^\s+(?:public|protected|private|internal)\s+([A-Z]\w*)\s*\(/;
const RUST_PUBLIC = /^\s*(?:pub(?:\([^)]*\))?\s+)?/.source;
const SWIFT_MODIFIERS =
  /^\s*(?:@\w+\s+)*(?:(?:public|private|fileprivate|internal|open|final|static|class|override|mutating|indirect|convenience|required|lazy|weak)\s+)*/
    .source;
const KOTLIN_MODIFIERS =
  /^\s*(?:(?:public|private|protected|internal|open|abstract|final|sealed|data|inner|inline|value|annotation|override|suspend|operator|infix|tailrec|external|const|lateinit|actual|expect|companion)\s+)*/
    .source;
const SCRIPT_EXPORT = /^\s*(?:export\s+(?:default\s+)?)?(?:declare\s+)?/.source;

export const LANGUAGES: readonly Language[] = [
  {
    name: 'TypeScript',
    extensions: ['ts', 'tsx', 'mts', 'cts'],
    silent: WITH_BACKTICKS,
    patterns: scriptPatterns(),
  },
  {
    name: 'JavaScript',
    extensions: ['js', 'jsx', 'mjs', 'cjs'],
    silent: WITH_BACKTICKS,
    patterns: scriptPatterns(),
  },
  {
    name: 'Python',
    extensions: ['py', 'pyi'],
    silent: PYTHON,
    patterns: [
      ['class', /^\s*class\s+(\w+)/],
      ['function', /^(?:async\s+)?def\s+(\w+)/],
      ['method', /^\s+(?:async\s+)?def\s+(\w+)/],
      ['constant', /^([A-Z][A-Z0-9_]*)\s*(?::[^=]+)?=(?!=)/],
    ],
  },
  {
    name: 'Go',
    extensions: ['go'],
    silent: WITH_BACKTICKS,
    patterns: [
      ['method', /^func\s+\([^)]*\)\s*(\w+)/],
      ['function', /^func\s+(\w+)/],
      ['struct', /^type\s+(\w+)(?:\[[^\]]*\])?\s+struct\b/],
      ['interface', /^type\s+(\w+)(?:\[[^\]]*\])?\s+interface\b/],
      ['type', /^type\s+(\w+)/],
      ['constant', /^const\s+(\w+)/],
      ['variable', /^var\s+(\w+)/],
    ],
  },
  {
    name: 'Rust',
    extensions: ['rs'],
    silent: RUST,
    patterns: [
      ['function', new RegExp(`${RUST_PUBLIC}(?:(?:default|const|async|unsafe|extern)\\s+)*fn\\s+(\\w+)`)],
      ['struct', new RegExp(`${RUST_PUBLIC}struct\\s+(\\w+)`)],
      ['enum', new RegExp(`${RUST_PUBLIC}enum\\s+(\\w+)`)],
      ['union', new RegExp(`${RUST_PUBLIC}union\\s+(\\w+)`)],
      ['trait', new RegExp(`${RUST_PUBLIC}(?:unsafe\\s+)?trait\\s+(\\w+)`)],
      ['module', new RegExp(`${RUST_PUBLIC}mod\\s+(\\w+)`)],
      ['type', new RegExp(`${RUST_PUBLIC}type\\s+(\\w+)`)],
      ['constant', new RegExp(`${RUST_PUBLIC}(?:const|static)\\s+(?:mut\\s+)?(\\w+)\\s*:`)],
      ['implementation', /^\s*(?:unsafe\s+)?impl\b(?:\s*<[^>]*>)?\s+(?:.*\bfor\s+)?([\w:]+)/],
      ['macro', /^\s*macro_rules!\s*(\w+)/],
    ],
  },
  {
    name: 'Java',
    extensions: ['java'],
    silent: WITH_TEXT_BLOCKS,
    patterns: [
      ['class', new RegExp(`^\\s*${JAVA_MODIFIERS}class\\s+(\\w+)`)],
      ['interface', new RegExp(`^\\s*${JAVA_MODIFIERS}@?interface\\s+(\\w+)`)],
      ['enum', new RegExp(`^\\s*${JAVA_MODIFIERS}enum\\s+(\\w+)`)],
      ['record', new RegExp(`^\\s*${JAVA_MODIFIERS}record\\s+(\\w+)\\s*[(<]`)],
      ['constructor', CONSTRUCTOR],
      ['method', JAVA_METHOD],
    ],
  },
  {
    name: 'C#',
    extensions: ['cs'],
    silent: WITH_TEXT_BLOCKS,
    patterns: [
      ['namespace', /^\s*namespace\s+([\w.]+)/],
      ['class', new RegExp(`^\\s*${JAVA_MODIFIERS}class\\s+(\\w+)`)],
      ['struct', new RegExp(`^\\s*${JAVA_MODIFIERS}(?:ref\\s+)?struct\\s+(\\w+)`)],
      ['interface', new RegExp(`^\\s*${JAVA_MODIFIERS}interface\\s+(\\w+)`)],
      ['enum', new RegExp(`^\\s*${JAVA_MODIFIERS}enum\\s+(\\w+)`)],
      ['record', new RegExp(`^\\s*${JAVA_MODIFIERS}record\\s+(?:class\\s+|struct\\s+)?(\\w+)`)],
      ['delegate', new RegExp(`^\\s*${JAVA_MODIFIERS}delegate\\s+.*?(\\w+)\\s*\\(`)],
      ['constructor', CONSTRUCTOR],
      [
        'property',
        new RegExp(`^\\s+${JAVA_MODIFIERS}${NO_TYPE}[\\w.<>,?[\\]]+\\s+(\\w+)\\s*\\{\\s*(?:get|set|init)\\b`),
      ],
      ['method', JAVA_METHOD],
    ],
  },
  {
    name: 'C',
    extensions: ['c', 'h'],
    silent: C_LIKE,
    patterns: nativePatterns(),
  },
  {
    name: 'C++',
    extensions: ['cc', 'cpp', 'cxx', 'hh', 'hpp', 'hxx'],
    silent: C_LIKE,
    patterns: nativePatterns(),
  },
  {
    name: 'Ruby',
    extensions: ['rb', 'rake'],
    silent: RUBY,
    patterns: [
      ['class', /^\s*class\s+([\w:]+)/],
      ['module', /^\s*module\s+([\w:]+)/],
      ['method', /^\s*(?:(?:private|protected|public)\s+)?def\s+((?:self\.)?[\w]+[?!=]?)/],
      ['constant', /^\s*([A-Z][A-Z0-9_]*)\s*=(?!=)/],
    ],
  },
  {
    name: 'PHP',
    extensions: ['php'],
    silent: PHP,
    patterns: [
      ['namespace', /^\s*namespace\s+([\w\\]+)/],
      ['class', /^\s*(?:(?:abstract|final|readonly)\s+)*class\s+(\w+)/],
      ['interface', /^\s*interface\s+(\w+)/],
      ['trait', /^\s*trait\s+(\w+)/],
      ['enum', /^\s*enum\s+(\w+)/],
      ['method', /^\s*(?:(?:public|protected|private|static|abstract|final)\s+)+function\s+&?(\w+)/],
      ['function', /^\s*function\s+&?(\w+)/],
      ['constant', /^\s*(?:(?:public|protected|private|final)\s+)*const\s+(?:\w+\s+)?(\w+)\s*=/],
    ],
  },
  {
    name: 'Kotlin',
    extensions: ['kt', 'kts'],
    silent: WITH_TEXT_BLOCKS,
    patterns: [
      ['enum', new RegExp(`${KOTLIN_MODIFIERS}enum\\s+class\\s+(\\w+)`)],
      ['class', new RegExp(`${KOTLIN_MODIFIERS}class\\s+(\\w+)`)],
      ['interface', new RegExp(`${KOTLIN_MODIFIERS}(?:fun\\s+)?interface\\s+(\\w+)`)],
      ['object', new RegExp(`${KOTLIN_MODIFIERS}object\\s+(\\w+)`)],
      ['function', new RegExp(`${KOTLIN_MODIFIERS}fun\\s+(?:<[^>]*>\\s*)?(?:[\\w.<>?, ]+\\.)?(\\w+)\\s*\\(`)],
      ['type', new RegExp(`${KOTLIN_MODIFIERS}typealias\\s+(\\w+)`)],
      ['property', /^(?:(?:public|private|internal|const|lateinit)\s+)*va[lr]\s+(\w+)/],
    ],
  },
  {
    name: 'Swift',
    extensions: ['swift'],
    silent: WITH_TEXT_BLOCKS,
    patterns: [
      ['function', new RegExp(`${SWIFT_MODIFIERS}func\\s+([^\\s(<]+)`)],
      [
        'class',
        /^\s*(?:@\w+\s+)*(?:(?:public|private|fileprivate|internal|open|final)\s+)*class\s+(?!func\b|var\b)(\w+)/,
      ],
      ['struct', new RegExp(`${SWIFT_MODIFIERS}struct\\s+(\\w+)`)],
      ['enum', new RegExp(`${SWIFT_MODIFIERS}enum\\s+(\\w+)`)],
      ['protocol', new RegExp(`${SWIFT_MODIFIERS}protocol\\s+(\\w+)`)],
      ['actor', new RegExp(`${SWIFT_MODIFIERS}actor\\s+(\\w+)`)],
      ['extension', new RegExp(`${SWIFT_MODIFIERS}extension\\s+([\\w.]+)`)],
      ['type', new RegExp(`${SWIFT_MODIFIERS}typealias\\s+(\\w+)`)],
      ['constructor', new RegExp(`${SWIFT_MODIFIERS}(init)[?!]?\\s*[(<]`)],
    ],
  },
  {
    name: 'shell',
    extensions: ['sh', 'bash', 'zsh', 'ksh'],
    silent: SHELL,
    patterns: [
      ['function', /^\s*function\s+([\w:.-]+)/],
      ['function', /^\s*([\w:.-]+)\s*\(\)/],
    ],
  },
];

function scriptPatterns(): readonly DefinitionPattern[] {
  return [
    ['class', new RegExp(`${SCRIPT_EXPORT}(?:abstract\\s+)?class\\s+([\\w$]+)`)],
    ['interface', new RegExp(`${SCRIPT_EXPORT}interface\\s+([\\w$]+)`)],
    ['type', new RegExp(`${SCRIPT_EXPORT}type\\s+([\\w$]+)\\s*[<=]`)],
    ['enum', new RegExp(`${SCRIPT_EXPORT}(?:const\\s+)?enum\\s+([\\w$]+)`)],
    ['namespace', new RegExp(`${SCRIPT_EXPORT}(?:namespace|module)\\s+([\\w$.]+)\\s*\\{`)],
    ['function', new RegExp(`${SCRIPT_EXPORT}(?:async\\s+)?function\\s*\\*?\\s*([\\w$]+)`)],
    [
      'function',
      /^\s*(?:export\s+)?(?:const|let|var)\s+([\w$]+)\s*(?::[^=]+)?=\s*(?:async\s*)?(?:function\b|(?:<[^>]*>\s*)?\([^)]*\)\s*(?::[^=]+)?=>|[\w$]+\s*=>)/,
    ],
    ['constant', /^(?:export\s+)?(?:declare\s+)?const\s+([\w$]+)/],
    [
      'method',
      /^(?!.*=>\s*\{\s*$)\s+(?:(?:public|private|protected|static|override|async|get|set)\s+)*\*?\s*(?!(?:if|for|while|switch|catch|with|function|return|await|else|do|new|typeof)\b)(#?[\w$]+)\s*(?:<[^>]*>)?\(.*\)\s*(?::.*)?\{(?:.*\})?\s*$/,
    ],
  ];
}

function nativePatterns(): readonly DefinitionPattern[] {
  return [
    ['macro', /^\s*#\s*define\s+(\w+)/],
    ['namespace', /^\s*(?:inline\s+)?namespace\s+([\w:]+)\s*(?:\{.*)?$/],
    ['enum', /^\s*(?:typedef\s+)?enum\s+(?:class\s+|struct\s+)?(\w+)\s*(?::[^;{]*)?(?:\{.*)?$/],
    ['class', /^\s*(?:template\s*<.*>\s*)?class\s+(?:\w+\s+)?(\w+)\s*(?:final\s*)?(?::[^;]*)?(?:\{.*)?$/],
    ['struct', /^\s*(?:typedef\s+|template\s*<.*>\s*)?struct\s+(\w+)\s*(?:final\s*)?(?::[^;]*)?(?:\{.*)?$/],
    ['union', /^\s*(?:typedef\s+)?union\s+(\w+)\s*(?:\{.*)?$/],
    ['type', /^\s*using\s+(\w+)\s*=/],
    ['type', /^\s*typedef\s+.*?\b(\w+)\s*(?:\[[^\]]*\])?;\s*$/],
    [
      'function',
      /^(?!(?:return|else|if|for|while|switch|case|typedef|using|goto|delete|throw|do)\b)[A-Za-z_][\w\s*&:<>,~]*?[\s*&]((?:\w+(?:<[^()]*>)?::)*~?\w+|operator\S+)\s*\([^;]*$/,
    ],
    ['function', /^(\w+::~?\w+)\s*\([^;]*$/],
  ];
}
