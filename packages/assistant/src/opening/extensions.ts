import { claudeFolder, leftOutNotices, modelFileConsent, usablePlugins } from '@helve/settings';
import { type AgentDefinition, findAgents } from '../agents/definition.ts';
import { type ConfiguredHook, readHooks } from '../hooks/hook-settings.ts';
import { pluginHooks } from '../plugins/parts.ts';
import { findSkills, type Skill } from '../skills/skills.ts';
import type { SettledCaller } from './host.ts';

/** What the user, the project and plugins add to a conversation, as far as the user trusts it. */
export interface Extensions {
  readonly agents: readonly AgentDefinition[];
  readonly skills: readonly Skill[];
  readonly hooks: readonly ConfiguredHook[];
}

export async function findExtensions(
  { place: { cwd, home, env }, settings }: SettledCaller,
  warn: (notice: string) => void,
): Promise<Extensions> {
  const { plugins, notices } = await usablePlugins({ cwd, home });
  const { admits, leftOut } = modelFileConsent(home);
  const [agents, skills] = await Promise.all([
    findAgents({ cwd, home, claude: claudeFolder(env), plugins, admits }),
    findSkills({ cwd, home, userHome: env.HOME, plugins, admits }),
  ]);
  [...notices, ...leftOutNotices(leftOut)].forEach(warn);
  return { agents, skills, hooks: [...readHooks(settings.layers, warn), ...pluginHooks(plugins, warn)] };
}
