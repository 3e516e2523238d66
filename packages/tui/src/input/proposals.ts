import type { SlashChoice, SlashCommand, SlashSource } from '../commands/command.ts';
import { fuzzy } from '../editor/fuzzy.ts';

/** Something that what is being typed could become. */
export interface Proposal {
  readonly label: string;
  readonly detail?: string;
  /** Those of one group stand together. */
  readonly group: string;
  /** What the whole input becomes. */
  readonly text: string;
  /** Whether it is all that is needed, so that it can be run at once. */
  readonly isWhole: boolean;
}

const GROUPS: Readonly<Record<SlashSource, string>> = { 'built-in': 'commands', skill: 'skills', plugin: 'plugins' };

/** What a line that begins with `/` could become: a command, or what may follow it. */
export function slashProposals(
  text: string,
  commands: readonly SlashCommand[],
  choicesOf: (command: SlashCommand) => readonly SlashChoice[],
): readonly Proposal[] {
  if (!text.startsWith('/') || text.includes('\n')) return [];
  const [, name = '', space, rest = ''] = /^\/(\S*)(\s*)(.*)$/.exec(text) ?? [];
  if (space === '') return commandProposals(name, commands);
  const command = commands.find((known) => known.name === name);
  const choices = command ? choicesOf(command) : [];
  if (!command || choices.some((choice) => choice.name === rest.trim())) return [];
  const wanted = rest.toLowerCase();
  return choices
    .filter(({ name: choice, label = '' }) => `${choice} ${label}`.toLowerCase().includes(wanted))
    .map(({ name: choice, label = choice, description }) => ({
      label,
      ...(description === undefined ? {} : { detail: description }),
      group: `/${name}`,
      text: `/${name} ${choice}`,
      isWhole: true,
    }));
}

function commandProposals(typed: string, commands: readonly SlashCommand[]): readonly Proposal[] {
  const isPrefixed = ({ name }: SlashCommand) => name.toLowerCase().startsWith(typed.toLowerCase());
  const prefixed = commands.filter(isPrefixed);
  const others = commands.filter((command) => !isPrefixed(command));
  const similar = typed.length < 2 ? [] : fuzzy(typed, others.map(({ name }) => name)).flatMap(({ index }) => others[index] ?? []);
  return [...prefixed, ...similar].map((command) => ({
    label: `/${command.name}`,
    detail: command.plugin === undefined ? command.description : `(${command.plugin}) ${command.description}`,
    group: GROUPS[command.source],
    text: command.choices ? `/${command.name} ` : `/${command.name}`,
    isWhole: !command.choices,
  }));
}

const MOST_FILES = 50;

/** Files that a fragment behind `@` could mean. `replace` gives the whole input with a path in its place. */
export function fileProposals(
  fragment: string,
  files: readonly string[],
  replace: (path: string) => string,
): readonly Proposal[] {
  const found = fragment === '' ? files.slice(0, MOST_FILES) : fuzzy(fragment, files).slice(0, MOST_FILES).flatMap(({ index }) => files[index] ?? []);
  return found.map((path) => ({ label: path, group: 'files', text: replace(path), isWhole: false }));
}

/** What all proposals begin with, and is more than what is typed. */
export function commonPrefix(proposals: readonly Proposal[]): string {
  const [first = '', ...rest] = proposals.map(({ text }) => text);
  let length = first.length;
  for (const text of rest) while (!text.startsWith(first.slice(0, length))) length--;
  return first.slice(0, length);
}
