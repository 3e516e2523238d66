import { type Access, type Effect, projectRoot, realPath, type Touch } from '@helve/command';
import { type CompiledRule, compileRules, namesRequest } from './compiled.ts';
import type { Mode } from '@helve/command/line';
import type { Decision, Policy, PolicySettings, Request, Verdict } from './policy.ts';
import type { Rule } from './rule.ts';
import { allowsCommand, fittingCommand, possibleCommand, unclearTouch } from './shell/judge.ts';
import { commandText, type ShellLine, type SimpleCommand } from './shell/line.ts';

/** Both forms of a touched path: as it was given, and with symbolic links followed. */
interface Place extends Touch {
  readonly real: string;
}

/**
 * Makes the policy of one caller. Deny rules come first and hold in every mode; then the folders, then the mode
 * where it forbids, then ask and allow rules, and last what the mode says by itself.
 */
export async function createPolicy(settings: PolicySettings): Promise<Policy> {
  const rules = await compileRules(settings.rules, settings.base);
  const { mode } = settings;
  const roots = settings.roots?.map(realPath);
  const deny = rules.filter((rule) => rule.verdict === 'deny');
  const ask = rules.filter((rule) => rule.verdict === 'ask');
  const allow = rules.filter((rule) => rule.verdict === 'allow');
  const guarded = roots !== undefined || deny.some((rule) => rule.matches !== undefined);
  const guards = (access: Access) =>
    roots !== undefined ||
    [...deny, ...ask].some(({ subject }) => subject.kind === 'access' && subject.access === access);
  const [guardsReads, guardsWrites] = [guards('read'), guards('write')];
  /** It may touch what is guarded, and that cannot be told. */
  const mayTouchGuarded = ({ vague, effect }: SimpleCommand) =>
    vague && (guardsReads || (guardsWrites && effect !== 'inspect'));
  const spill = settings.spill === undefined ? undefined : realPath(settings.spill);
  const isSpilled = ({ access, real }: Place) =>
    spill !== undefined && access === 'read' && real.startsWith(`${spill}/`);
  const project = realPath(projectRoot(settings.cwd));
  /** To accept edits is to accept those of the project. */
  const isElsewhere = ({ access, real }: Place) =>
    mode === 'acceptEdits' && access === 'write' && !isInside(real, [project]);

  function judge(request: Request): Decision {
    const places = placesOf(request);
    const denied = firstConcerned(deny, request, places);
    if (denied) return denied;
    const limited = places.filter((place) => !isSpilled(place));
    const outside =
      roots &&
      [settings.cwd, ...limited.map((place) => place.real)].map(realPath).find((path) => !isInside(path, roots));
    if (outside !== undefined) return outsideRoots(`${outside} is outside the allowed folders`);
    const doubtful = request.shell && doubt(request, request.shell);
    if (doubtful && mode !== 'plan') return doubtful;
    const ofMode = byMode(settings, effectOf(request), places.find(isElsewhere));
    if (mode === 'plan' || mode === 'bypassPermissions') return ofMode;
    const asked = firstConcerned(ask, request, places);
    if (asked) return asked;
    if (ofMode.verdict === 'allow') return ofMode;
    return byAllowRules(allow, request, ofMode);
  }

  /** What rules that allow say of a request that the mode would not allow. */
  function byAllowRules(rules: readonly CompiledRule[], request: Request, ofMode: Decision): Decision {
    if (request.shell) return judgeLine(rules, request, request.shell, ofMode);
    return coveredBy(rules, request, placesOf(request)) ?? ofMode;
  }

  async function wouldAllow(request: Request, more: readonly Rule[]): Promise<boolean> {
    const ofMode = byMode(settings, effectOf(request), placesOf(request).find(isElsewhere));
    const added = await compileRules(more, settings.base);
    return byAllowRules([...allow, ...added], request, ofMode).verdict === 'allow';
  }

  /** A line in which something cannot be told is judged by what it might be. */
  function doubt(request: Request, line: ShellLine): Decision | undefined {
    const verdict = mode === 'bypassPermissions' ? 'deny' : 'ask';
    for (const rule of verdict === 'deny' ? deny : [...deny, ...ask]) {
      const why = namesRequest(rule, request) ? possibleCommand(rule, line) : unclearTouch(rule, request);
      if (why === undefined) continue;
      const reason = `the rule ${rule.text} cannot be ruled out: ${why}`;
      return { verdict, rule: rule.text, source: rule.source, reason };
    }
    const [unclear] = line.unclear;
    return roots && unclear ? outsideRoots(`the file of ${unclear.text} cannot be told before it runs`) : undefined;
  }

  /** Where paths are limited, a command that reads what cannot be told does more than inspect. */
  function effectOf({ effect, shell }: Request): Effect {
    return shell?.commands.some(mayTouchGuarded) ? 'execute' : effect;
  }

  /** Allows a line if each command and each redirection of it is allowed by itself. */
  function judgeLine(allow: readonly CompiledRule[], request: Request, line: ShellLine, ofMode: Decision): Decision {
    if (line.doubts[0] !== undefined) return { ...ofMode, reason: `${line.doubts[0]}, and the mode is ${mode}` };
    const naming = allow.filter((rule) => namesRequest(rule, request));
    const wanting = line.commands.filter(
      (command) =>
        !command.starts &&
        (BY_MODE[mode][command.effect] !== 'allow' ||
          mayTouchGuarded(command) ||
          command.touches.map(toPlace).some(isElsewhere)),
    );
    const deciding: CompiledRule[] = [];
    for (const command of wanting) {
      const rule = naming.find((each) => allowsCommand(each, command));
      if (!rule) return { ...ofMode, reason: `no rule allows ${commandText(command)}, and the mode is ${mode}` };
      deciding.push(rule);
    }
    const [unclear] = line.unclear;
    const open = naming.find((rule) => rule.pattern === undefined);
    if (unclear && open) deciding.push(open);
    if (unclear && !open) return { ...ofMode, reason: `the file of ${unclear.text} cannot be told before it runs` };
    for (const place of [...request.touches, ...line.redirections].map(toPlace)) {
      const free = BY_MODE[mode][place.access === 'read' ? 'inspect' : 'modify'] === 'allow';
      if (free && !isElsewhere(place)) continue;
      const rule = open ?? allow.find((each) => allowsTouch(each, place));
      if (!rule) return { ...ofMode, reason: `no rule allows to write ${place.path}, and the mode is ${mode}` };
      deciding.push(rule);
    }
    const [first] = deciding;
    return first ? byRule(first, wanting[0] && commandText(wanting[0])) : ofMode;
  }

  function outsideRoots(reason: string): Decision {
    return {
      verdict: 'deny',
      rule: 'roots',
      source: settings.rootsSource ?? 'the settings',
      reason,
      outsideRoots: true,
    };
  }

  function permits(command: string, path: string, access: Access): boolean {
    if (!guarded) return true;
    const place = toPlace({ path, access });
    return !firstConcerned(deny, { command }, [place]) && (!roots || isInside(place.real, roots) || isSpilled(place));
  }

  return {
    mode,
    basis: settings,
    judge,
    permits,
    wouldAllow,
    mayAllow: (command) => mode !== 'plan' && allow.some((rule) => namesRequest(rule, { command })),
    ...(mode === 'bypassPermissions' && !roots && deny.length === 0 ? { open: true } : {}),
  };
}

