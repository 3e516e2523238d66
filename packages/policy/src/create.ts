import { join, relative } from 'node:path';
import { type Access, type Effect, projectRoot, realPath, type Touch } from '@helve/command';
import { type CompiledRule, compileRules, namesRequest } from './compiled.ts';
import { isOwn } from './authority.ts';
import type { Mode } from '@helve/command/line';
import { gitFolderOf } from './confinement/git-folder.ts';
import { opensGuard, OWN_RULES } from './confinement/guard-rules.ts';
import { escapePattern } from './escape-pattern.ts';
import { isProject } from './confinement/project-folder.ts';
import type { Decision, GrantedCall, Policy, PolicySettings, Request, Verdict } from './policy.ts';
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
  const ownGuards = ask.filter(({ source }) => source === OWN_RULES);
  const asking = ask.filter(({ source }) => source !== OWN_RULES);
  const isAnswered = mode === 'bypassPermissions' && !settings.asksAlways;
  const askingOnPaths = asking.filter(({ matches }) => matches !== undefined);
  const guarded = roots !== undefined || deny.some((rule) => rule.matches !== undefined);
  const guards = (access: Access) =>
    roots !== undefined ||
    [...deny, ...ask].some(({ subject }) => subject.kind === 'access' && subject.access === access);
  /** All programs of its calls run in the sandbox, where there is one. */
  const confinesAll = (settings.sandbox?.setting ?? 'off') !== 'off' && settings.sandbox?.only !== 'foreign';
  const isOpen =
    mode === 'bypassPermissions' &&
    !roots &&
    deny.length === 0 &&
    (ask.length === 0 || !settings.asksAlways) &&
    !confinesAll;
  const [guardsReads, guardsWrites] = [guards('read'), guards('write')];
  /** It may touch what is guarded, and that cannot be told. */
  const mayTouchGuarded = ({ vague, effect }: SimpleCommand) =>
    vague && (guardsReads || (guardsWrites && effect !== 'inspect'));
  const spill = settings.spill === undefined ? undefined : realPath(settings.spill);
  const isSpilled = ({ access, real }: Place) =>
    spill !== undefined && access === 'read' && real.startsWith(`${spill}/`);
  const project = realPath(projectRoot(settings.cwd));
  const userHome = settings.base.home === undefined ? undefined : realPath(settings.base.home);
  const accepted = [project, ...(settings.folders ?? []).map(realPath)].filter((folder) => isProject(folder, userHome));
  /** To accept edits is to accept those of the project. A home folder is not one: files in it decide what the user runs. */
  const isElsewhere = ({ access, real }: Place) =>
    mode === 'acceptEdits' && access === 'write' && !isInside(real, accepted);

  /** Also the usual home of helve: another service may run from it. */
  const homes =
    settings.privateHome === undefined
      ? []
      : [settings.privateHome, ...(userHome === undefined ? [] : [join(userHome, '.helve')])].map(realPath);

  function deniedAsPrivate(places: readonly Place[]): Decision | undefined {
    const place = homes.length === 0 ? undefined : places.find((each) => isPrivate(each, homes));
    return (
      place && { verdict: 'deny', rule: 'private files', source: 'helve', reason: `${place.path} may contain secrets` }
    );
  }

  function judge(request: Request): Decision {
    const places = placesOf(request);
    const denied = firstConcerned(deny, request, places) ?? deniedAsPrivate(places);
    if (denied) return denied;
    const limited = places.filter((place) => !isSpilled(place));
    const outside =
      roots &&
      [settings.cwd, ...limited.map((place) => place.real)].map(realPath).find((path) => !isInside(path, roots));
    if (outside !== undefined) return outsideRoots(`${outside} is outside the allowed folders`);
    const doubtful = request.shell && doubt(request, request.shell);
    if (doubtful) return doubtful;
    const ofMode = request.sandbox
      ? bySandbox(settings, request, places)
      : byMode(settings, effectOf(request), places.find(isElsewhere));
    if (ofMode.verdict === 'deny') return ofMode;
    const asked = isAnswered ? undefined : askedAbout(request, places);
    if (asked) return asked;
    if (ofMode.verdict === 'allow') return ofMode;
    if (mode === 'plan') return ofMode;
    return byAllowRules(allow, request, ofMode);
  }

  /** What its mode says of a call whose programs are confined, or would be. */
  function bySandbox({ sandbox, modeSource }: PolicySettings, request: Request, places: readonly Place[]): Decision {
    const { setting = 'required', source = 'the call' } = sandbox ?? {};
    const ofNetwork = request.network && request.sandbox === 'inside' ? byNetwork(settings) : undefined;
    if (request.sandbox === 'inside' && request.shell) {
      // What helve itself writes for the call, such as a file with its output, is not confined.
      const written = request.touches.filter(({ access }) => access === 'write').map(toPlace);
      const ofFiles = byMode(settings, 'modify', written.find(isElsewhere));
      if (written.length > 0 && ofFiles.verdict !== 'allow') return ofFiles;
      if (ofNetwork && ofNetwork.verdict !== 'allow') return ofNetwork;
      return { verdict: 'allow', rule: `sandbox ${setting}`, source, reason: 'its programs run in the sandbox' };
    }
    const ofMode = byMode(settings, effectOf(request), places.find(isElsewhere));
    if (request.sandbox === 'inside') {
      return ofMode.verdict === 'allow' && ofNetwork && ofNetwork.verdict !== 'allow' ? ofNetwork : ofMode;
    }
    if (mode === 'plan') {
      return {
        verdict: 'deny',
        rule: 'mode plan',
        source: modeSource,
        reason: 'nothing leaves the sandbox in mode plan',
      };
    }
    return { verdict: 'ask', rule: `sandbox ${setting}`, source, reason: 'it would run outside the sandbox' };
  }

  /** What rules and the mode decide about a program that asks for the network of the machine. */
  function byNetwork({ modeSource }: PolicySettings): Decision {
    const isOfNetwork = ({ subject }: CompiledRule) => subject.kind === 'network';
    const restricting = [...deny, ...ask].find(isOfNetwork);
    if (restricting) return byRule(restricting, 'network access');
    const ofMode = { rule: `mode ${mode}`, source: modeSource };
    if (mode === 'plan') return { ...ofMode, verdict: 'deny', reason: 'there is no network in mode plan' };
    const open = allow.find((rule) => isOfNetwork(rule) && rule.pattern === undefined);
    if (open) return byRule(open, 'network access');
    if (mode === 'bypassPermissions' && !(settings.asksAlways && confinesAll)) {
      return { ...ofMode, verdict: 'allow', reason: 'nothing is asked in this mode' };
    }
    return { ...ofMode, verdict: 'ask', reason: 'it asks for network access' };
  }

  /**
   * The ask rule that applies. helve's own come first: no hook may answer them. A rule that allows a guarded file by name
   * is the user's answer to them.
   */
  function askedAbout(request: Request, places: readonly Place[]): Decision | undefined {
    return guardOf(request, places) ?? firstConcerned(asking, request, places);
  }

  /** The guard of a file that is written and that no rule of the user opens by its name. */
  function guardOf(request: Parameters<typeof firstConcerned>[1], places: readonly Place[]): Decision | undefined {
    const inGit = ownGuards.length === 0 ? [] : places.filter(({ access }) => access === 'write').flatMap(gitGuard);
    for (const guard of [...ownGuards, ...inGit]) {
      const opened = allow.filter((rule) => opensGuard(rule, guard));
      const unanswered = places.filter((place) => !opened.some((rule) => allowsTouch(rule, place)));
      const asked = firstConcerned([guard], request, unanswered);
      if (asked) return { ...asked, reason: `${guard.text} is guarded: such a file can make other programs run code` };
    }
    return undefined;
  }

  /** A guard for the git folder that a place is in. By name only those called `.git` are guarded. */
  function gitGuard({ real }: Place): readonly CompiledRule[] {
    const folder = gitFolderOf(real);
    const [guard] = ownGuards;
    if (folder === undefined || guard === undefined) return [];
    const matches = (path: string) => isInside(path, [folder]);
    return [{ ...guard, text: `Edit(${folder})`, pattern: escapePattern(folder), matches }];
  }

  /** Whether rules let every command of a line run outside the sandbox. */
  function mayLeaveSandbox({ shell }: Request): boolean {
    const leaving = allow.filter(({ subject }) => subject.kind === 'unconfined');
    if (!shell || leaving.length === 0 || mode === 'plan') return false;
    if (leaving.some(({ pattern }) => pattern === undefined)) return true;
    if (shell.doubts.length > 0) return false;
    const running = shell.commands.filter(({ starts }) => !starts);
    return running.length > 0 && running.every((command) => leaving.some((rule) => allowsCommand(rule, command)));
  }

  /** What rules that allow say of a request that the mode would not allow. */
  function byAllowRules(rules: readonly CompiledRule[], request: Request, ofMode: Decision): Decision {
    if (request.sandbox === 'leaves') {
      const leaving = rules.find(({ subject }) => subject.kind === 'unconfined');
      return leaving && mayLeaveSandbox(request) ? byRule(leaving, 'it to run outside the sandbox') : ofMode;
    }
    // A rule that allows the command does not open the network for it.
    if (request.network && request.sandbox === 'inside') return ofMode;
    if (request.shell && request.sandbox === 'inside') {
      const written = request.touches.filter(({ access }) => access === 'write');
      return coveredBy(rules, request, written.map(toPlace)) ?? ofMode;
    }
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
    const verdict = mode === 'plan' || (mode === 'bypassPermissions' && !settings.asksAlways) ? 'deny' : 'ask';
    // In the sandbox rules on paths hold whatever runs, and what cannot be read may run.
    const isConfined = request.sandbox === 'inside';
    for (const rule of verdict === 'deny' ? deny : [...deny, ...ask]) {
      const why = namesRequest(rule, request)
        ? possibleCommand(rule, line, isConfined)
        : isConfined
          ? undefined
          : unclearTouch(rule, request);
      if (why === undefined) continue;
      const reason = `the rule ${rule.text} cannot be ruled out: ${why}`;
      return { verdict, rule: rule.text, source: rule.source, reason };
    }
    const [unclear] = line.unclear;
    return roots && unclear && !isConfined
      ? outsideRoots(`the file of ${unclear.text} is not known before it runs`)
      : undefined;
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
    if (unclear && !open) return { ...ofMode, reason: `the file of ${unclear.text} is not known before it runs` };
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

  function permits(command: string, path: string, access: Access, call?: GrantedCall): boolean {
    // Where a path of the input led was judged before.
    if (call?.touches.some((touch) => touch.real === path && touch.access === access)) return true;
    // Most paths are neither in the home nor in /proc, and links are followed only for those.
    const mayBePrivate =
      access === 'read' && homes.length > 0 && [...homes, '/proc/'].some((at) => path.startsWith(at));
    if (mayBePrivate && isPrivate(toPlace({ path, access }), homes)) return false;
    const isGuarding = access === 'write' && ownGuards.length > 0 && !call?.keepsSettings;
    const isAsking = call !== undefined && !isAnswered && askingOnPaths.length > 0;
    if (!guarded && !isGuarding && !isAsking && mode === 'bypassPermissions') return true;
    const place = toPlace({ path, access });
    if (call && isNew(place, call)) return false;
    // Nobody can be asked in the middle of a command, so files that would be asked about are left alone.
    if (isGuarding && guardOf({ command }, [place])) return false;
    if (isAsking && isUnanswered(command, place, call)) return false;
    return !firstConcerned(deny, { command }, [place]) && (!roots || isInside(place.real, roots) || isSpilled(place));
  }

  /** Whether an ask rule concerns a place, and nobody was asked about it with a path of the input that it is below. */
  function isUnanswered(command: string, place: Place, { touches }: GrantedCall): boolean {
    const above = touches
      .map(toPlace)
      .filter(({ access, real }) => access === place.access && isInside(place.real, [real]));
    return askingOnPaths.some(
      (rule) => firstConcerned([rule], { command }, [place]) && !firstConcerned([rule], { command }, above),
    );
  }

  /** Whether a call would write where nobody has agreed to: neither below a path of its input nor where its mode accepts it. */
  function isNew({ path, access, real }: Place, { touches }: GrantedCall): boolean {
    const written = touches.filter((touch) => touch.access === 'write').map((touch) => toPlace(touch).real);
    if (access !== 'write' || mode === 'bypassPermissions' || written.length === 0) return false;
    if ([path, real].every((each) => isInside(each, written))) return false;
    return mode === 'acceptEdits' ? [path, real].some((each) => !isInside(each, accepted)) : true;
  }

  return {
    mode,
    basis: settings,
    sandbox: settings.sandbox,
    judge,
    permits,
    wouldAllow,
    mayLeaveSandbox,
    mayAllow: (command) => mode !== 'plan' && allow.some((rule) => namesRequest(rule, { command })),
    ...(isOpen ? { open: true } : {}),
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

/** Parts of helve's home that are meant to be read: what results name, and what the user keeps there for models. */
const READABLE = ['agents', 'plugins', 'screenshots', 'skills', 'spill', 'trash'];

/** Whether a place may hold secrets: what is in helve's home and not meant to be read, or what /proc has of a process. */
function isPrivate({ access, path, real }: Place, homes: readonly string[]): boolean {
  if (access !== 'read') return false;
  const home = homes.find((each) => isInside(real, [each]));
  const [first = '', ...below] = home === undefined ? [] : relative(home, real).split('/');
  const isOwnSession = first === 'sessions' && isOwn(`session ${below[0] ?? ''}`);
  const isNote = below.length === 0 && first.endsWith('.md');
  const isReadable = first === '' || READABLE.includes(first) || isOwnSession || isNote;
  return !isReadable || [path, real].some((each) => /^\/proc\/(?:self|thread-self|\d+)(?:\/|$)/.test(each));
}

function toPlace(touch: Touch): Place {
  return { ...touch, real: touch.real ?? realPath(touch.path) };
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
    const named = subject.kind === 'access' ? place?.access === subject.access : namesRequest(rule, request);
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
