import type { SlashChoice, SlashCommand, SlashSource } from '../commands/command.ts';
import { fuzzy } from '../editor/fuzzy.ts';
import { type EditorState, setText } from '../editor/state.ts';
import { beginMention, mention, replaceToken, tokenAt } from '../editor/token.ts';

/** Something that what is being typed could become. */
export interface Proposal {
  readonly label: string;
  readonly detail?: string;
  /** Those of one group stand together. */
  readonly group: string;
  readonly taken: EditorState;
  /** Whether nothing more is needed, so that it can be sent at once. */
  readonly isWhole: boolean;
}

/** The group of files: what matters of their names is at the end. */
export const FILES = 'files';

export interface ProposalSources {
  readonly commands: () => readonly SlashCommand[];
  readonly choicesOf: (command: SlashCommand) => readonly SlashChoice[];
  /** Files that `@` and what follows it can mean, and folders on the way to them. */
  readonly files: (query: string) => readonly string[];
}

/** What is being typed could become one of these: a slash command, what may follow it, a file. */
export function proposalsFor(editor: EditorState, sources: ProposalSources): readonly Proposal[] {
  const token = tokenAt(editor);
  if (token?.kind === 'path') return fileProposals(editor, token, sources.files(token.query));
  if (token?.kind !== 'command' || editor.text.includes('\n')) return [];
  const { name, argument } = token;
  if (argument === undefined) return commandProposals(editor, name, sources.commands());
  const command = sources.commands().find((known) => known.name === name);
  return command ? choiceProposals(editor, `/${name}`, argument, sources.choicesOf(command)) : [];
}

const GROUPS: Readonly<Record<SlashSource, string>> = { 'built-in': 'commands', skill: 'skills', plugin: 'plugins' };

function commandProposals(editor: EditorState, typed: string, commands: readonly SlashCommand[]): readonly Proposal[] {
  const prefixed = commands.filter(({ name }) => name.toLowerCase().startsWith(typed.toLowerCase()));
  const found = prefixed.length > 0 ? prefixed : similarTo(typed, commands);
  return found.map((command) => ({
    label: `/${command.name}`,
    detail: command.plugin === undefined ? command.description : `(${command.plugin}) ${command.description}`,
    group: GROUPS[command.source],
    taken: setText(editor, command.choices ? `/${command.name} ` : `/${command.name}`),
    isWhole: !command.choices,
  }));
}

/** Where nothing begins with what is typed: a letter was left out. */
function similarTo(typed: string, commands: readonly SlashCommand[]): readonly SlashCommand[] {
  const names = commands.map(({ name }) => name);
  return fuzzy(typed, names).flatMap(({ candidate }) => commands.find(({ name }) => name === candidate) ?? []);
}

function choiceProposals(
  editor: EditorState,
  before: string,
  argument: string,
  choices: readonly SlashChoice[],
): readonly Proposal[] {
  const wanted = argument.toLowerCase();
  const begun = choices.find((choice) => choice.takesMore && wanted.startsWith(`${choice.name} `));
  if (begun) {
    const after = argument.slice(begun.name.length).trimStart();
    return choiceProposals(editor, `${before} ${begun.name}`, after, begun.choices ?? []);
  }
  const fits = (choice: SlashChoice) => `${choice.name} ${choice.label ?? ''}`.toLowerCase().includes(wanted);
  return choices.filter(fits).map((choice) => ({
    label: choice.label ?? choice.name,
    ...(choice.description === undefined ? {} : { detail: choice.description }),
    group: before,
    taken: setText(editor, `${before} ${choice.name}${choice.takesMore ? ' ' : ''}`),
    isWhole: !choice.takesMore,
  }));
}

const MOST_FILES = 50;

function fileProposals(
  editor: EditorState,
  token: Extract<ReturnType<typeof tokenAt>, { kind: 'path' }>,
  files: readonly string[],
): readonly Proposal[] {
  return fuzzy(token.query, files, MOST_FILES).map(({ candidate: path }) => ({
    label: path,
    group: FILES,
    taken: path.endsWith('/')
      ? replaceToken(editor, token, beginMention(path))
      : replaceToken(editor, token, mention(path), { space: true }),
    isWhole: false,
  }));
}

/** What all proposals begin with, up to where they would leave the caret. */
export function commonPrefix(proposals: readonly Proposal[]): string {
  const [first = '', ...rest] = proposals.map(({ taken: { text, caret } }) => text.slice(0, caret));
  let { length } = first;
  for (const text of rest) while (!text.startsWith(first.slice(0, length))) length--;
  // Half a character is none.
  return first.slice(0, length).replace(/\p{Surrogate}$/u, '');
}
