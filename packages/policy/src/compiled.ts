import { domainOf, isWithinDomain } from './domain.ts';
import type { PathMatcher, PatternBase } from './pattern.ts';
import type { Request } from './policy.ts';
import { namesCommand, type Rule } from './rule.ts';
import type { Guard } from './shell/guard.ts';
import { runsNamed } from './shell/judge.ts';
import { type CommandPattern, compileCommandPattern } from './shell/pattern.ts';

/** A rule that is ready to be matched. Its pattern is one of paths, or of shell commands where there is a line. */
export interface CompiledRule extends Rule {
  readonly matches: PathMatcher | undefined;
  readonly line: CommandPattern | undefined;
  /** Whether its paths may be among what is touched, where that is not known exactly. */
  readonly guard?: Guard;
  /** The commands that it restricts, as programs of a shell line: `git push`, `helve fs delete`. */
  readonly program?: CommandPattern;
  /** Where the pattern is `domain:example.com`, whether a domain is meant: it or one below it. */
  readonly host?: (host: string) => boolean;
}

export async function compileRules(rules: readonly Rule[], base: PatternBase): Promise<readonly CompiledRule[]> {
  if (!rules.some((rule) => rule.pattern !== undefined)) {
    return rules.map((rule) => ({ ...rule, ...programOf(rule), matches: undefined, line: undefined }));
  }
  const { compilePaths } = await import('./shell/guard.ts');
  return rules.map((rule) => {
    const { pattern } = rule;
    if (pattern === undefined) return { ...rule, ...programOf(rule), matches: undefined, line: undefined };
    const from = { ...base, root: rule.root ?? base.root };
    const { matches, guard } = compilePaths(pattern, from);
    return {
      ...rule,
      ...hostOf(pattern),
      ...programOf(rule),
      ...(rule.verdict === 'allow' ? {} : { guard }),
      matches,
      line: compileCommandPattern(pattern),
    };
  });
}

/** A rule that restricts a command of helve's also restricts the program of the same words. */
function programOf({ verdict, subject }: Rule): Pick<CompiledRule, 'program'> {
  if (verdict === 'allow' || subject.kind !== 'commands' || subject.shell) return {};
  const patterns = subject.paths
    .filter((path) => path !== '*' && !path.startsWith('mcp__'))
    .map((path) => compileCommandPattern(`${path.replace(/ \*$/, '')} *`));
  if (patterns.length === 0) return {};
  return {
    program: {
      fits: (form) => patterns.some((pattern) => pattern.fits(form)),
      mayFit: (form) => patterns.some((pattern) => pattern.mayFit(form)),
    },
  };
}

function hostOf(pattern: string | undefined): Pick<CompiledRule, 'host'> {
  const domain = domainOf(pattern);
  return domain === undefined ? {} : { host: (host) => isWithinDomain(host, domain) };
}

/**
 * Whether a rule speaks of the command of a request by its path, or of all commands that are given a shell line. If it
 * restricts, it also speaks of a line that runs a program of the same words.
 */
export function namesRequest(rule: CompiledRule, { command, shell }: Pick<Request, 'command' | 'shell'>): boolean {
  const { subject } = rule;
  if (subject.kind !== 'commands') return false;
  if (subject.paths.some((path) => namesCommand(path, command))) return true;
  return shell !== undefined && (subject.shell === true || runsNamed(rule, shell));
}
