import { CommandError, type Touch } from '@helve/command';
import { dirname, relative } from 'node:path';
import { rulesForNeeds } from './confinement/widen.ts';
import type { Policy, Question, Request } from './policy.ts';
import { parseRule } from './rule.ts';
import { ruleFor } from './shell/propose.ts';

/**
 * The rules that an answer to a question can add, so that the same is not asked again. None where no rule would help:
 * because another rule asks, or because it cannot be told what would run.
 */
export async function rulesForQuestion(
  question: Question,
  policy: Policy,
  project: string,
): Promise<readonly string[]> {
  const rules = proposeRules(question, project);
  if (question.needs) return rulesForNeeds(question.needs, rules);
  if (question.sandbox === 'leaves') return rulesForNeeds([{ kind: 'outside', what: 'it' }], rules);
  if (question.decision.rule !== `mode ${policy.mode}` || rules.length === 0) return [];
  try {
    const more = rules.map((rule) => ({ ...parseRule('allow', rule, 'proposed'), root: project }));
    return (await policy.wouldAllow?.(question, more)) ? rules : [];
  } catch (thrown) {
    // What cannot be written as a rule.
    if (thrown instanceof CommandError) return [];
    throw thrown;
  }
}

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
