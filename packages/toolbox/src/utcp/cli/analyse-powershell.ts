import { type Analysis, type Condition, type Refusal, type Surroundings, variableTest } from './analyse.ts';
import type { CommandWord } from './command-words.ts';
import { judgeCommand } from './judge-command.ts';
import { argumentVariable } from './reference.ts';
import { findPlaceholders, markVariables, unmarkVariables } from './placeholder.ts';
import { type PowershellCommand, type PowershellWord, readPowershell } from './powershell-words.ts';
import type { Source } from './taint.ts';

/** Cmdlets, and their aliases, that take values and files and run none of them. */
const DATA_CMDLETS = new Set(
  (
    'add-content ac cat cd chdir clear-content compare-object diff compress-archive convertfrom-csv convertfrom-json ' +
    'convertto-csv convertto-html convertto-json copy copy-item cp cpi date del dir echo erase expand-archive export-csv ' +
    'format-list fl format-table ft gc gci get-acl get-childitem get-content get-date get-filehash get-item gi ' +
    'get-itemproperty gp get-location gl pwd get-process gps get-service gsv group-object group import-csv invoke-restmethod irm ' +
    'invoke-webrequest iwr join-path ls md measure-object measure mkdir move move-item mv mi new-item ni out-file out-null ' +
    'out-string rd remove-item ri rename-item ren rni resolve-path rvpa rm rmdir select-object select select-string sls ' +
    'set-content sc set-location sl sort-object sort split-path tee-object tee test-connection test-path type ' +
    'write write-error write-host write-output write-warning get-unique gu'
  ).split(' '),
);

const HINT =
  'Write commands of words, strings in double quotes and variables, or put the rest in a script of your own.';

/** The same for PowerShell as for bash. It reads a small part of the language, and refuses the rest. */
export function analysePowershell(
  written: readonly string[],
  unsafe: ReadonlySet<string>,
  around: Surroundings = {},
): Analysis {
  const isVariable = variableTest(written, around);
  const commands = written.map((text) => markVariables(text, isVariable));
  const names = [...new Set(commands.flatMap((text) => findPlaceholders(text).map(({ name }) => name)))];
  const read = commands.map((text) => readPowershell(text));
  const refusals: Refusal[] = [];
  const conditions: Condition[] = [];
  const tainted = taintedVariables(commands, read, unsafe);
  const guarded = names.some((name) => !unsafe.has(name));
  read.forEach(({ commands: parts, strange }, step) => {
    const text = commands[step] ?? '';
    const own = findPlaceholders(text).filter(({ name }) => !unsafe.has(name));
    if (!guarded || !mayHold(text, own.length > 0, tainted)) return;
    if (strange) {
      const [first] = own;
      const source = first ? { text: first.text, placeholder: first } : { text: strange.text };
      const why = `stands in a command that is not followed from character ${strange.pos + 1} on (${strange.text.trim()})`;
      refusals.push({ step, pos: first?.pos ?? strange.pos, source, why, hint: HINT });
      return;
    }
    let fed: readonly Source[] = [];
    for (const part of parts) {
      const given = sourcesOf(part, unsafe, tainted);
      const { dangers, demands } = judgePart(part, part.piped ? fed : [], around, unsafe, tainted);
      fed = [...(part.piped ? fed : []), ...given];
      for (const each of dangers) refusals.push({ step, pos: each.source.placeholder?.pos, ...each });
      for (const each of demands) conditions.push({ step, ...each });
    }
  });
  return {
    names,
    refusals,
    conditions,
    broken: [],
    write: (given) => commands.map((text, step) => write(text, read[step]?.commands ?? [], given)),
  };
}

/** Variables that hold something of a caller's: outputs of steps, and what is set from such. */
function taintedVariables(
  commands: readonly string[],
  read: readonly { readonly commands: readonly PowershellCommand[] }[],
  unsafe: ReadonlySet<string>,
): ReadonlySet<string> {
  const names = new Set<string>();
  for (let before = -1; before < names.size; ) {
    before = names.size;
    read.forEach(({ commands: parts }, step) => {
      const text = commands[step] ?? '';
      const own = findPlaceholders(text).some(({ name }) => !unsafe.has(name));
      if (mayHold(text, own, names)) names.add(`CMD_${step}_OUTPUT`);
      for (const part of parts) if (part.sets && sourcesOf(part, unsafe, names).length > 0) names.add(part.sets);
    });
  }
  return names;
}

function mayHold(text: string, own: boolean, tainted: ReadonlySet<string>): boolean {
  // A name may also be put together, or looked up.
  return own || [...tainted].some((name) => text.toLowerCase().includes(name.toLowerCase())) || /variable/i.test(text);
}

