import { createPolicy, judgingBy, type Decision, parseRule, type Policy, type Rule } from '@helve/policy';
import { bothNarrow, type Narrow } from '../loop/turn-change.ts';

/** What somebody says a skill or an agent may use. */
export interface AllowanceWish {
  /** Who is allowed: `the skill review`. */
  readonly who: string;
  /** Names of tools, or rules such as `Bash(git *)`; absent: all. */
  readonly allowed?: readonly string[] | undefined;
  readonly disallowed?: readonly string[] | undefined;
  /** Nothing may be changed, by whatever means. */
  readonly readOnly?: boolean | undefined;
}

/** What follows for the tools that are offered, and for what they may do. */
export interface Allowance {
  readonly tools?: (name: string) => boolean;
  readonly narrow?: Narrow;
}

export interface AllowancePlace {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Only ever takes away: what the user has to be asked about is asked about still. */
export async function allowanceOf(wish: AllowanceWish, place: AllowancePlace): Promise<Allowance> {
  const { who, allowed, disallowed = [], readOnly } = wish;
  const only = allowed?.includes('*') ? undefined : allowed;
  const offered = only && new Set(only.map(toolOf));
  const refused = new Set(disallowed.filter((entry) => !entry.includes('(')).map(toolOf));
  const narrow = [
    // Where tools are allowed as a whole, it is enough that no others are offered.
    only?.some((entry) => entry.includes('(') || !isTool(entry)) ? await onlyWhat(only, who, place) : undefined,
    disallowed.length > 0 ? await nothingOf(disallowed, who, place) : undefined,
    readOnly ? readOnlyFor(who) : undefined,
  ].reduce(bothNarrow, undefined);
  return {
    ...(offered || refused.size > 0 ? { tools: (name) => (offered?.has(name) ?? true) && !refused.has(name) } : {}),
    ...(narrow ? { narrow } : {}),
  };
}

/** What other assistants call tools that are called otherwise here. */
export const OTHER_NAMES: Readonly<Record<string, string>> = {
  Task: 'Agent',
  TodoWrite: 'Todo',
  AskUserQuestion: 'AskUser',
  MultiEdit: 'Edit',
  NotebookEdit: 'Edit',
  LS: 'Glob',
  SlashCommand: 'Skill',
};

/** Tools that are no command, so that no rule speaks of them. */
const WITHOUT_COMMAND = new Set(['Agent', 'Todo', 'AskUser', 'ExitPlanMode', 'Skill']);

/** The tool that an entry needs. What is a command and no tool is called through Bash. */
function toolOf(entry: string): string {
  const name = nameOf(entry);
  return isTool(entry) ? (OTHER_NAMES[name] ?? name) : 'Bash';
}

function isTool(entry: string): boolean {
  return /^[A-Z]\w*$/.test(nameOf(entry));
}

function nameOf(entry: string): string {
  return entry.replace(/\(.*$/s, '').trim();
}

function rulesOf(verdict: Rule['verdict'], entries: readonly string[], who: string): readonly Rule[] {
  return entries
    .filter((entry) => !WITHOUT_COMMAND.has(toolOf(entry)))
    .flatMap((entry) => {
      // A tool of an MCP server is judged under the name of its command too.
      const [, server, tool] = /^mcp__(.+?)__(.+)$/.exec(entry) ?? [];
      return server === undefined ? [entry] : [entry, `${server} ${tool === '*' ? '*' : tool}`];
    })
    .map((entry) => parseRule(verdict, entry, who));
}

/** Lets through what one of the entries allows, whatever its effect. */
async function onlyWhat(entries: readonly string[], who: string, place: AllowancePlace): Promise<Narrow> {
  const only = await policyOf('default', rulesOf('allow', entries, who), who, place);
  return narrowing((request) => {
    // As if all did the most: else the mode would let through what only reads.
    const commands = request.shell?.commands.map((command) => ({ ...command, effect: 'execute' as const }));
    const shell = request.shell && commands ? { shell: { ...request.shell, commands } } : {};
    // The list names the commands that it may run, in the sandbox too.
    const { sandbox: _, ...named } = request;
    if (only.judge({ ...named, ...shell, effect: 'execute' }).verdict === 'allow') return undefined;
    return refusal(entries.join(', '), who, `${who} may use only ${entries.join(', ')}`);
  });
}

async function nothingOf(entries: readonly string[], who: string, place: AllowancePlace): Promise<Narrow> {
  const against = await policyOf('bypassPermissions', rulesOf('deny', entries, who), who, place);
  return narrowing((request) => {
    const decision = against.judge(request);
    return decision.verdict === 'deny' ? decision : undefined;
  });
}

/** Answers for the user where only the mode would ask, and some entry speaks of the call. Never in plan mode. */
export async function grantOf(entries: readonly string[], who: string, place: AllowancePlace): Promise<Narrow> {
  const granted = await policyOf('default', rulesOf('allow', entries, who), who, place);
  return (policy) =>
    judgingBy(policy, (request) => {
      const decision = policy.judge(request);
      if (decision.verdict !== 'ask' || policy.mode === 'plan' || decision.rule !== `mode ${policy.mode}`)
        return decision;
      const own = granted.judge(request);
      return own.verdict === 'allow' ? own : decision;
    });
}

function policyOf(mode: Policy['mode'], rules: readonly Rule[], who: string, { cwd, env }: AllowancePlace) {
  return createPolicy({ mode, modeSource: who, rules, base: { root: cwd, home: env.HOME }, cwd });
}

function readOnlyFor(who: string): Narrow {
  const narrow = narrowing(({ effect, sandbox, shell }) =>
    effect === 'inspect' || (sandbox === 'inside' && shell)
      ? undefined
      : refusal('mode plan', who, `it does more than read, and ${who} only reads`),
  );
  return (policy) => ({ ...narrow(policy), mode: 'plan' });
}

/** Refuses what `refuse` gives a decision for; all else is as it was. */
function narrowing(refuse: (request: Parameters<Policy['judge']>[0]) => Decision | undefined): Narrow {
  // Never open: then requests would not be looked into.
  return (policy) =>
    judgingBy(policy, (request) => {
      const decision = policy.judge(request);
      return decision.verdict === 'deny' ? decision : (refuse(request) ?? decision);
    });
}

function refusal(rule: string, source: string, reason: string): Decision {
  return { verdict: 'deny', rule, source, reason };
}
