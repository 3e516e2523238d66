/** What stands in for the variables of a skill. */
export interface SkillValues {
  /** What was said after its name. */
  readonly args: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Runs a command and gives what goes in for it. */
  readonly run: (command: string) => Promise<string>;
}

/** `!` and a command in backticks, at the beginning of a word: `fine!` before code is none. */
const COMMAND = /(?<!\S)!`([^`\n]+)`/;
const VARIABLE = /\$ARGUMENTS\[(\d+)\]|\$(ARGUMENTS)\b|\$(\d)(?!\d)|\$\{(\w+)\}/;
const MARKUP = new RegExp(`${COMMAND.source}|${VARIABLE.source}`, 'g');

/**
 * Fills in the text of a skill: commands and variables in one go, so that neither arguments nor what a command prints
 * can bring in a command, and whatever they are stays as it is. Arguments reach commands as variables of the shell.
 */
export async function expandSkill(body: string, { args, variables, run }: SkillValues): Promise<string> {
  const words = splitArguments(args);
  // Counted from 1 as in a shell; where the text has $0, from 0 as other assistants do.
  const first = /\$0(?!\d)/.test(body) ? 0 : 1;
  let takesArguments = false;
  let text = '';
  let end = 0;
  for (const match of body.matchAll(MARKUP)) {
    const [whole, command, index, all, place, name] = match;
    text += body.slice(end, match.index);
    end = match.index + whole.length;
    takesArguments ||= index !== undefined || all !== undefined || place !== undefined;
    if (command !== undefined) text += await run(command);
    else if (index !== undefined) text += words[Number(index)] ?? '';
    else if (all !== undefined) text += args;
    else if (place !== undefined) text += words[Number(place) - first] ?? '';
    else text += (name !== undefined && Object.hasOwn(variables, name) ? variables[name] : undefined) ?? whole;
  }
  text += body.slice(end);
  return takesArguments || args === '' ? text : `${text}\n\nARGUMENTS: ${args}`;
}

/** The words of arguments; quotes hold one together. */
export function splitArguments(args: string): readonly string[] {
  return [...args.matchAll(/(?:"((?:\\.|[^"\\])*)"|'([^']*)'|\S)+/g)].map(([word]) =>
    word.replace(/"((?:\\.|[^"\\])*)"|'([^']*)'/g, (_, double?: string, single?: string) =>
      double === undefined ? (single ?? '') : double.replace(/\\(["\\])/g, '$1'),
    ),
  );
}
