import type { Place } from '@helve/command';
import { projectRoot, realPath } from '@helve/command';
import type { Rule } from '@helve/policy';
import type { InstructionRule } from '../rules/rules.ts';
import { confirmedRules } from '../rules/store.ts';

/** The confirmed rules of a project, which hold for the whole conversation. */
export interface EnforcedRules {
  readonly root: string;
  readonly rules: readonly InstructionRule[];
  readonly deny: readonly Rule[];
}

/** Finds the rules that the user confirmed and whose lines are unchanged; tells of the others. */
export async function enforcedRules(
  place: Pick<Place, 'cwd' | 'home' | 'env'>,
  warn: (notice: string) => void,
): Promise<EnforcedRules> {
  const root = projectRoot(realPath(place.cwd));
  if ((await confirmedRules(place.home, root)).length === 0) return { root, rules: [], deny: [] };
  const [{ projectRules }, { denyRulesOf }] = await Promise.all([
    import('../rules/rules.ts'),
    import('../rules/hooks.ts'),
  ]);
  const { rules } = await projectRules(place);
  for (const { name, file, state } of rules) {
    if (state === 'changed') warn(`The rule ${name} is not enforced: its line in ${file} was changed or removed.`);
  }
  const active = rules.filter(({ state }) => state === 'confirmed');
  return { root, rules: active, deny: denyRulesOf(active) };
}
