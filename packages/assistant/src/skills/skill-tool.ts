import { CommandError, didYouMean, toCommandError } from '@helve/command';
import { toReply } from '../agents/subagent.ts';
import type { Conversation } from '../conversation/conversation.ts';
import { text } from '../model/message.ts';
import { failed } from '../tools/reply.ts';
import type { ModelTool, ToolPlace, ToolReply } from '../tools/tool.ts';
import type { Skill } from './skills.ts';
import { findSkill, type SkillOptions, useSkill } from './use.ts';

/** A description has at most this many characters. */
const MOST_OF_DESCRIPTION = 1024;
/** So many characters of all descriptions together go with every request; the skill itself when it is used. */
const MOST_OF_ALL = 8_000;

/** Lets the model use a skill. There is no tool where there is no skill for it. */
export function skillTools(
  conversation: Conversation,
  skills: readonly Skill[],
  options: SkillOptions,
): readonly ModelTool[] {
  const offered = skills.filter(({ forModel }) => forModel);
  return offered.length === 0 ? [] : [skillTool(conversation, offered, options)];
}

/** How long a description may be so that all of them fit: only the longest are cut, all to the same length. */
export function shareOf(lengths: readonly number[], most = MOST_OF_ALL): number {
  let left = most;
  for (const [index, length] of lengths.toSorted((one, other) => one - other).entries()) {
    const share = Math.floor(left / (lengths.length - index));
    if (length > share) return share;
    left -= length;
  }
  return MOST_OF_DESCRIPTION;
}

function skillTool(conversation: Conversation, skills: readonly Skill[], options: SkillOptions): ModelTool {
  const names = skills.map(({ name }) => name);
  const most = shareOf(skills.map(({ description }) => Math.min(description.length, MOST_OF_DESCRIPTION)));
  const listed = skills.map(({ name, description }) => `\n- ${name}: ${description.slice(0, most)}`);
  return {
    name: 'Skill',
    declare: async () => ({
      name: 'Skill',
      description: `Loads instructions for a kind of work. Load them before you start such work.${listed.join('')}`,
      inputSchema: {
        type: 'object',
        properties: { name: { enum: names }, arguments: { type: 'string' } },
        required: ['name'],
      },
    }),
    plan: async ({ name, arguments: given }) => {
      const skill = findSkill(skills, String(name));
      if (!skill) {
        throw new CommandError('NOT_FOUND', `There is no skill ${JSON.stringify(name)}`, {
          hint: didYouMean(String(name), names, `There are: ${names.join(', ')}.`),
        });
      }
      const args = typeof given === 'string' ? given.trim() : '';
      return { effect: 'inspect', touches: [], run: (place) => use(conversation, skill, args, options, place) };
    },
    // A subagent begins no others: it does itself what a skill says.
    forAgent: () => skillTool(conversation, skills.map(here), options),
  };
}

/** The same, to be done where it is used. */
function here(skill: Skill): Skill {
  const { context: _, ...inline } = skill;
  return inline;
}

async function use(
  conversation: Conversation,
  skill: Skill,
  args: string,
  options: SkillOptions,
  place: ToolPlace,
): Promise<ToolReply> {
  try {
    const made = await useSkill(conversation, skill, args, options, place);
    if ('answer' in made) return toReply(skill.name, await made.answer(place));
    place.change(made.change);
    return { content: [text(made.text)], outcome: 'ok', brief: skill.name };
  } catch (thrown) {
    return failed(toCommandError(thrown, skill.folder));
  }
}