function placesOf({ touches, shell }: Request): readonly Place[] {
  return [...touches, ...touchesOfLine(shell)].map(toPlace);
}

function touchesOfLine(line: ShellLine | undefined): readonly Touch[] {
  if (!line) return [];
  const all = [...line.redirections, ...line.commands.flatMap(({ touches }) => touches)];
  return [...new Map(all.map((touch) => [`${touch.access} ${touch.path}`, touch])).values()];
}

function toPlace(touch: Touch): Place {
  return { ...touch, real: realPath(touch.path) };
}

function isInside(path: string, roots: readonly string[]): boolean {
  return roots.some((root) => path === root || path.startsWith(root.endsWith('/') ? root : `${root}/`));
}

/** The first rule that restricts the call: any path or command of it that the rule names is enough. */
function firstConcerned(
  rules: readonly CompiledRule[],
  request: Pick<Request, 'command' | 'shell' | 'hosts'>,
  places: readonly Place[],
): Decision | undefined {
  for (const rule of rules) {
    const { subject, matches } = rule;
    const fits = (place: Place) => matches === undefined || matches(place.path) || matches(place.real);
    if (subject.kind === 'access') {
      const place = places.find((each) => each.access === subject.access && fits(each));
      if (place)
        return byRule(rule, request.shell && `${place.access === 'read' ? 'reading' : 'writing'} ${place.path}`);
    } else if (namesRequest(rule, request)) {
      if (matches === undefined) return byRule(rule);
      const on = request.shell && fittingCommand(rule, request.shell);
      const reached = rule.host && request.hosts?.some(rule.host);
      if (on !== undefined || reached || (!request.shell && places.some(fits))) return byRule(rule, on);
    }
  }
  return undefined;
}

