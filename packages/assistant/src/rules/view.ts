import * as v from 'valibot';
import { describeEnforcement, type InstructionRule, originOf } from './rules.ts';

export const RuleOutput = v.object({
  name: v.string(),
  state: v.picklist(['proposed', 'confirmed', 'changed']),
  file: v.string(),
  line: v.optional(v.number()),
  text: v.string(),
  enforce: v.union([
    v.object({ deny: v.array(v.string()) }),
    v.object({ run: v.string() }),
    v.object({ hook: v.string() }),
  ]),
});

const STATES = {
  proposed: 'not confirmed',
  confirmed: 'enforced',
  changed: 'not enforced: the line was changed or removed',
} as const;

export function viewRule(rule: InstructionRule): string {
  return `${rule.name} (${STATES[rule.state]})\n  ${originOf(rule)}: ${rule.text}\n  ${describeEnforcement(rule.enforce)}`;
}

export function viewRules(rules: readonly InstructionRule[], none: string): string {
  return rules.length === 0 ? none : rules.map(viewRule).join('\n');
}
