import { join } from 'node:path';
import { type Access, type Confinement, type Place, projectFolders, realPath } from '@helve/command';
import { absolutePattern, compilePattern, literalPath } from '../pattern.ts';
import type { Policy } from '../policy.ts';
import type { Rule } from '../rule.ts';
import { networkOf, socketsOf } from './connections.ts';
import { userGit } from './git-config.ts';
import { guardedIn, guardedPaths } from './guarded.ts';
import { guardedName, OWN_RULES } from './guard-rules.ts';
import { isProject, isWithin } from './project-folder.ts';

/**
 * Compiles the confinement of programs from the rules that judge commands. Deny rules on reading hide, deny rules on
 * editing make read-only, allow rules on hosts and sockets open these. A program cannot be asked about in the middle of its work, so ask rules restrict it in the
 * same way. Rules that name a command say nothing about programs.
 */
export function compileConfinement({ mode, basis }: Pick<Policy, 'mode' | 'basis'>, place: Place): Confinement {
  const folders = projectFolders(place.cwd);
  const project = folders[0] ?? place.cwd;
  const userHome = place.env.HOME ?? place.env.USERPROFILE;
  const base = basis?.base ?? { root: place.cwd, home: userHome };
  const rules = basis?.rules ?? [];
  const asks = basis?.asksAlways === true;
  const restricting = rules.filter(
    ({ verdict, source }) =>
      // The guarded files are compiled below, whatever the mode.
      source !== OWN_RULES && (verdict === 'deny' || (verdict === 'ask' && (mode !== 'bypassPermissions' || asks))),
  );
  const patternOf = (rule: Rule) =>
    rule.pattern === undefined ? undefined : absolutePattern(rule.pattern, { ...base, root: rule.root ?? base.root });
  const patterns = (from: readonly Rule[], access: Access) => onPaths(from, access).map(patternOf);
  const hidden = patterns(restricting, 'read');
  const readOnly = patterns(restricting, 'write');
  const allowing = rules.filter(({ verdict }) => verdict === 'allow');
  const allowed = patterns(allowing, 'write').filter((pattern) => pattern !== undefined);
  const opening = allowed.map((pattern) => ({ pattern, matches: compilePattern(pattern, base) }));
  const isOpened = (path: string) =>
    opening.some(
      ({ pattern, matches }) => pattern.includes(guardedName(path)) && (matches(path) || matches(`${path}/any`)),
    );
  const roots = basis?.roots?.map(realPath);
  const isOwn = (folder: string) => isProject(realPath(folder), userHome);
  const own = [project, place.cwd].find(isOwn);
  const more = basis?.folders ?? [];
  const writable = [
    ...(own === undefined ? [] : [own]),
    ...more.filter(isOwn),
    ...allowed.flatMap((pattern) => literalPath(pattern) ?? []),
  ];
  const user = userGit(place.env);
  const isReadOnly = mode === 'plan' || readOnly.includes(undefined);
  return {
    project,
    writable: isReadOnly ? [] : writable.filter((folder) => isWithin(realPath(folder), roots)),
    readOnly: readOnly.filter((pattern) => pattern !== undefined),
    guarded: [
      ...guardedPaths(folders, user),
      ...more.flatMap((folder) => guardedIn(folder, user)),
      ...(basis?.guarded ?? []),
    ].filter((path) => !isOpened(path)),
    userGit: user,
    hidden: [
      // Also the usual one: another service may run from it.
      ...new Set([place.home, ...(userHome === undefined ? [] : [join(userHome, '.helve')])]),
      ...hidden.flatMap((pattern) => pattern ?? [project, ...(userHome === undefined ? [] : [userHome])]),
      ...(roots === undefined || userHome === undefined || isWithin(realPath(userHome), roots) ? [] : [userHome]),
    ],
    hiddenBy: Object.fromEntries(
      onPaths(restricting, 'read').flatMap((rule) => {
        const pattern = patternOf(rule);
        return pattern === undefined ? [] : [[pattern, `${rule.verdict}: ${rule.text} (${rule.source})`]];
      }),
    ),
    // What results left out is there, and the scripts of the user's skills and plugins: their readers are told so.
    shown: [...(roots ?? []), ...['spill', 'skills', 'plugins'].map((name) => join(place.home, name))],
    keepTemp: !isReadOnly,
    network: mode === 'plan' ? 'closed' : networkOf({ allowing, restricting }),
    sockets:
      mode === 'plan'
        ? []
        : socketsOf({ allowing, restricting }, patternOf, (pattern) => compilePattern(pattern, base)),
  };
}

function onPaths(rules: readonly Rule[], access: Access): readonly Rule[] {
  return rules.filter(({ subject }) => subject.kind === 'access' && subject.access === access);
}
