import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { readRegularText, readTextIfAny } from '@helve/command';
import { type FoundMarkdown, markdownBelow } from '../agents/definition.ts';
import { flagField, listField, numberField, parseFrontMatter, textField } from '../agents/front-matter.ts';

/** Instructions for one kind of work, which are read when they are needed. */
export interface Skill {
  readonly name: string;
  readonly description: string;
  /** What it takes, as shown to the user: `[file] [why]`. */
  readonly argumentHint?: string;
  readonly file: string;
  /** The folder with what belongs to it. */
  readonly folder: string;
  readonly origin: 'project' | 'user' | 'plugin';
  /** The plugin that brought it. */
  readonly plugin?: string;
  /** The folder of that plugin. */
  readonly pluginFolder?: string;
  /** Whether the model may take it up by itself; else only the user does. */
  readonly forModel: boolean;
  /** Whether it is offered to the user. */
  readonly forUser: boolean;
  /** The only tools that may be used, or rules such as `Bash(git *)`. */
  readonly allowedTools?: readonly string[];
  /** Tools and rules that need no approval while it is used. */
  readonly grantedTools?: readonly string[];
  /** `fork`: in a conversation of its own that knows all that was said; `agent`: in one that knows nothing of it. */
  readonly context?: 'fork' | 'agent';
  /** The agent that carries it out in a conversation of its own. */
  readonly agent?: string;
  readonly model?: string;
  /** How often the model may be asked for it. */
  readonly maxTurns?: number;
}

/** What a plugin brings, by the paths of folders or files. */
export interface SkillPlugin {
  readonly name: string;
  readonly folder: string;
  readonly skills: readonly string[];
  readonly commands: readonly string[];
}

export interface SkillPlaces {
  readonly cwd: string;
  /** The state folder. */
  readonly home: string;
  /** The user's own folder. */
  readonly userHome?: string | undefined;
  readonly plugins?: readonly SkillPlugin[];
  /** Whether a file of the project may say what a model does. All may, where nobody says otherwise. */
  readonly admits?: (file: string, content: string) => Promise<boolean>;
}

/** The skills of the project, the user and their plugins; of several of one name the first in this order counts. */
export async function findSkills({
  cwd,
  home,
  userHome,
  plugins = [],
  admits,
}: SkillPlaces): Promise<readonly Skill[]> {
  const places = [join('.agents', 'skills'), join('.claude', 'skills'), join('.claude', 'commands')];
  const user = [join(home, 'skills'), ...(userHome === undefined ? [] : places.map((place) => join(userHome, place)))];
  const found = new Map<string, Skill>();
  const add = (skill: Skill) => {
    if (!found.has(skill.name)) found.set(skill.name, skill);
  };
  for (const place of places.map((name) => join(cwd, name))) {
    for (const each of await written(place)) {
      if (!admits || (await admits(each.file, each.content))) add(await toSkill(each, 'project'));
    }
  }
  for (const place of user) for (const each of await written(place)) add(await toSkill(each, 'user'));
  for (const plugin of plugins) {
    for (const skill of await skillsOf(plugin)) {
      // Where its name is taken, it goes by that of its plugin too.
      add(found.has(skill.name) ? { ...skill, name: `${plugin.name}:${skill.name}` } : skill);
    }
  }
  return [...found.values()];
}

/** What a skill says, without its front matter. */
export async function readSkill({ file }: Skill): Promise<string> {
  return (await parseFrontMatter(readRegularText(file))).body;
}

interface Written {
  /** What it is called where its front matter does not say. */
  readonly name: string;
  readonly file: string;
  readonly content: string;
}

/** The skills in a folder: folders with a SKILL.md, and files of commands, also in folders that group them. */
async function written(place: string): Promise<readonly Written[]> {
  const isCommands = basename(place) === 'commands';
  const entries: readonly string[] = await readdir(place).catch(() => []);
  const all = entries.toSorted().map(async (entry): Promise<readonly Written[]> => {
    const path = join(place, entry);
    if (entry.endsWith('.md')) return isCommands ? read(basename(entry, '.md'), path) : [];
    const whole = await read(entry, join(path, 'SKILL.md'));
    if (whole.length > 0 || !isCommands) return whole;
    return (await Promise.all((await markdownBelow(path)).map((found) => commandAt(found, [entry])))).flat();
  });
  return (await Promise.all(all)).flat();
}

async function read(name: string, file: string): Promise<readonly Written[]> {
  const content = readTextIfAny(file);
  return content === undefined ? [] : [{ name, file, content }];
}

/** Skills go by their own names, and commands by that of the plugin too, as in other assistants. */
export async function skillsOf({ name: plugin, folder, skills, commands }: SkillPlugin): Promise<readonly Skill[]> {
  const [inSkills, inCommands] = await Promise.all([
    Promise.all(skills.map(writtenAt)),
    Promise.all(
      commands.map(async (path) => Promise.all((await markdownBelow(path)).map((found) => commandAt(found)))),
    ),
  ]);
  const own = (each: Written) => toSkill(each, 'plugin', { plugin, pluginFolder: folder });
  return Promise.all([
    ...once(inSkills.flat()).map(own),
    ...once(inCommands.flat(2)).map(async (each) => ({ ...(await own(each)), name: `${plugin}:${each.name}` })),
  ]);
}

/** The skills in a folder, or the one that it is. */
async function writtenAt(path: string): Promise<readonly Written[]> {
  const whole = await read(basename(path), join(path, 'SKILL.md'));
  return whole.length > 0 ? whole : written(path);
}

/** Folders are part of the name of a command. */
async function commandAt({ file, folders }: FoundMarkdown, above: readonly string[] = []): Promise<readonly Written[]> {
  return read([...above, ...folders, basename(file, '.md')].join(':'), file);
}

/** What several paths lead to is there once. */
function once(all: readonly Written[]): readonly Written[] {
  return [...new Map(all.map((each) => [each.file, each])).values()];
}

async function toSkill(
  { name, file, content }: Written,
  origin: Skill['origin'],
  more: Pick<Skill, 'plugin' | 'pluginFolder'> = {},
): Promise<Skill> {
  const document = await parseFrontMatter(content);
  const invocation = textField(document, 'invocation');
  const description = textField(document, 'description');
  const argumentHint = textField(document, 'argument-hint');
  const allowedTools = listField(document, 'allowed-tools');
  const context = textField(document, 'context');
  const agent = textField(document, 'agent');
  const model = textField(document, 'model');
  const maxTurns = numberField(document, 'max-turns');
  // A command that nobody described is the user's alone: a model could not tell what it is for.
  const isCommand = basename(file) !== 'SKILL.md';
  return {
    name: textField(document, 'name') ?? name,
    description: description ?? '',
    ...(argumentHint === undefined ? {} : { argumentHint }),
    file,
    folder: dirname(file),
    origin,
    ...more,
    forModel:
      invocation !== 'user' &&
      flagField(document, 'disable-model-invocation') !== true &&
      !(isCommand && description === undefined && invocation === undefined),
    forUser: invocation !== 'model-only' && flagField(document, 'user-invocable') !== false,
    // In a command of Claude Code the list grants; elsewhere it is all that may be used.
    ...(allowedTools ? { [isCommand && context === undefined ? 'grantedTools' : 'allowedTools']: allowedTools } : {}),
    ...(context === 'fork' || context === 'agent' ? { context } : {}),
    ...(agent === undefined ? {} : { agent }),
    ...(model === undefined || model === 'inherit' ? {} : { model }),
    ...(maxTurns === undefined ? {} : { maxTurns }),
  };
}
