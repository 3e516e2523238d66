import { isAbsolute, join } from 'node:path';
import { readRegularText } from '@helve/command';
import { parseRule, type Rule } from '@helve/policy';
import { outcomeOf } from '../hooks/outcome.ts';
import { type HookPlace, runHook } from '../hooks/run-hook.ts';
import type { TurnHooks } from '../loop/hooks.ts';
import { textOf, type ToolCallPart } from '../model/message.ts';
import { type InstructionRule, linesOf, originOf } from './rules.ts';

/** A rule that was broken in a turn, or would have been. */
export interface Violation {
  readonly rule: string;
  readonly file: string;
  readonly line?: number;
  /** The line that it breaks. */
  readonly text: string;
  /** What happened, for a person. */
  readonly what: string;
  /** All of it in one line. */
  readonly summary: string;
}

/** The deny rules of confirmed rules. Their source names the line, so that a denial does too. */
export function denyRulesOf(rules: readonly InstructionRule[]): readonly Rule[] {
  return rules.flatMap((rule) =>
    'deny' in rule.enforce ? rule.enforce.deny.map((text) => parseRule('deny', text, labelOf(rule))) : [],
  );
}

export interface RuledConversation {
  readonly root: string;
  readonly rules: readonly InstructionRule[];
  readonly place: Omit<HookPlace, 'confinement'>;
  readonly id: string;
}

const HOOK_SECONDS = 60;

/** Asks the hooks of rules about each call, and notes what rules prevented. */
export function ruleHooks({ root, rules, place, id }: RuledConversation): TurnHooks {
  const asked = rules.flatMap((rule) => ('hook' in rule.enforce ? [{ rule, command: rule.enforce.hook }] : []));
  let violations: Violation[] = [];
  /** Rules whose line was still there when it was last looked for. */
  let present = rules.filter((rule) => isPresent(rule, root));
  const during: TurnHooks = {
    beforeTool: async (call, { signal }) => {
      const about = { tool_name: call.name, tool_input: call.input, tool_use_id: call.id };
      const payload = { session_id: id, hook_event_name: 'PreToolUse', cwd: place.cwd, ...about };
      for (const { rule, command } of asked) {
        const hook = { type: 'command' as const, command };
        const end = await runHook(hook, HOOK_SECONDS, payload, { ...place, confinement: undefined }, signal);
        const { block } = outcomeOf('PreToolUse', command, end);
        if (block !== undefined) return { deny: `${block} (${labelOf(rule)})` };
      }
      return undefined;
    },
    afterTool: async (call, { outcome, content, brief }) => {
      if (outcome !== 'denied') return undefined;
      const said = `${brief}\n${textOf(content)}`;
      const rule = rules.find((each) => said.includes(labelOf(each)));
      if (!rule) return undefined;
      violations.push(violationOf(rule, `prevented ${inShort(call)}`));
      return `[This breaks an instruction of the project (${originOf(rule)}): ${rule.text}]`;
    },
  };
  return {
    ...during,
    beforePrompt: async (_prompt, _turn, origin) => {
      if (origin === 'prompt') violations = [];
      return undefined;
    },
    afterTurn: async () => {
      const gone = present.filter((rule) => !isPresent(rule, root));
      present = present.filter((rule) => !gone.includes(rule));
      const all = [...violations, ...gone.map((rule) => violationOf(rule, 'the line was changed or removed'))];
      violations = [];
      return all.length > 0 ? { violations: all } : undefined;
    },
    forAgent: () => during,
  };
}

export function violationOf(rule: InstructionRule, what: string): Violation {
  const { name, file, line, text } = rule;
  const summary = `Rule ${name}: ${what} (${originOf(rule)}: ${text})`;
  return { rule: name, file, ...(line === undefined ? {} : { line }), text, what, summary };
}

function labelOf(rule: InstructionRule): string {
  return `rule ${rule.name}, ${originOf(rule)}`;
}

function isPresent({ file, text }: InstructionRule, root: string): boolean {
  const path = isAbsolute(file) ? file : join(root, file);
  try {
    return linesOf(file, readRegularText(path)).some((line) => line.text === text);
  } catch {
    return false;
  }
}

function inShort({ name, input }: ToolCallPart): string {
  const about = [input.command, input.file_path, input.path].find((value) => typeof value === 'string');
  return about === undefined ? name : `${name} ${about}`;
}
