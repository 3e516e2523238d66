import { join } from 'node:path';
import { didYouMean, parametersOf, type Registry, somethingAt } from '@helve/command';
import { refusedTool } from './conversation-tools.ts';
import { domainOf } from './domain.ts';
import { namesCommand, type Rule } from './rule.ts';

/** Sentences about rules that can never match, so that a slip in a deny rule does not pass for protection. */
export async function findUselessRules(rules: readonly Rule[], registry: Registry): Promise<readonly string[]> {
  const problems = await Promise.all(rules.map((rule) => problemOf(rule, rules, registry)));
  return rules.flatMap((rule, index) => {
    const problem = problems[index];
    return problem === undefined ? [] : [`The rule ${rule.text} (${rule.source}) can never match: ${problem}`];
  });
}

async function problemOf(rule: Rule, rules: readonly Rule[], registry: Registry): Promise<string | undefined> {
  if (refusedTool(rule) !== undefined) return undefined;
  if (rule.subject.kind === 'commands') {
    const { paths, shell } = rule.subject;
    // Which tools a server has is known only where it runs.
    if (paths.every((path) => path.startsWith('mcp__'))) return undefined;
    const known = allPaths(registry);
    const given = shell ? await pathsTaking('shell', known, registry) : [];
    const named = [...known.filter((command) => paths.some((path) => namesCommand(path, command))), ...given];
    if (named.length === 0) {
      const meant = didYouMean(paths[0] ?? '', known, '', { ask: '; did you mean ' });
      if (meant === '' && registry.takesGuests && paths.some((path) => mayBeGuest(path, registry))) return undefined;
      return `there is no command ${paths.join(' or ')}${meant}`;
    }
    if (rule.pattern !== undefined) {
      const taking = [
        ...(await pathsTaking('access', named, registry)),
        ...(await pathsTaking('shell', named, registry)),
      ];
      const takesUrls = rule.pattern.startsWith('domain:') && (await pathsTaking('url', named, registry)).length > 0;
      if (taking.length === 0 && !takesUrls) return 'the command takes no paths';
    }
  }
  if (rule.subject.kind === 'network' && rule.pattern !== undefined && domainOf(rule.pattern) === undefined) {
    return 'a host is written as domain:example.com';
  }
  const misplaced = misplacedPath(rule);
  if (misplaced !== undefined) return misplaced;
  const stronger = rules.find((other) => isStronger(other, rule) && coversAll(other, rule));
  return stronger && `${stronger.verdict} ${stronger.text} (${stronger.source}) always comes first`;
}

/** A path from the root of the system that does not exist there, but in the project. */
function misplacedPath({ subject, pattern = '', root }: Rule): string | undefined {
  const [, first] = /^\/+([^/*?[\]{}()!]+)/.exec(pattern) ?? [];
  if (subject.kind !== 'access' || first === undefined || root === undefined || somethingAt(`/${first}`))
    return undefined;
  return somethingAt(join(root, first))
    ? `there is no /${first}; a path in the project is written without the slash: ${pattern.replace(/^\/+/, '')}`
    : undefined;
}

/** A tool that is registered elsewhere, or will be. A single word with a capital is more likely the slip of a tool's name. */
function mayBeGuest(path: string, registry: Registry): boolean {
  return registry.module(path.split(' ')[0] ?? '') === undefined && !/^[A-Z]\w*$/.test(path);
}

function allPaths(registry: Registry): string[] {
  return registry.modules.flatMap((module) =>
    Object.entries(module.actions)
      .filter(([, entry]) => typeof entry !== 'string')
      .map(([action]) => `${module.name} ${action}`),
  );
}

/** Those of the commands that have a parameter for a path, or for a shell command line. */
async function pathsTaking(
  what: 'access' | 'shell' | 'url',
  paths: readonly string[],
  registry: Registry,
): Promise<readonly string[]> {
  const commands = await Promise.all(paths.map((path) => registry.get(path)));
  return commands
    .filter((command) => parametersOf(command).some((parameter) => parameter[what]))
    .map((command) => command.path);
}

const STRENGTH = { deny: 2, ask: 1, allow: 0 } as const;

function isStronger(other: Rule, rule: Rule): boolean {
  return STRENGTH[other.verdict] > STRENGTH[rule.verdict];
}

/** Whether whatever `rule` matches is matched by `other` too; only what can be told from the words. */
function coversAll(other: Rule, rule: Rule): boolean {
  if (other.pattern !== undefined && other.pattern !== rule.pattern) return false;
  const [a, b] = [other.subject, rule.subject];
  if (a.kind !== 'commands' || b.kind !== 'commands')
    return a.kind === b.kind && (a.kind !== 'access' || b.kind !== 'access' || a.access === b.access);
  return b.paths.every((path) => a.paths.some((wider) => namesCommand(wider, path)));
}