function sourcesOf(
  { words }: PowershellCommand,
  unsafe: ReadonlySet<string>,
  tainted: ReadonlySet<string>,
): readonly Source[] {
  return words.flatMap((word) => sourcesIn(word, unsafe, tainted));
}

function sourcesIn(word: PowershellWord, unsafe: ReadonlySet<string>, tainted: ReadonlySet<string>): readonly Source[] {
  const given = word.placeholders.filter(({ name }) => !unsafe.has(name));
  const held = [...tainted].filter((name) => word.variables.some((each) => each.toLowerCase() === name.toLowerCase()));
  return [
    ...given.map((placeholder) => ({ text: placeholder.text, placeholder })),
    ...held.map((name) => ({ text: `$${name}` })),
  ];
}

function judgePart(
  part: PowershellCommand,
  fed: readonly Source[],
  { dataPrograms = [] }: Surroundings,
  unsafe: ReadonlySet<string>,
  tainted: ReadonlySet<string>,
): Pick<ReturnType<typeof judgeCommand>, 'dangers' | 'demands'> {
  const words = part.words.map((word): CommandWord => {
    const sources = sourcesIn(word, unsafe, tainted);
    const leads = word.prefix === '' ? word.placeholders.filter(({ name }) => !unsafe.has(name)) : [];
    return {
      text: word.text.replaceAll('\\', '/').replace(/\.exe$/i, ''),
      literal: word.placeholders.length === 0 && word.variables.length === 0,
      sources,
      prefix: word.prefix.replaceAll('\\', '/'),
      splits: false,
      lead:
        sources.length === 0 || word.prefix !== ''
          ? 'template'
          : leads.length > 0
            ? leads.map(({ name }) => name)
            : 'unknown',
      node: undefined,
    };
  });
  const [head, ...rest] = words;
  // `"text"` and `$x` as a whole statement print; nothing runs.
  if (head && rest.length === 0 && (part.words[0]?.quoted || !head.literal)) {
    const bare = part.words[0]?.quoted !== true && (part.words[0]?.placeholders.length ?? 0) > 0;
    const why = 'chooses the program to run';
    const hint = 'Name the program in the template.';
    return { dangers: bare ? head.sources.map((source) => ({ source, why, hint })) : [], demands: [] };
  }
  const inSingle = part.words.flatMap((word, index) => (isSingle(word) ? (words[index]?.sources ?? []) : []));
  if (inSingle.length > 0) {
    const why = 'is in single quotes, which PowerShell does not expand';
    return { dangers: inSingle.map((source) => ({ source, why, hint: 'Use double quotes.' })), demands: [] };
  }
  if (head?.literal && DATA_CMDLETS.has(head.text.toLowerCase())) {
    const why = 'would be read as a parameter';
    const hint = 'Put it behind a named parameter.';
    const demands = rest.flatMap(({ lead }, index) =>
      typeof lead === 'string' || /^-\w+$/.test(rest[index - 1]?.text ?? '')
        ? []
        : lead.map((name) => ({ name, refused: /^[-/–—―@]/, why, hint })),
    );
    return { dangers: [], demands };
  }
  const known = {
    functions: new Set<string>(),
    declared: new Set(dataPrograms),
    environment: [],
    files: [],
    anyFile: false,
  };
  const judged = judgeCommand(words, fed, known);
  // Text of sh -c in PowerShell is not followed.
  const inner = judged.scripts.length > 0 ? words.flatMap(({ sources }) => sources) : [];
  const why = 'is passed to a script that is not analysed';
  return {
    dangers: [...judged.dangers, ...inner.map((source) => ({ source, why, hint: HINT }))],
    demands: judged.demands.map((demand) => ({ ...demand, refused: /^[-/–—―@]/ })),
  };
}

function isSingle({ placeholders, write }: PowershellWord): boolean {
  return (
    placeholders.length > 0 &&
    !placeholders.every(({ name }) => write((each) => `\uE102${each}`).includes(`\uE102${name}`))
  );
}

/** The text with each word that names an argument written as a string with references. */
function write(text: string, commands: readonly PowershellCommand[], given: readonly string[]): string {
  const words = commands
    .flatMap((command) => command.words)
    .filter(({ placeholders }) => placeholders.length > 0 && placeholders.every(({ name }) => given.includes(name)));
  const reference = (name: string) => `\${${argumentVariable(given.indexOf(name))}}`;
  const filled = words.reduceRight(
    (value, word) => value.slice(0, word.pos) + word.write(reference) + value.slice(word.end),
    text,
  );
  return unmarkVariables(filled);
}
