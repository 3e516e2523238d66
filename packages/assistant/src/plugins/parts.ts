import { isObject, type Plugin, type PluginParts } from '@helve/settings';
import { agentsOf } from '../agents/definition.ts';
import { type ConfiguredHook, describeHook, readHooks } from '../hooks/hook-settings.ts';
import { readSkill, skillsOf } from '../skills/skills.ts';

/** What a plugin brings, by names, and what of it would run programs, in words. */
export interface Brings {
  readonly skills: string[];
  readonly agents: string[];
  readonly runs: string[];
}

/** Throws where a part of it is broken. */
export async function bringsOf(plugin: PluginParts): Promise<Brings> {
  const skills = await skillsOf(plugin);
  const shell = await Promise.all(
    skills.map(async (skill) =>
      [...(await readSkill(skill)).matchAll(/(?<!\S)!`([^`\n]+)`/g)].map(([, line]) => `skill ${skill.name}: ${line}`),
    ),
  );
  const servers = plugin.mcpServers.flatMap(({ content }) => Object.entries(content));
  return {
    skills: skills.map(({ name }) => name),
    agents: (await agentsOf(plugin)).map(({ name }) => name),
    runs: [
      ...pluginHooks([plugin]).map(({ event, hook }) => `hook ${event}: ${describeHook(hook)}`),
      ...servers.map(([name, server]) => `MCP server ${name}: ${showServer(server)}`),
      ...shell.flat(),
    ],
  };
}

/** The hooks of plugins. They find the files of their plugin by CLAUDE_PLUGIN_ROOT. */
export function pluginHooks(
  plugins: readonly (PluginParts & Partial<Pick<Plugin, 'scope'>>)[],
  report?: (notice: string) => void,
): readonly ConfiguredHook[] {
  return plugins.flatMap(({ folder, hooks, scope = 'user' }) =>
    hooks.flatMap(({ file, content }) =>
      readHooks([{ scope, file, foreign: true, document: { hooks: content } }], report).map((hook) => ({
        ...hook,
        env: { CLAUDE_PLUGIN_ROOT: folder },
        folder,
      })),
    ),
  );
}

function showServer(server: unknown): string {
  if (!isObject(server)) return JSON.stringify(server);
  const { command, args, url } = server;
  return [command, ...(Array.isArray(args) ? (args as unknown[]) : []), url]
    .filter((part) => part !== undefined)
    .map((part) => (typeof part === 'string' ? part : JSON.stringify(part)))
    .join(' ');
}
