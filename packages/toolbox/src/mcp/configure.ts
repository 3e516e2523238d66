import { join } from 'node:path';
import { call, CommandError, type Context, parameter, type Run, worded } from '@helve/command';
import { isTrusted, trust } from '@helve/settings';
import { changeEntries, type Entries } from './config-file.ts';
import { findProject, PROJECT_FILE } from './project.ts';
import { readConfig, showEntry } from './read-config.ts';
import type { Scope } from './server.ts';
import { executablePart } from './configured-servers.ts';
import type { Input, Output } from '../commands/mcp/configure.ts';

export type FileScope = Exclude<Scope, 'manual' | 'plugin' | 'client'>;

/** Writes a server to the user's settings or the project's file. */
export const configure: Run<Input, Output> = async ({ name, config, scope }, context) => {
  checkName(name);
  checkConfig(config);
  const file = await fileOf(scope, context);
  const { before } = await change(file, scope, context, (entries) => ({ ...entries, [name]: config }));
  return { name, scope, file, runs: showEntry(config), replaced: before !== undefined && Object.hasOwn(before, name) };
};

/** The file that holds the servers of a scope. */
export async function fileOf(scope: FileScope, { place: { home, cwd }, permits }: Context): Promise<string> {
  if (scope === 'user') return join(home, 'settings.json');
  const project = await findProject(cwd);
  const file = project.file ?? join(project.folder, PROJECT_FILE);
  if (permits(file, 'write')) return file;
  throw new CommandError('PERMISSION_DENIED', `${file} may not be changed`, {
    hint: 'The permissions in the settings say so.',
    retry: 'never',
    details: { path: file },
  });
}

/** A project's file that was trusted, or is new, stays so: whoever changes it here has said what it shall run. */
export async function change(
  file: string,
  scope: FileScope,
  { place: { home }, now, warn }: Context,
  edit: (entries: Entries) => Entries,
): Promise<{ readonly before: Entries | undefined }> {
  const { before, after } = await changeEntries(file, edit, scope === 'user' ? 0o600 : 0o644);
  if (scope === 'user') return { before };
  const wasTrusted =
    before === undefined ||
    Object.keys(before).length === 0 ||
    (await isTrusted(home, { path: file, content: executablePart(before) }));
  if (wasTrusted) await trust(home, { path: file, content: executablePart(after) }, now());
  else
    warn(
      worded`${file} contains servers that are not trusted yet, so none of them runs: ${call('tool trust', { path: file })}`,
    );
  return { before };
}

function checkName(name: string): void {
  if (/^(?!__proto__$)[\w.-]{1,64}$/.test(name)) return;
  throw new CommandError('INVALID_INPUT', `${JSON.stringify(name)} cannot be the name of a server`, {
    hint: 'Use up to 64 letters, digits, dots, dashes and underscores.',
    details: { name },
  });
}

function checkConfig(config: Readonly<Record<string, unknown>>): void {
  try {
    // Variables stand for anything, so an address may begin with one.
    readConfig(JSON.parse(JSON.stringify(config).replace(/"\$\{[A-Za-z_]\w*(?::-[^}"]*)?\}/g, '"https://variable')));
  } catch (thrown) {
    if (!(thrown instanceof CommandError)) throw thrown;
    throw new CommandError('INVALID_INPUT', worded`${parameter('config')}: ${thrown.message}`, { hint: thrown.hint });
  }
}
