import { existsSync } from 'node:fs';
import { CommandError, didYouMean } from '@helve/command';
import { under } from '@helve/policy';
import { type AgentOptions, errandOf, findAgent } from '../agents/agent-tool.ts';
import { allowanceOf, grantOf } from '../agents/allowance.ts';
import { runSubagent } from '../agents/subagent.ts';
import type { Conversation } from '../conversation/conversation.ts';
import type { Expansion, Prompt } from '../loop/prompt.ts';
import type { Grant } from '../loop/turn-change.ts';
import { NO_USAGE } from '../model/usage.ts';
import type { ToolPlace } from '../tools/tool.ts';
import type { Skill } from './skills.ts';
import { tellSkill } from './tell.ts';

/** What skills need besides the conversation: agents to carry them out, and models that they name. */
export type SkillOptions = AgentOptions;

/** Said to whoever carries out a skill in a conversation of its own. */
const REPORT = 'You work in a separate conversation. End with a report of at most 500 words.';

/** A prompt that uses a skill, as the user does with `/name arguments`: `conversation.send` does what it says. */
export function skillPrompt(conversation: Conversation, skill: Skill, args: string, options: SkillOptions): Prompt {
  return {
    text: `/${skill.name} ${args}`.trim(),
    expand: (place) => useSkill(conversation, skill, args, options, place),
    command: { name: skill.name, args },
    ownTurn: doesMoreThanTell(skill),
  };
}

/** Said to a turn that goes on, its restrictions would hold for what that turn is about. */
function doesMoreThanTell({ context, allowedTools, grantedTools, model, maxTurns }: Skill): boolean {
  return [context, allowedTools, grantedTools, model, maxTurns].some((said) => said !== undefined);
}

/** The skill that words beginning with `/` name, and what comes after its name; undefined where they are plain text. */
export function readSkillLine(
  skills: readonly Skill[],
  words: string,
): { readonly skill: Skill; readonly args: string } | undefined {
  const [, name, args = ''] = /^\/([\w:.-]+)(?:\s+([\s\S]*))?$/.exec(words) ?? [];
  if (name === undefined) return undefined;
  const skill = findSkill(skills, name);
  if (skill?.forUser) return { skill, args: args.trim() };
  if (skill) throw new CommandError('INVALID_INPUT', `Only the model may use the skill ${skill.name}`);
  const names = skills.flatMap((each) => (each.forUser ? [each.name] : []));
  // The name of a file or folder is not that of a skill.
  if (existsSync(`/${name}`)) return undefined;
  const hint = didYouMean(
    name,
    names,
    names.length === 0 ? '' : `There are: ${names.map((each) => `/${each}`).join(', ')}.`,
    {
      write: (near) => `/${near}`,
    },
  );
  throw new CommandError('NOT_FOUND', `There is no command or skill /${name}`, {
    hint: `${hint} To send it as text, start with a space.`.trim(),
  });
}

/** Whether words beginning with `/` name one of these skills. */
export function namesSkill(skills: readonly Skill[], words: string): boolean {
  const [, name = ''] = /^\/(\S+)/.exec(words) ?? [];
  return findSkill(skills, name) !== undefined;
}

/** A skill by its name; one of a plugin with or without the plugin's, where only one has it. */
export function findSkill(skills: readonly Skill[], wanted: string): Skill | undefined {
  const exact = skills.find(({ name }) => name === wanted);
  if (exact) return exact;
  const fitting = skills.filter(
    ({ name, plugin }) => plugin !== undefined && (`${plugin}:${name}` === wanted || name === `${plugin}:${wanted}`),
  );
  return fitting.length === 1 ? fitting[0] : undefined;
}

/** What is made of a skill in a turn: words for the model and what holds from then on, or an answer from elsewhere. */
export async function useSkill(
  conversation: Conversation,
  skill: Skill,
  args: string,
  options: SkillOptions,
  place: ToolPlace,
): Promise<Expansion> {
  if (skill.context) return { answer: (from) => answer(conversation, skill, args, options, from) };
  const { chosen, ...more } = await changeOf(skill, options, place);
  const told = granting(chosen ? { ...place, model: chosen.model.id } : place, more.grant);
  const text = await tellSkill(skill, args, told);
  return { text, change: { ...more, ...(chosen ? { chosen } : {}) } };
}

/** The commands in the text of a skill run as it grants. */
function granting(place: ToolPlace, grant: Grant | undefined): ToolPlace {
  if (!grant) return place;
  const admit: ToolPlace['admit'] = async (call) => {
    const { caller, ...admitted } = await place.admit(call);
    return { ...admitted, caller: under(caller, { policy: grant(caller.authority.policy) }) };
  };
  return { ...place, admit };
}

async function changeOf(skill: Skill, options: SkillOptions, { caller }: ToolPlace) {
  const { name, allowedTools, grantedTools, model, maxTurns } = skill;
  const who = `the skill ${name}`;
  return {
    maxTurns,
    ...(await allowanceOf({ who, allowed: allowedTools }, caller.place)),
    ...(grantedTools ? { grant: await grantOf(grantedTools, who, caller.place) } : {}),
    ...(model === undefined ? {} : { chosen: await options.chooseModel(model) }),
  };
}

async function answer(conversation: Conversation, skill: Skill, args: string, options: SkillOptions, place: ToolPlace) {
  const { caller, callId } = place;
  const agent = skill.agent === undefined ? undefined : findAgent(options.definitions, skill.agent);
  const ofAgent = agent ? await errandOf(agent, options, caller.place) : { name: skill.name };
  const own = await changeOf(skill, options, place);
  const chosen = own.chosen ?? ofAgent.chosen;
  const told = await tellSkill(skill, args, chosen ? { ...place, model: chosen.model.id } : place);
  const base = async () => ofAgent.system?.() ?? conversation.systemPrompt();
  const forked = skill.context === 'fork';
  const result = await runSubagent(conversation, {
    ...ofAgent,
    tools: (name) => (ofAgent.tools?.(name) ?? true) && (own.tools?.(name) ?? true),
    narrow: (policy) => [ofAgent.narrow, own.narrow].reduce((less, narrow) => narrow?.(less) ?? less, policy),
    chosen,
    maxTurns: own.maxTurns ?? ofAgent.maxTurns,
    callId,
    caller,
    knowsAll: forked,
    system: async () => [await base(), ...(forked ? [told] : []), REPORT].join('\n\n'),
    prompt: forked ? `Do what the skill ${skill.name} says.${args === '' ? '' : `\n\nARGUMENTS: ${args}`}` : told,
  });
  if (result) return result;
  const error = new CommandError('CANCELLED', 'The turn was cancelled', { retry: 'safe' });
  return { outcome: 'cancelled' as const, text: '', error, requests: 0, usage: NO_USAGE, cost: 0, denials: [] };
}
