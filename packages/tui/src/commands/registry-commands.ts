import type { Ui } from '../app/ui.ts';
import { hasWords } from '../host.ts';
import { lineCommand, resultLines } from './lines.ts';
import type { InstalledPlugin } from '../app/installed-plugins.ts';
import type { BuiltIn, SlashChoice } from './command.ts';

/** Slash commands that are commands of helve. */
export const registryCommands: readonly BuiltIn[] = [
  {
    name: 'plugin',
    description: 'Manage plugins',
    argumentHint: '[subcommand]',
    choices: (ui) => pluginChoices(ui.plugins()),
    run: runPlugin,
  },
  lineCommand({ name: 'mcp', description: 'Show MCP servers and their tools', argumentHint: '[server]' }, (server) =>
    server === '' ? 'helve mcp servers' : `helve mcp tools --toolbox ${quoted(server)}`,
  ),
  lineCommand({ name: 'config', description: 'Show or change settings', argumentHint: '[key] [value]' }, configLine),
  lineCommand({ name: 'doctor', description: 'Check your setup and suggest fixes' }, () => 'helve doctor all'),
];

function pluginChoices(installed: readonly InstalledPlugin[]): readonly SlashChoice[] {
  const those = (isMeant: (plugin: InstalledPlugin) => boolean) => ({
    takesMore: true,
    choices: installed.filter(isMeant).map(({ id, description }) => ({ name: id, description })),
  });
  return [
    { name: 'list', description: 'Plugins that are installed' },
    { name: 'install', takesMore: true, description: 'Install a plugin from a marketplace or a folder' },
    { name: 'uninstall', ...those(() => true), description: 'Remove a plugin' },
    { name: 'enable', ...those(({ enabled }) => !enabled), description: 'Enable a plugin' },
    { name: 'disable', ...those(({ enabled }) => enabled), description: 'Disable a plugin and keep it' },
    { name: 'marketplace', description: 'Plugins that can be installed' },
  ];
}

/** What is done to a plugin, which has to be named. */
const NAMED: ReadonlySet<string> = new Set(['install', 'uninstall', 'enable', 'disable']);

/** What a plugin brings is read when a conversation begins. */
async function runPlugin(args: string, ui: Ui): Promise<void> {
  const [action = '', name] = args.trim().split(/\s+/);
  if (name === undefined && NAMED.has(action)) return ui.notice(`Which plugin? /plugin ${action} <name>`, 'warning');
  // The list offers the first of them where somebody presses Enter once too often.
  if (action === 'uninstall' && !(await ui.confirm(`Remove the plugin ${name}?`))) return;
  const result = await ui.run(pluginLine(args.trim()));
  ui.print(resultLines(result));
  if (result.error || !ui.shown || !NAMED.has(action)) return;
  if (hasWords(ui.shown)) return ui.notice('Takes effect in the next conversation (/clear)');
  await ui.reopen({});
}

/** `install x` as people type it, as a line of helve. */
function pluginLine(args: string): string {
  const [action = '', ...rest] = args.split(/\s+/);
  const name = rest.join(' ');
  if (action === 'marketplace') return marketplaceLine(rest);
  return name === ''
    ? `helve plugin ${action === '' ? 'list' : action}`
    : `helve plugin ${action} --name ${quoted(name)}`;
}

function marketplaceLine([action = 'list', ...rest]: readonly string[]): string {
  const line = `helve plugin marketplace ${action}`;
  const which = rest.join(' ');
  return which === '' ? line : `${line} --${action === 'add' ? 'source' : 'name'} ${quoted(which)}`;
}

/** `/config`, `/config model`, `/config model haiku`. */
function configLine(args: string): string {
  const [, key = '', value = ''] = /^(\S*)\s*([\s\S]*)$/.exec(args) ?? [];
  if (key === '') return 'helve config list --show-origin';
  const named = `--key ${quoted(key)}`;
  return value === ''
    ? `helve config get ${named} --show-origin`
    : `helve config set ${named} --value ${quoted(value)}`;
}

function quoted(word: string): string {
  return JSON.stringify(word);
}
