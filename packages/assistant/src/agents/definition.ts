import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseFrontMatter } from './front-matter.ts';

/** A subagent that somebody described in a file. */
export interface AgentDefinition {
  readonly name: string;
  readonly description: string;
  /** What it is told before anything else. */
  readonly instructions: string;
  /** The names of the tools that it may use; absent: all but Agent. */
  readonly tools?: readonly string[];
  /** As the user calls a model. */
  readonly model?: string;
  readonly file: string;
}

export interface AgentPlaces {
  readonly cwd: string;
  readonly home: string;
  /** Whether a file of the project may say what a model does. All may, where nobody says otherwise. */
  readonly admits?: (file: string, content: string) => Promise<boolean>;
}

/** The subagents of the project and the user; of several of one name the project's own counts. */
export async function findAgents({ cwd, home, admits }: AgentPlaces): Promise<readonly AgentDefinition[]> {
  const project = [join(cwd, '.helve', 'agents'), join(cwd, '.claude', 'agents')];
  const found: AgentDefinition[] = [];
  for (const folder of [...project, join(home, 'agents')]) {
    for (const file of await markdownIn(folder)) {
      const content = await readFile(file, 'utf8').catch(() => '');
      if (project.includes(folder) && admits && !(await admits(file, content))) continue;
      const agent = toDefinition(file, content);
      if (agent && !found.some(({ name }) => name === agent.name)) found.push(agent);
    }
  }
  return found;
}

async function markdownIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => join(folder, name));
}

function toDefinition(file: string, content: string): AgentDefinition | undefined {
  const { values, lists, body } = parseFrontMatter(content);
  if (body === '') return undefined;
  const { tools = [] } = lists;
  const { model } = values;
  return {
    name: values.name || basename(file, '.md'),
    description: values.description ?? '',
    instructions: body,
    ...(tools.length > 0 && tools[0] !== '*' ? { tools } : {}),
    ...(model && model !== 'inherit' ? { model } : {}),
    file,
  };
}
