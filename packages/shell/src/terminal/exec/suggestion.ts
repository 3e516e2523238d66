import { readdir } from 'node:fs/promises';
import { delimiter, isAbsolute } from 'node:path';
import { didYouMean } from '@helve/command';

export const TIMEOUT_SUGGESTION = 'Command did not complete. Use CliSession for long-running commands.';

/** What a failed run says about itself that one can act on. */
export interface Failure {
  readonly exitCode: number | null;
  readonly stderr: string;
  /** PATH as the command had it. */
  readonly path: string | undefined;
}

/** The next thing to try after a run that failed, where its words tell. */
export async function suggestFor({ exitCode, stderr, path }: Failure): Promise<string | undefined> {
  if (exitCode === 127) {
    const name = missingCommand(stderr);
    return name === undefined ? undefined : suggestCommand(name, path);
  }
  const denied = deniedPath(stderr);
  if (denied === undefined) return undefined;
  return exitCode === 126
    ? `${denied} may not be executed. If it is a program, allow it: chmod +x ${denied}`
    : `This user has no permission for ${denied}. Look at its owner and mode: ls -ld ${denied}`;
}

/** As bash (`x: command not found`), zsh (`command not found: x`) and sh (`1: x: not found`) say it. */
function missingCommand(stderr: string): string | undefined {
  const found =
    /command not found: (\S+)/.exec(stderr) ??
    /(?:^|: )([^\s:]+): command not found/m.exec(stderr) ??
    /(?:^|: )([^\s:]+): (?:inaccessible or )?not found/m.exec(stderr) ??
    /(?:^|: )([^\s:]+): No such file or directory/m.exec(stderr);
  return found?.[1];
}

async function suggestCommand(name: string, path: string | undefined): Promise<string> {
  if (name.includes('/')) return `${name} does not exist. List its folder: ls`;
  const asking = { most: 3, ask: 'Similar ones: ', or: ', ', end: '' };
  const next = didYouMean(name, await commandsOn(path), 'Install it, or give its full path.', asking);
  return `There is no command ${name} on PATH. ${next}`;
}

async function commandsOn(path: string | undefined): Promise<readonly string[]> {
  const folders = (path ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  const names = await Promise.all(folders.map((folder) => readdir(folder).catch((): string[] => [])));
  return [...new Set(names.flat())];
}

/** `bash: line 1: ./x: Permission denied`, `cat: /a b: Permission denied`, `zsh:1: permission denied: ./x`. */
function deniedPath(stderr: string): string | undefined {
  const found =
    /permission denied: (.+)$/m.exec(stderr) ??
    /(?:^|: )(?:cannot [^‘'"]*)?[‘'"]?([^:\n‘’'"]+)[’'"]?: Permission denied/im.exec(stderr);
  return found?.[1]?.trim();
}
