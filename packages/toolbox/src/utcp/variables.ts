import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { CommandError, readTextIfAny } from '@helve/command';
import type { CallTemplate } from './manual-format.ts';

/** Where the values of variables come from, in order: those of the config, its files, the environment. */
export interface VariableSources {
  readonly variables: Readonly<Record<string, string>>;
  readonly loaders: readonly Loader[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Gives the value of a variable, if it has one. */
export type Loader = (name: string) => Promise<string | undefined>;

/** A variable that belongs to one manual: its name with underscores doubled, and then the variable's. */
export function namespaced(manual: string, name: string): string {
  return `${manual.replaceAll('_', '__')}_${name}`;
}

/** The key under which a template is given the values of variables that its commands name. */
export const COMMAND_VARIABLES = 'command_variables';

/**
 * Fills in the variables of a template: `${NAME}` or `$NAME`; `$$` is a dollar sign. The text of a command stays as it
 * is: the values of its variables are put beside it, so that a shell is given them as data. All values that were filled in
 * are added to `used`, by the names of their variables.
 */
export async function fillIn(
  template: CallTemplate,
  manual: string,
  sources: VariableSources,
  used: Record<string, string> = {},
): Promise<CallTemplate> {
  const { [COMMAND_VARIABLES]: _, ...given } = template;
  const filled = (await fill(given, { manual, sources, path: [], used })) as CallTemplate;
  const commands: readonly unknown[] = Array.isArray(template.commands) ? template.commands : [];
  const names = commands.flatMap((step) => [...String((step as { command?: unknown })?.command).matchAll(VARIABLE)]);
  const values: Record<string, string> = {};
  for (const [, name] of names) {
    // Only what is meant for this manual: `${HOME}` is the shell's, whatever our environment holds.
    const value = name === undefined ? undefined : await lookUpNamespaced(name, manual, sources);
    if (name !== undefined && value !== undefined) {
      values[name] = value;
      used[name] = value;
    }
  }
  return Object.keys(values).length === 0 ? filled : { ...filled, [COMMAND_VARIABLES]: values };
}

/** The sources for a template that came from elsewhere: it gets what was set for its manual, and nothing else of ours. */
export function onlyNamespaced(sources: VariableSources, manual: string): VariableSources {
  const prefix = namespaced(manual, '');
  const ours = (name: string) => name.startsWith(prefix);
  return {
    variables: Object.fromEntries(Object.entries(sources.variables).filter(([name]) => ours(name))),
    loaders: sources.loaders.map((loader) => async (name) => (ours(name) ? loader(name) : undefined)),
    env: Object.fromEntries(Object.entries(sources.env).filter(([name]) => ours(name))),
  };
}

/** The variables that a template needs and nothing has a value for, under their full names. */
export async function missingVariables(
  template: CallTemplate,
  manual: string,
  sources: VariableSources,
): Promise<readonly string[]> {
  const names = new Set<string>();
  collect(template, [], names);
  const missing: string[] = [];
  for (const name of names) {
    if ((await lookUp(name, manual, sources)) === undefined) missing.push(namespaced(manual, name));
  }
  return missing;
}

interface Place {
  readonly manual: string;
  readonly sources: VariableSources;
  readonly path: readonly (string | number)[];
  readonly used: Record<string, string>;
}

const VARIABLE = /\$\$|\$\{(\w+)\}|\$(\w+)/g;

async function fill(value: unknown, place: Place): Promise<unknown> {
  if (typeof value === 'string') {
    return isLeftAlone(place.path) || isCommand(place.path) ? value : fillText(value, place);
  }
  if (Array.isArray(value)) {
    return Promise.all(value.map((each, index) => fill(each, { ...place, path: [...place.path, index] })));
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(
    async ([key, each]) => [key, await fill(each, { ...place, path: [...place.path, key] })] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

async function fillText(text: string, { manual, sources, used }: Place): Promise<string> {
  const values = new Map<string, string>();
  for (const [written, braced, bare] of text.matchAll(VARIABLE)) {
    const name = braced ?? bare ?? '';
    if (name === '') continue;
    if (name === 'ref' && braced === undefined) continue;
    const value = await lookUp(name, manual, sources);
    if (value === undefined) throw missing(name, manual);
    values.set(written, value);
    used[name] = value;
  }
  return text.replaceAll(VARIABLE, (written) => (written === '$$' ? '$' : (values.get(written) ?? written)));
}

function collect(value: unknown, path: readonly (string | number)[], names: Set<string>): void {
  if (typeof value === 'string' && !isCommand(path) && !isLeftAlone(path)) {
    for (const [, braced, bare] of value.matchAll(VARIABLE)) if (braced ?? bare) names.add(braced ?? bare ?? '');
  } else if (Array.isArray(value)) {
    value.forEach((each, index) => collect(each, [...path, index], names));
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, each] of Object.entries(value)) collect(each, [...path, key], names);
  }
}

/** The text of a shell command, which has variables of its own. */
function isCommand(path: readonly (string | number)[]): boolean {
  return path.at(-1) === 'command' && path.at(-3) === 'commands';
}

/**
 * A document inside the template and the credentials for its tools are filled in when they are used, so that no secret
 * stands in a manual; a reference of a schema never is.
 */
function isLeftAlone(path: readonly (string | number)[]): boolean {
  return path[0] === 'content' || path[0] === 'auth_tools' || path.at(-1) === '$ref';
}

async function lookUp(name: string, manual: string, sources: VariableSources): Promise<string | undefined> {
  return (await lookUpNamespaced(name, manual, sources)) ?? lookUpIn(name, sources);
}

function lookUpNamespaced(name: string, manual: string, sources: VariableSources): Promise<string | undefined> {
  return lookUpIn(namespaced(manual, name), sources);
}

async function lookUpIn(name: string, { variables, loaders, env }: VariableSources): Promise<string | undefined> {
  if (Object.hasOwn(variables, name)) return variables[name];
  for (const loader of loaders) {
    const value = await loader(name);
    if (value !== undefined && value !== '') return value;
  }
  return env[name] || undefined;
}

function missing(name: string, manual: string): CommandError {
  return new CommandError('INVALID_INPUT', `The manual ${manual} needs the variable ${name}, which has no value`, {
    hint: `Set ${namespaced(manual, name)} in the environment, or in "variables" of the UTCP config.`,
    details: { variable: namespaced(manual, name) },
  });
}

/** A loader of a config: `{"variable_loader_type": "dotenv", "env_file_path": ".env"}`. */
export function createLoader(config: unknown, root: string): Loader {
  const { variable_loader_type: kind, type, env_file_path: file } = (config ?? {}) as Readonly<Record<string, unknown>>;
  if ((kind ?? type) !== 'dotenv' || typeof file !== 'string') {
    throw new CommandError('INVALID_INPUT', `There is no variable loader ${JSON.stringify(kind ?? type ?? null)}`, {
      hint: '{"variable_loader_type": "dotenv", "env_file_path": ".env"} reads variables from a file.',
    });
  }
  const path = resolve(root, file);
  return async (name) => {
    const text = readTextIfAny(path);
    const values = text === undefined ? {} : parseEnv(text);
    return Object.hasOwn(values, name) ? values[name] : undefined;
  };
}
