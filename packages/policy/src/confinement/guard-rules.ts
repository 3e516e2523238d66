import { projectFolders, type Place } from '@helve/command';
import { escapePattern } from '../escape-pattern.ts';
import type { Decision } from '../policy.ts';
import { parseRule, type Rule } from '../rule.ts';
import { userGit } from './git-config.ts';
import { GUARDED_ANYWHERE, guardedPaths } from './guarded.ts';

/** The source of rules that helve adds by itself. */
export const OWN_RULES = 'helve';

/**
 * Rules that ask before a command writes a file that makes other programs run code: nobody who may edit files can give
 * themselves more rights in this way. A rule of the user that allows such a file by its name is the answer.
 */
export function guardRules({ cwd, env, home }: Place, more: readonly string[]): readonly Rule[] {
  const paths = [home, ...guardedPaths(projectFolders(cwd), userGit(env)), ...more];
  const patterns = [...GUARDED_ANYWHERE.map((name) => `**/${name}`), ...paths.map(escapePattern)];
  return [...new Set(patterns)].map((pattern) => ({
    ...parseRule('ask', 'Edit', OWN_RULES),
    text: `Edit(${pattern})`,
    root: '/',
    pattern,
  }));
}

/** Whether helve's own rules ask, because of a file that makes other programs run code. */
export function isGuard({ verdict, source }: Pick<Decision, 'verdict' | 'source'>): boolean {
  return verdict === 'ask' && source === OWN_RULES;
}

/** Whether a rule of the user names what a guard rule guards. A rule that merely covers it, such as `Edit(**)`, does not. */
export function opensGuard({ subject, pattern }: Rule, guard: Rule): boolean {
  if (subject.kind !== 'access' || subject.access !== 'write' || pattern === undefined) return false;
  return pattern.includes(guardedName(guard.pattern ?? ''));
}

/** The last part of a guarded path, with the folder before it where that is needed to know it: `.config/git`. */
export function guardedName(path: string): string {
  const [folder = '', name = ''] = path.split('/').slice(-2);
  return folder.startsWith('.') ? `${folder}/${name}` : name;
}
