import { describeHook } from '@helve/assistant';
import { sanitise } from '../text/sanitise.ts';
import { line, span } from '../text/span.ts';
import type { BuiltIn } from './command.ts';

/** In a window that is narrower, names have no column of their own. */
const WIDE = 60;

export const agents: BuiltIn = {
  name: 'agents',
  description: 'Show the subagents that the model can use',
  run: async (_, ui) => {
    const found = ui.shown?.agents ?? [];
    if (found.length === 0)
      return ui.notice(
        'No agents are defined. Add a file to .helve/agents with a name, a description and instructions.',
      );
    const column = ui.columns < WIDE ? 0 : Math.max(...found.map(({ name }) => name.length));
    ui.print(
      found.map(({ name, description }) => [
        span(`  ${name.padEnd(column)}  `, { role: 'accent' }),
        span(sanitise(description)),
      ]),
    );
  },
};

export const skills: BuiltIn = {
  name: 'skills',
  description: 'Show the skills and who can use them',
  run: async (_, ui) => {
    const found = ui.shown?.skills ?? [];
    if (found.length === 0)
      return ui.notice('No skills are installed. Add a folder with a SKILL.md to .claude/skills or .agents/skills.');
    ui.print(
      found.flatMap(({ name, description, origin, plugin, forModel, forUser, file }) => [
        [
          span(`  ${forUser ? '/' : ''}${sanitise(name)}  `, { role: 'accent' }),
          span(sanitise(description)),
          span(`  ${forModel ? (forUser ? 'you and the model' : 'the model only') : 'you only'}`, { role: 'muted' }),
        ],
        line(`    ${plugin === undefined ? origin : `plugin ${plugin}`}: ${sanitise(file)}`, { role: 'muted' }),
      ]),
    );
  },
};

export const hooks: BuiltIn = {
  name: 'hooks',
  description: 'Show the active hooks',
  run: async (_, ui) => {
    const found = ui.shown?.hooks ?? [];
    if (found.length === 0)
      return ui.notice(
        `No hooks are active. Define them in "hooks" of ${ui.host.home}/settings.json or .helve/settings.json.`,
      );
    ui.print(
      found.flatMap(({ event, matches, hook, file }) => [
        [
          span(`  ${event}${matches ? ` ${asWritten(matches)}` : ''}  `, { role: 'accent' }),
          span(sanitise(describeHook(hook))),
        ],
        line(`    ${sanitise(file)}`, { role: 'muted' }),
      ]),
    );
  },
};

/** A matcher holds for whole names; who wrote it did not write that. */
function asWritten({ source }: RegExp): string {
  return source.replace(/^\^\(\?:([^]*)\)\$$/, '$1');
}