/** The first of the rules that together allow every path of the call. The real place counts, not the link to it. */
function coveredBy(rules: readonly CompiledRule[], request: Request, places: readonly Place[]): Decision | undefined {
  const covers = (rule: CompiledRule, place: Place | undefined) => {
    const { subject, matches } = rule;
    const named = subject.kind === 'commands' ? namesRequest(rule, request) : place?.access === subject.access;
    if (rule.host) return named && request.hosts?.every(rule.host) === true;
    return named && (matches === undefined || (place !== undefined && matches(place.real)));
  };
  const covering = (places.length === 0 ? [undefined] : places).map((place) =>
    rules.find((rule) => covers(rule, place)),
  );
  const [first] = covering;
  return first && !covering.includes(undefined) ? byRule(first) : undefined;
}

function allowsTouch({ subject, matches }: CompiledRule, place: Place): boolean {
  return subject.kind === 'access' && subject.access === place.access && (matches === undefined || matches(place.real));
}

function byRule(rule: Rule, on = 'it'): Decision {
  const verbs: Readonly<Record<Verdict, string>> = { deny: 'forbids', ask: 'wants to be asked about', allow: 'allows' };
  return {
    verdict: rule.verdict,
    rule: rule.text,
    source: rule.source,
    reason: `the rule ${rule.text} ${verbs[rule.verdict]} ${on}`,
  };
}

const BY_MODE: Readonly<Record<Mode, Readonly<Record<Effect, Verdict>>>> = {
  plan: { inspect: 'allow', modify: 'deny', execute: 'deny' },
  default: { inspect: 'allow', modify: 'ask', execute: 'ask' },
  acceptEdits: { inspect: 'allow', modify: 'allow', execute: 'ask' },
  bypassPermissions: { inspect: 'allow', modify: 'allow', execute: 'allow' },
};

function byMode({ mode, modeSource }: PolicySettings, effect: Effect, elsewhere?: Place): Decision {
  const verdict = BY_MODE[mode][effect];
  if (elsewhere && verdict === 'allow') {
    const reason = `it writes ${elsewhere.path}, outside the project, and the mode is ${mode}`;
    return { verdict: 'ask', rule: `mode ${mode}`, source: modeSource, reason };
  }
  const does = { inspect: 'only reads', modify: 'changes files', execute: 'runs programs or acts on the outside' }[
    effect
  ];
  return { verdict, rule: `mode ${mode}`, source: modeSource, reason: `it ${does}, and the mode is ${mode}` };
}
