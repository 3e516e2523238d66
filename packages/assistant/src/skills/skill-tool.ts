import { CommandError, nearest, toCommandError } from '@helve/registry';
import { text } from '../model/message.ts';
import { failed } from '../tools/reply.ts';
import type { ModelTool } from '../tools/tool.ts';
import { readSkill, type Skill } from './skills.ts';

/** Of a description the model is given this much with every request; the skill itself when it is used. */
const MOST_OF_DESCRIPTION = 160;

/** Lets the model read a skill. There is no tool where there is no skill for it. */
export function skillTools(skills: readonly Skill[]): readonly ModelTool[] {
  const offered = skills.filter(({ forModel }) => forModel);
  return offered.length === 0 ? [] : [skillTool(offered)];
}

function skillTool(skills: readonly Skill[]): ModelTool {
  const names = skills.map(({ name }) => name);
  const listed = skills.map(({ name, description }) => `\n- ${name}: ${description.slice(0, MOST_OF_DESCRIPTION)}`);
  return {
    name: 'Skill',
    declare: async () => ({
      name: 'Skill',
      description: `Reads instructions for a kind of work. Read them before you begin such work.${listed.join('')}`,
      inputSchema: { type: 'object', properties: { name: { enum: names } }, required: ['name'] },
    }),
    plan: async ({ name }) => {
      const skill = skills.find((known) => known.name === name);
      if (!skill) {
        const [suggestion] = nearest(String(name), names);
        throw new CommandError('NOT_FOUND', `There is no skill ${JSON.stringify(name)}`, {
          hint: suggestion ? `Did you mean ${suggestion}?` : `There are: ${names.join(', ')}.`,
        });
      }
      return {
        effect: 'inspect',
        touches: [],
        run: async () => {
          try {
            const body = await readSkill(skill);
            const says = `${body}\n\n[Files of this skill are in ${skill.folder}]`;
            return { content: [text(says)], outcome: 'ok', brief: skill.name };
          } catch (thrown) {
            return failed(toCommandError(thrown, skill.folder));
          }
        },
      };
    },
  };
}
