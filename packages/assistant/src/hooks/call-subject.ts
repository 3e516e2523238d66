import { type Command, type Registry, validate } from '@helve/command';
import { type Caller, createPolicy, decide, parseRule, requestFor } from '@helve/policy';
import { OTHER_NAMES } from '../agents/allowance.ts';
import type { ToolCallPart } from '../model/message.ts';
import type { ModelTool } from '../tools/tool.ts';
import type { HookSubject } from './hooks.ts';

export interface CallPlace {
  readonly registry: Registry;
  readonly caller: () => Caller;
  readonly tools: () => readonly ModelTool[];
}

/** A call as hooks see it. */
export interface CallView extends HookSubject {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The input is that of a command on a line of another tool, so that hooks cannot rewrite it. */
  readonly onLine: boolean;
}

/** How a call is shown to hooks: tools of MCP servers go by the names that Claude Code gives them, also on a line of Bash. */
export async function viewCall(call: ToolCallPart, place: CallPlace): Promise<CallView> {
  const { name, input } = call;
  const caller = place.caller();
  const names = [name, ...Object.entries(OTHER_NAMES).flatMap(([other, own]) => (own === name ? [other] : []))];
  const plain = { name, input, names, onLine: false };
  const made = await commandOf(call, place, caller).catch(() => undefined);
  if (!made) return { ...plain, concerns: async (rule) => matchesByName(rule, names, input) };
  const { command, subject, ...rest } = made;
  const concerns = (rule: string) => ruleConcerns(rule, { command, subject, input: rest.input, place: caller.place });
  const server = subject.names?.find((each) => each.startsWith('mcp__'));
  if (server === undefined) return { ...plain, concerns };
  const onLine = name === 'Bash';
  return { name: server, names: [server, ...names], input: onLine ? { ...rest.input } : input, onLine, concerns };
}

async function commandOf({ name, input }: ToolCallPart, { registry, tools }: CallPlace, caller: Caller) {
  const tool = tools().find((each) => each.name === name);
  const made = await tool?.command?.(input, { registry, caller });
  if (!made) return undefined;
  const { input: valid } = await validate(made.command, made.input);
  const subject = (await made.command.subject?.(valid, caller.place)) ?? {};
  return { command: made.command, input: subject.input ?? valid, subject };
}

interface MadeCall extends Pick<Parameters<typeof requestFor>[0], 'subject' | 'place'> {
  readonly command: Command;
  readonly input: object;
}

/** Whether a rule speaks of a call. One that cannot be read speaks of all, so that a guard rather runs too often. */
async function ruleConcerns(rule: string, call: MadeCall): Promise<boolean> {
  try {
    const { cwd, env } = call.place;
    const policy = await createPolicy({
      mode: 'bypassPermissions',
      modeSource: 'hook',
      rules: [parseRule('deny', rule, 'hook')],
      base: { root: cwd, home: env.HOME },
      cwd,
    });
    await policy.ready?.();
    return decide(call, await requestFor(call), policy).verdict === 'deny';
  } catch {
    return true;
  }
}

/** For tools that are no command: `Agent`, or `Agent(explore)` by any of its values. */
function matchesByName(rule: string, names: readonly string[], input: CallView['input']): boolean {
  const [, name = '', pattern] = /^\s*([^()]+?)\s*(?:\((.*)\)\s*)?$/s.exec(rule) ?? [];
  if (name === '') return true;
  if (!names.includes(name)) return false;
  return pattern === undefined || pattern === '*' || Object.values(input).includes(pattern);
}
