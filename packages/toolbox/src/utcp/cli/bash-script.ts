import { argumentVariable } from './reference.ts';

/** What a script is made of. */
export interface ScriptPlan {
  /** The texts of the steps, with references to arguments. */
  readonly texts: readonly string[];
  /** How many arguments they refer to. */
  readonly argumentCount: number;
  /** Where the data lies, and where the outputs of the steps go. */
  readonly files: ScriptFiles;
  /** Begins each line by which the script tells how far it is. */
  readonly mark: string;
  readonly stopOnError: boolean;
}

export interface ScriptFiles {
  /** Holds the texts of the steps and the arguments, each ended by a NUL. */
  readonly data: string;
  readonly stdout: (step: number) => string;
  readonly stderr: (step: number) => string;
}

/**
 * One bash for all steps. Their texts are data that it evaluates one by one, at its top level, each with outputs of its own:
 * so a step can change the shell but not the text around it. It is one group of commands, which bash reads as a whole
 * before an alias can change its meaning. The last step's outputs stay in place until the end, so that what a trap prints
 * then is the last step's (`builtin exec` would undo them). Only builtins and no other process: `$(<file)` forks.
 */
export function bashScript({ texts, argumentCount, files, mark, stopOnError }: ScriptPlan): string {
  const names = [
    ...texts.map((_, step) => stepVariable(step)),
    ...Array.from({ length: argumentCount }, (_, index) => argumentVariable(index)),
  ];
  const lines = ['{'];
  lines.push(`{ ${names.map((name) => `IFS= builtin read -r -d '' ${name};`).join(' ')} } <${quote(files.data)}`);
  lines.push(`builtin readonly ${names.join(' ')}`);
  texts.forEach((_, step) => {
    const last = step === texts.length - 1;
    const run = `builtin eval "$${stepVariable(step)}"`;
    const outputs = `>|${quote(files.stdout(step))} 2>|${quote(files.stderr(step))}`;
    if (last) {
      lines.push(`command exec ${outputs}`, run, 'builtin exit');
      return;
    }
    lines.push(`{ ${run}`, `} ${outputs}`);
    lines.push(`__utcp_code=$?`, `builtin printf '%s %s\\n' ${mark} "$__utcp_code"`);
    if (isUsed(step, texts)) lines.push(...load(`CMD_${step}_OUTPUT`, quote(files.stdout(step))));
    if (stopOnError) lines.push(`[[ $__utcp_code == 0 ]] || builtin exit "$__utcp_code"`);
  });
  lines.push('}');
  return `${lines.join('\n')}\n`;
}

/** What the script reads first: the texts and the arguments. */
export function scriptData(texts: readonly string[], values: readonly string[]): Buffer {
  return Buffer.from([...texts, ...values].map((each) => `${each}\0`).join(''));
}

function stepVariable(step: number): string {
  return `__utcp_s${step}`;
}

/** Whether a later step may look at the output of this one; a name may also be put together. */
function isUsed(step: number, texts: readonly string[]): boolean {
  return texts.slice(step + 1).some((text) => text.includes(`CMD_${step}_OUTPUT`) || text.includes('${!'));
}

/** Reads a file into a variable as `$( )` would: without NULs and the newlines at its end. */
function load(variable: string, file: string): readonly string[] {
  return [
    `${variable}=`,
    `while IFS= builtin read -r -d '' __utcp_part || [[ -n $__utcp_part ]]; do ${variable}+=$__utcp_part; done <${file}`,
    `${variable}=\${${variable}%"\${${variable}##*[!$'\\n']}"}`,
  ];
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
