import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseFrontMatter } from '../agents/front-matter.ts';

/** Instructions for one kind of work, which are read when they are needed. */
export interface Skill {
  readonly name: string;
  readonly description: string;
  /** The folder with SKILL.md and what belongs to it. */
  readonly folder: string;
  /** Whether the model may take it up by itself; else only the user does. */
  readonly forModel: boolean;
  /** Whether it is offered to the user. */
  readonly forUser: boolean;
}

export interface SkillPlaces {
  readonly cwd: string;
  /** The state folder. */
  readonly home: string;
  /** The user's own folder. */
  readonly userHome?: string | undefined;
  /** Whether a file of the project may say what a model does. All may, where nobody says otherwise. */
  readonly admits?: (file: string, content: string) => Promise<boolean>;
}

/** The skills of the project and the user; of several of one name the first in this order counts. */
export async function findSkills({ cwd, home, userHome, admits }: SkillPlaces): Promise<readonly Skill[]> {
  const inProject = [join('.agents', 'skills'), join('.claude', 'skills'), join('.claude', 'commands')];
  const project = inProject.map((folder) => join(cwd, folder));
  const user = [
    join(home, 'skills'),
    ...(userHome === undefined ? [] : inProject.map((folder) => join(userHome, folder))),
  ];
  const found: Skill[] = [];
  for (const place of new Set([...project, ...user])) {
    const names: string[] = await readdir(place).catch(() => []);
    for (const name of names.sort()) {
      const folder = join(place, name);
      const file = join(folder, 'SKILL.md');
      const content = await readFile(file, 'utf8').catch(() => undefined);
      if (content === undefined) continue;
      if (project.includes(place) && admits && !(await admits(file, content))) continue;
      const skill = toSkill(name, folder, content);
      if (!found.some((known) => known.name === skill.name)) found.push(skill);
    }
  }
  return found;
}

/** What a skill says, without its front matter. */
export async function readSkill({ folder }: Skill): Promise<string> {
  return parseFrontMatter(await readFile(join(folder, 'SKILL.md'), 'utf8')).body;
}

function toSkill(directory: string, folder: string, content: string): Skill {
  const { values } = parseFrontMatter(content);
  const { invocation } = values;
  return {
    name: values.name || directory,
    description: values.description ?? '',
    folder,
    forModel: invocation !== 'user' && values['disable-model-invocation'] !== 'true',
    forUser: invocation !== 'model-only' && values['user-invocable'] !== 'false',
  };
}
