import type { PathMatcher, PatternBase } from './pattern.ts';
import type { Request } from './policy.ts';
import { namesCommand, type Rule } from './rule.ts';
import { type CommandPattern, compileCommandPattern } from './shell/pattern.ts';

/** A rule that is ready to be matched. Its pattern is one of paths, or of shell commands where there is a line. */
export interface CompiledRule extends Rule {
  readonly matches: PathMatcher | undefined;
  readonly line: CommandPattern | undefined;
  /** Where the pattern is `domain:example.com`, whether a domain is meant: it or one below it. */
  readonly host?: (host: string) => boolean;
}

export async function compileRules(rules: readonly Rule[], base: PatternBase): Promise<readonly CompiledRule[]> {
  if (!rules.some((rule) => rule.pattern !== undefined)) {
    return rules.map((rule) => ({ ...rule, matches: undefined, line: undefined }));
  }
  const { compilePattern } = await import('./pattern.ts');
  return rules.map((rule) => ({
    ...rule,
    ...hostOf(rule.pattern),
    matches:
      rule.pattern === undefined ? undefined : compilePattern(rule.pattern, { ...base, root: rule.root ?? base.root }),
    line: rule.pattern === undefined ? undefined : compileCommandPattern(rule.pattern),
  }));
}

function hostOf(pattern: string | undefined): Pick<CompiledRule, 'host'> {
  const domain = /^domain:(?:\*\.)?(.+)$/.exec(pattern ?? '')?.[1]?.toLowerCase();
  return domain === undefined ? {} : { host: (host) => host === domain || host.endsWith(`.${domain}`) };
}

/** Whether a rule speaks of the command of a request by its path, or of all commands that are given a shell line. */
export function namesRequest({ subject }: Rule, { command, shell }: Pick<Request, 'command' | 'shell'>): boolean {
  if (subject.kind === 'access') return false;
  return subject.paths.some((path) => namesCommand(path, command)) || (subject.shell === true && shell !== undefined);
}
