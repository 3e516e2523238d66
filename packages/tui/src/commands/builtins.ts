import { agents } from './agents.ts';
import { clear } from './clear.ts';
import type { BuiltIn, SlashCommand } from './command.ts';
import { compact } from './compact.ts';
import { context } from './context.ts';
import { cost } from './cost.ts';
import { exit } from './exit.ts';
import { exportConversation } from './export.ts';
import { fork } from './fork.ts';
import { help } from './help.ts';
import { hooks } from './hooks.ts';
import { language } from './language.ts';
import { memory } from './memory.ts';
import { mode } from './mode.ts';
import { model } from './model.ts';
import { promptCommands } from './prompts.ts';
import { permissions } from './permissions.ts';
import { registryCommands } from './registry-commands.ts';
import { resume } from './resume.ts';
import { rewind } from './rewind.ts';
import { status } from './status.ts';
import { tasks } from './tasks.ts';
import { theme } from './theme.ts';
import { todos } from './todos.ts';
import { vim } from './vim.ts';

const all: readonly BuiltIn[] = [
  help,
  clear,
  mode,
  model,
  language,
  compact,
  cost,
  context,
  permissions,
  ...registryCommands,
  resume,
  fork,
  rewind,
  exportConversation,
  tasks,
  agents,
  hooks,
  memory,
  theme,
  vim,
  ...promptCommands,
  status,
  todos,
  exit,
];

/** The slash commands of our own. */
export const BUILT_INS: readonly SlashCommand[] = all.map((command) => ({ ...command, source: 'built-in' }));
