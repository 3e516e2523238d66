import type { BuiltIn, SlashCommand } from './command.ts';
import { compact } from './compact.ts';
import { context } from './context.ts';
import { clear, exit, fork, login, quit, resume } from './conversations.ts';
import { cost } from './cost.ts';
import { effort } from './effort.ts';
import { exportConversation } from './export.ts';
import { agents, hooks, skills } from './extensions.ts';
import { help } from './help.ts';
import { memory } from './memory.ts';
import { mode } from './mode.ts';
import { model } from './model.ts';
import { permissions } from './permissions.ts';
import { language, theme, vim } from './preferences.ts';
import { promptCommands } from './prompts.ts';
import { registryCommands } from './registry-commands.ts';
import { rewind } from './rewind.ts';
import { sandbox } from './sandbox.ts';
import { status } from './status.ts';
import { tasks, todos } from './tasks.ts';
import { addDir, outputStyle } from './working.ts';

const all: readonly BuiltIn[] = [
  help,
  clear,
  mode,
  model,
  effort,
  language,
  compact,
  cost,
  context,
  permissions,
  sandbox,
  ...registryCommands,
  resume,
  fork,
  rewind,
  exportConversation,
  tasks,
  agents,
  skills,
  hooks,
  memory,
  theme,
  vim,
  ...promptCommands,
  login,
  addDir,
  outputStyle,
  status,
  todos,
  exit,
  quit,
];

/** The slash commands of our own. */
export const BUILT_INS: readonly SlashCommand[] = all.map((command) => ({ ...command, source: 'built-in' }));
