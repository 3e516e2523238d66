import { type Access, type Confinement, type Place, projectFolders, realPath } from '@helve/command';
import { absolutePattern, compilePattern, literalPath } from '../pattern.ts';
import type { Policy } from '../policy.ts';
import type { Rule } from '../rule.ts';
import { guardedPaths } from './guarded.ts';
import { isProject, isWithin } from './project-folder.ts';

/**
 * Compiles the confinement of programs from the rules that judge commands. Deny rules on reading hide, deny rules on
 * editing make read-only. A program cannot be asked about in the middle of its work, so ask rules restrict it in the
 * same way. Rules that name a command say nothing about programs.
 */
export function compileConfinement({ mode, basis }: Pick<Policy, 'mode' | 'basis'>, place: Place): Confinement {
  const folders = projectFolders(place.cwd);
  const project = folders[0] ?? place.cwd;
  const userHome = place.env.HOME ?? place.env.USERPROFILE;
  const base = basis?.base ?? { root: place.cwd, home: userHome };
  const rules = basis?.rules ?? [];
  const restricting = rules.filter(
    ({ verdict, source }) =>
      // The guarded files are compiled below, whatever the mode.
      source !== OWN_RULES && (verdict === 'deny' || (verdict === 'ask' && mode !== 'bypassPermissions')),
  );
  const patternOf = (rule: Rule) =>
    rule.pattern === undefined ? undefined : absolutePattern(rule.pattern, { ...base, root: rule.root ?? base.root });
  const patterns = (from: readonly Rule[], access: Access) => onPaths(from, access).map(patternOf);
  const hidden = patterns(restricting, 'read');
  const readOnly = patterns(restricting, 'write');
  const allowed = patterns(
    rules.filter(({ verdict }) => verdict === 'allow'),
    'write',
  ).filter((pattern) => pattern !== undefined);
  const isAllowed = allowed.map((pattern) => compilePattern(pattern, base));
  const roots = basis?.roots?.map(realPath);
  const own = [project, place.cwd].find((folder) => isProject(realPath(folder), userHome));
  const writable = [...(own === undefined ? [] : [own]), ...allowed.flatMap((pattern) => literalPath(pattern) ?? [])];
  const isReadOnly = mode === 'plan' || readOnly.includes(undefined);
  return {
    project,
    writable: isReadOnly ? [] : writable.filter((folder) => isWithin(realPath(folder), roots)),
    readOnly: readOnly.filter((pattern) => pattern !== undefined),
    guarded: [
      ...guardedPaths(folders, userHome).filter(
        (path) => !isAllowed.some((matches) => matches(path) || matches(`${path}/any`)),
      ),
      ...(basis?.guarded ?? []),
    ],
    hidden: [
      place.home,
      ...hidden.flatMap((pattern) => pattern ?? [project, ...(userHome === undefined ? [] : [userHome])]),
      ...(roots === undefined || userHome === undefined || isWithin(realPath(userHome), roots) ? [] : [userHome]),
    ],
    shown: roots ?? [],
    keepTemp: !isReadOnly,
  };
}

/** The source of rules that helve adds by itself. */
const OWN_RULES = 'helve';

function onPaths(rules: readonly Rule[], access: Access): readonly Rule[] {
  return rules.filter(({ subject }) => subject.kind === 'access' && subject.access === access);
}
