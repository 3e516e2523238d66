import type { Touch } from '@helve/command';
import { dirname, relative } from 'node:path';
import type { Request } from './policy.ts';
import { ruleFor } from './shell/propose.ts';

/**
 * The rules that would allow a call like this one from now on: as narrow as is of use. None where no rule could, because
 * it cannot be told what would run. Whoever offers them should see that they do allow the call.
 */
export function proposeRules({ command, touches, shell, hosts = [] }: Request, project: string): readonly string[] {
  if (shell) {
    const commands = ruleFor(shell);
    if (shell.doubts.length > 0 || shell.unclear.length > 0) return [];
    const written = [...touches, ...shell.redirections].filter(({ access }) => access === 'write');
    return [...new Set([...commands, ...written.map((touch) => pathRule(touch, project))])];
  }
  const written = touches.filter(({ access }) => access === 'write');
  if (hosts.length > 0) return hosts.map((host) => `${command}(domain:${host})`);
  return written.length > 0 ? [...new Set(written.map((touch) => pathRule(touch, project)))] : [command];
}

/** A folder of the project with all in it; elsewhere and at the top of it the file alone. */
function pathRule({ path }: Touch, project: string): string {
  const folder = relative(project, dirname(path));
  return folder === '' || folder.startsWith('..') || /[()*?[\]{}!]/.test(folder)
    ? `Edit(${path})`
    : `Edit(${folder}/**)`;
}
