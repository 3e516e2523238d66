import { readdir } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { readTextIfAny } from '@helve/command';
import { listField, numberField, parseFrontMatter, textField } from './front-matter.ts';

/** A subagent that somebody described in a file. */
export interface AgentDefinition {
  readonly name: string;
  readonly description: string;
  /** What it is told before anything else. */
  readonly instructions: string;
  /** The tools that it may use, or rules such as `Bash(git *)`; absent: all but Agent. */
  readonly tools?: readonly string[];
  readonly disallowedTools?: readonly string[];
  /** As the user calls a model. */
  readonly model?: string;
  /** How often it may ask its model. */
  readonly maxTurns?: number;
  /** It may change nothing, by whatever means. */
  readonly readOnly?: boolean;
  /** Absent: it is built in. */
  readonly file?: string;
}

export interface AgentPlugin {
  readonly name: string;
  /** Folders or files. */
  readonly agents: readonly string[];
}

export interface AgentPlaces {
  readonly cwd: string;
  readonly home: string;
  /** The folder in which Claude Code keeps what belongs to the user. */
  readonly claude?: string | undefined;
  readonly plugins?: readonly AgentPlugin[];
  /** Whether a file of the project may say what a model does. All may, where nobody says otherwise. */
  readonly admits?: (file: string, content: string) => Promise<boolean>;
}

/**
 * The subagents of the project, the user, their plugins, and those that are always there; of several of one name the first
 * in this order counts.
 */
export async function findAgents({
  cwd,
  home,
  claude,
  plugins = [],
  admits,
}: AgentPlaces): Promise<readonly AgentDefinition[]> {
  const project = [join(cwd, '.helve', 'agents'), join(cwd, '.claude', 'agents')];
  const found: AgentDefinition[] = [];
  const add = (agent: AgentDefinition) => {
    if (!found.some(({ name }) => name === agent.name)) found.push(agent);
  };
  const user = [join(home, 'agents'), ...(claude === undefined ? [] : [join(claude, 'agents')])];
  for (const folder of [...project, ...user]) {
    for (const { file } of await markdownBelow(folder)) {
      const content = readTextIfAny(file) ?? '';
      if (project.includes(folder) && admits && !(await admits(file, content))) continue;
      for (const agent of await toDefinitions(file, content)) add(agent);
    }
  }
  for (const plugin of plugins) (await agentsOf(plugin)).forEach(add);
  BUILT_IN_AGENTS.forEach(add);
  return found;
}

/** The agents of a plugin: its name goes before theirs. */
export async function agentsOf({ name: plugin, agents }: AgentPlugin): Promise<readonly AgentDefinition[]> {
  const files = new Map((await Promise.all(agents.map(markdownBelow))).flat().map((found) => [found.file, found]));
  const read = [...files.values()].map(async ({ file, folders }) => {
    const definitions = await toDefinitions(file, readTextIfAny(file) ?? '');
    return definitions.map((agent) => ({ ...agent, name: [plugin, ...folders, agent.name].join(':') }));
  });
  return (await Promise.all(read)).flat();
}

/** A Markdown file, with the folders between it and where it was looked for. */
export interface FoundMarkdown {
  readonly file: string;
  readonly folders: readonly string[];
}

/** The Markdown files of a folder and of those below it; or the one file that it is. */
export async function markdownBelow(path: string): Promise<readonly FoundMarkdown[]> {
  if (path.endsWith('.md')) return [{ file: path, folders: [] }];
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map((entry) => ({
      file: join(entry.parentPath, entry.name),
      folders: relative(path, entry.parentPath).split(sep).filter(Boolean),
    }))
    .sort((one, other) => (one.file < other.file ? -1 : 1));
}

/** One, or none where the file says nothing. */
async function toDefinitions(file: string, content: string): Promise<readonly AgentDefinition[]> {
  const document = await parseFrontMatter(content);
  if (document.body.trim() === '') return [];
  const tools = listField(document, 'tools');
  const disallowedTools = listField(document, 'disallowedTools') ?? listField(document, 'disallowed-tools');
  const model = textField(document, 'model');
  const maxTurns = numberField(document, 'maxTurns') ?? numberField(document, 'max-turns');
  return [
    {
      name: textField(document, 'name') ?? basename(file, '.md'),
      description: textField(document, 'description') ?? '',
      instructions: document.body,
      ...(tools && tools.length > 0 ? { tools } : {}),
      ...(disallowedTools ? { disallowedTools } : {}),
      ...(model !== undefined && model !== 'inherit' ? { model } : {}),
      ...(maxTurns === undefined ? {} : { maxTurns }),
      ...(textField(document, 'permissionMode') === 'plan' ? { readOnly: true } : {}),
      file,
    },
  ];
}

const READER = 'You cannot change anything: calls that would are refused, also in the shell.';

/** Agents that are always there. One of the same name that somebody described takes the place of one of these. */
export const BUILT_IN_AGENTS: readonly AgentDefinition[] = [
  {
    name: 'general-purpose',
    description: 'Any task with several steps',
    instructions:
      'You complete a task on your own and report back. Do everything that was asked and nothing else. End with a short report of what you did and found, with absolute file paths.',
  },
  {
    name: 'explore',
    description: 'Explores the project; read-only',
    instructions: `You find things in a project and report where they are and how they relate. ${READER} Search widely first, then read what matters. End with a short report of your findings, with absolute paths and line numbers.`,
    readOnly: true,
  },
  {
    name: 'plan',
    description: 'Plans a change; read-only',
    instructions: `You plan how to make a change, based on the code. ${READER} End with the steps in order, the files that each step touches (absolute paths), and open questions.`,
    readOnly: true,
  },
];
