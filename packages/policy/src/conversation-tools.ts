import type { Rule } from './rule.ts';

/** Tools that a conversation has besides commands, by the names that settings use for them. */
const CONVERSATION_TOOLS: Readonly<Record<string, string>> = {
  Agent: 'Agent',
  Task: 'Agent',
  Skill: 'Skill',
  Todo: 'Todo',
  TodoWrite: 'Todo',
  AskUser: 'AskUser',
  AskUserQuestion: 'AskUser',
  ExitPlanMode: 'ExitPlanMode',
};

/** The tools of a conversation that rules forbid: no command is judged for them, so they are not offered. */
export function refusedTools(rules: readonly Rule[]): ReadonlySet<string> {
  return new Set(rules.flatMap((rule) => refusedTool(rule) ?? []));
}

/** The tool of a conversation that a rule forbids as a whole. */
export function refusedTool({ verdict, subject, pattern }: Rule): string | undefined {
  if (verdict !== 'deny' || pattern !== undefined || subject.kind !== 'commands') return undefined;
  const [name = '', ...more] = subject.paths;
  return more.length === 0 && Object.hasOwn(CONVERSATION_TOOLS, name) ? CONVERSATION_TOOLS[name] : undefined;
}
