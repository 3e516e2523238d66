import { HomeFile } from '@helve/settings';
import * as v from 'valibot';

const Enforce = v.union([
  v.strictObject({ deny: v.array(v.string()) }),
  v.strictObject({ run: v.string() }),
  v.strictObject({ hook: v.string() }),
]);

/** A rule that the user has confirmed, for the exact line that it comes from. */
export const ConfirmedRule = v.object({
  name: v.string(),
  file: v.string(),
  text: v.string(),
  enforce: Enforce,
  at: v.string(),
});

export type ConfirmedRule = v.InferOutput<typeof ConfirmedRule>;

/** By project. A model must not be able to confirm in the user's place. */
const file = new HomeFile<Readonly<Record<string, readonly ConfirmedRule[]>>>({
  name: 'rules.json',
  schema: v.record(v.string(), v.array(ConfirmedRule)),
  empty: {},
  holds: 'confirmed rules',
  fill: 'rules confirm',
  secret: true,
});

export async function confirmedRules(home: string, root: string): Promise<readonly ConfirmedRule[]> {
  return new Map(Object.entries(await file.read(home))).get(root) ?? [];
}

/** Confirms rules; one of the same name is replaced. */
export async function keepRules(home: string, root: string, rules: readonly ConfirmedRule[]): Promise<void> {
  const names = new Set(rules.map(({ name }) => name));
  await file.change(home, (all) => ({
    ...all,
    [root]: [...(all[root] ?? []).filter(({ name }) => !names.has(name)), ...rules],
  }));
}

export async function dropRule(home: string, root: string, name: string): Promise<void> {
  await file.change(home, (all) => ({ ...all, [root]: (all[root] ?? []).filter((rule) => rule.name !== name) }));
}
