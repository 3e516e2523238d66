import { devNull } from 'node:os';
import type { Effect } from '@helve/command';

/** Variables by which an outer git (a hook, an alias) speaks of its own repository, and those that colour git's answers. */
const DROPPED = new Set([
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_INDEX_VERSION',
  'GIT_OBJECT_DIRECTORY',
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_COMMON_DIR',
  'GIT_NAMESPACE',
  'GIT_PREFIX',
  'GIT_CONFIG',
  'GIT_CONFIG_PARAMETERS',
  'GIT_INTERNAL_SUPER_PREFIX',
  'GIT_SHALLOW_FILE',
  'GIT_GRAFT_FILE',
  'GIT_REPLACE_REF_BASE',
  'GIT_NO_REPLACE_OBJECTS',
  'GIT_IMPLICIT_WORK_TREE',
  'GIT_QUARANTINE_PATH',
  'GIT_REFLOG_ACTION',
  'GIT_EXTERNAL_DIFF',
  'GIT_DIFF_OPTS',
  'GIT_GLOB_PATHSPECS',
  'GIT_NOGLOB_PATHSPECS',
  'GIT_ICASE_PATHSPECS',
]);

/** A program that fails at once, so that whoever asks for a password is told that there is none. */
const NO_ANSWER = 'false';

/** The user's environment, made fit for a git that nobody watches. */
export function gitEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  effect: Effect,
): Record<string, string | undefined> {
  const kept = Object.entries(env).filter(([name]) => !DROPPED.has(name) && !name.startsWith('GIT_TRACE'));
  return {
    ...Object.fromEntries(kept),
    LC_ALL: 'C',
    PAGER: 'cat',
    GIT_PAGER: 'cat',
    GIT_EDITOR: 'true',
    GIT_SEQUENCE_EDITOR: 'true',
    GIT_MERGE_AUTOEDIT: 'no',
    GIT_TERMINAL_PROMPT: '0',
    // A script that answers with a token, as CI sets one up, needs nobody either.
    GIT_ASKPASS: env.GIT_ASKPASS || NO_ANSWER,
    SSH_ASKPASS: NO_ANSWER,
    GCM_INTERACTIVE: 'never',
    // The policy judged the paths as they are written, so git must not read `*` or `:(top)` in them.
    GIT_LITERAL_PATHSPECS: '1',
    GIT_OPTIONAL_LOCKS: effect === 'inspect' ? '0' : '1',
    // Without these a partial clone fetches what it lacks in the middle of a diff, with the programs its config names.
    ...(effect === 'execute'
      ? { GIT_ALLOW_PROTOCOL: 'file:git:http:https:ssh' }
      : { GIT_ALLOW_PROTOCOL: 'none', GIT_NO_LAZY_FETCH: '1' }),
  };
}

/** Settings that hold whatever the repository's own config says. Only `execute` may run programs that it names. */
export function gitSettings(effect: Effect): readonly string[] {
  return [
    'core.quotePath=false',
    'color.ui=false',
    'advice.detachedHead=false',
    // Both would leave a process behind.
    'gc.auto=0',
    'maintenance.auto=false',
    'core.fsmonitor=false',
    ...(effect === 'execute' ? [] : [`core.hooksPath=${devNull}`, 'diff.external=', 'log.showSignature=false']),
  ];
}
