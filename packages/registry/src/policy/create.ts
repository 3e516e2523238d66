import type { Effect } from '../command.ts';
import type { Access } from '../parameters.ts';
import { realPath } from '../paths.ts';
import type { PathMatcher, PatternBase } from './pattern.ts';
import type { Decision, Mode, Policy, Request, Verdict } from './policy.ts';
import { namesCommand, type Rule } from './rule.ts';
import type { Touch } from './touches.ts';

export interface PolicySettings {
  readonly mode: Mode;
  /** Who chose the mode: a flag, a file, or the door. */
  readonly modeSource: string;
  readonly rules: readonly Rule[];
  /** The only folders that may be touched, as absolute paths; absent: no such limit. */
  readonly roots?: readonly string[];
  readonly rootsSource?: string;
  readonly base: PatternBase;
  readonly cwd: string;
}

/** Both forms of a touched path: as it was given, and with symbolic links followed. */
interface Place extends Touch {
  readonly real: string;
}

interface CompiledRule extends Rule {
  readonly matches: PathMatcher | undefined;
}

/**
 * Makes the policy of one caller. Deny rules come first and hold in every mode; then the folders, then the mode
 * where it forbids, then ask and allow rules, and last what the mode says by itself.
 */
export async function createPolicy(settings: PolicySettings): Promise<Policy> {
  const rules = await compileRules(settings);
  const roots = settings.roots?.map(realPath);
  const deny = rules.filter((rule) => rule.verdict === 'deny');
  const ask = rules.filter((rule) => rule.verdict === 'ask');
  const allow = rules.filter((rule) => rule.verdict === 'allow');
  const guarded = roots !== undefined || deny.some((rule) => rule.matches !== undefined);

  function judge(request: Request): Decision {
    const places = request.touches.map(toPlace);
    const denied = deny.find((rule) => concerns(rule, request.command, places));
    if (denied) return byRule(denied);
    const outside =
      roots &&
      [settings.cwd, ...places.map((place) => place.real)].map(realPath).find((path) => !isInside(path, roots));
    if (outside !== undefined) {
      return {
        verdict: 'deny',
        rule: 'roots',
        source: settings.rootsSource ?? 'the settings',
        reason: `${outside} is outside the allowed folders`,
        outsideRoots: true,
      };
    }
    const ofMode = byMode(settings, request.effect);
    if (settings.mode === 'plan' || settings.mode === 'bypassPermissions') return ofMode;
    const asked = ask.find((rule) => concerns(rule, request.command, places));
    if (asked) return byRule(asked);
    const allowed = ofMode.verdict === 'allow' ? undefined : coveringRule(allow, request.command, places);
    return allowed ? byRule(allowed) : ofMode;
  }

  function permits(command: string, path: string, access: Access): boolean {
    if (!guarded) return true;
    const place = toPlace({ path, access });
    return !deny.some((rule) => concerns(rule, command, [place])) && (!roots || isInside(place.real, roots));
  }

  return { mode: settings.mode, judge, permits };
}

async function compileRules({ rules, base }: PolicySettings): Promise<readonly CompiledRule[]> {
  if (!rules.some((rule) => rule.pattern !== undefined)) return rules.map((rule) => ({ ...rule, matches: undefined }));
  const { compilePattern } = await import('./pattern.ts');
  return rules.map((rule) => ({
    ...rule,
    matches: rule.pattern === undefined ? undefined : compilePattern(rule.pattern, base),
  }));
}

function toPlace(touch: Touch): Place {
  return { ...touch, real: realPath(touch.path) };
}

function isInside(path: string, roots: readonly string[]): boolean {
  return roots.some((root) => path === root || path.startsWith(root.endsWith('/') ? root : `${root}/`));
}

/** Whether a rule that restricts holds: any path of the call that it names is enough, in either form. */
function concerns(rule: CompiledRule, command: string, places: readonly Place[]): boolean {
  const { subject, matches } = rule;
  if (subject.kind === 'commands') {
    if (!subject.paths.some((path) => namesCommand(path, command))) return false;
    return matches === undefined || places.some((place) => matches(place.path) || matches(place.real));
  }
  return places.some(
    (place) => place.access === subject.access && (matches === undefined || matches(place.path) || matches(place.real)),
  );
}

/** The first of the rules that together allow every path of the call. The real place counts, not the link to it. */
function coveringRule(
  rules: readonly CompiledRule[],
  command: string,
  places: readonly Place[],
): CompiledRule | undefined {
  const covers = (rule: CompiledRule, place: Place | undefined) => {
    const { subject, matches } = rule;
    const named =
      subject.kind === 'commands'
        ? subject.paths.some((path) => namesCommand(path, command))
        : place?.access === subject.access;
    return named && (matches === undefined || (place !== undefined && matches(place.real)));
  };
  if (places.length === 0) return rules.find((rule) => covers(rule, undefined));
  const covering = places.map((place) => rules.find((rule) => covers(rule, place)));
  return covering.includes(undefined) ? undefined : covering[0];
}

function byRule(rule: Rule): Decision {
  const verbs: Readonly<Record<Verdict, string>> = { deny: 'forbids it', ask: 'wants it asked', allow: 'allows it' };
  return {
    verdict: rule.verdict,
    rule: rule.text,
    source: rule.source,
    reason: `the rule ${rule.text} ${verbs[rule.verdict]}`,
  };
}

const BY_MODE: Readonly<Record<Mode, Readonly<Record<Effect, Verdict>>>> = {
  plan: { inspect: 'allow', modify: 'deny', execute: 'deny' },
  default: { inspect: 'allow', modify: 'ask', execute: 'ask' },
  acceptEdits: { inspect: 'allow', modify: 'allow', execute: 'ask' },
  bypassPermissions: { inspect: 'allow', modify: 'allow', execute: 'allow' },
};

function byMode({ mode, modeSource }: PolicySettings, effect: Effect): Decision {
  const verdict = BY_MODE[mode][effect];
  const does = { inspect: 'only reads', modify: 'changes files', execute: 'runs programs or acts on the outside' }[
    effect
  ];
  return { verdict, rule: `mode ${mode}`, source: modeSource, reason: `it ${does}, and the mode is ${mode}` };
}
