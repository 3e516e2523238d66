import { call, CommandError, type Context, didYouMean, parameter, realPath, resolvePath, worded } from '@helve/command';
import { parseRule } from '@helve/policy';
import type { Enforcement } from './recognise.ts';
import { slugOf } from './recognise.ts';
import { type InstructionRule, type ProjectRules, projectRules } from './rules.ts';
import { dropRule, keepRules } from './store.ts';

/** The rules of the project that the caller is in. */
export async function listRules(_: object, context: Context): Promise<{ rules: InstructionRule[] }> {
  return { rules: [...(await rulesIn(context)).rules] };
}

/** Confirms rules that lines suggest: from then on they are enforced. */
export async function confirmRules(
  { names, all }: { readonly names?: readonly string[] | undefined; readonly all: boolean },
  context: Context,
): Promise<{ rules: InstructionRule[] }> {
  if (all === (names !== undefined)) {
    throw new CommandError('INVALID_INPUT', worded`Give either ${parameter('names')} or ${parameter('all')}`);
  }
  const { root, rules } = await rulesIn(context);
  const proposed = rules.filter(({ state }) => state === 'proposed');
  const wanted = names ? names.map((name) => findRule(proposed, name)) : proposed;
  const at = new Date(context.now()).toISOString();
  await keepRules(
    context.place.home,
    root,
    wanted.map(({ name, file, text, enforce }) => ({ name, file, text, enforce, at })),
  );
  return { rules: wanted.map((rule) => ({ ...rule, state: 'confirmed' })) };
}

interface AddInput {
  readonly path: string;
  readonly line: number;
  readonly name?: string | undefined;
  readonly deny?: readonly string[] | undefined;
  readonly run?: string | undefined;
  readonly hook?: string | undefined;
}

/** Enforces a line in the way that the user says. */
export async function addRule(input: AddInput, context: Context): Promise<{ rule: InstructionRule }> {
  const enforce = enforcementOf(input);
  const found = await rulesIn(context);
  const { file, text } = lineAt(found, input, context);
  const name = input.name ?? slugOf(text.replaceAll('`', ''));
  if (found.rules.some((rule) => rule.name === name && rule.state !== 'proposed')) {
    throw new CommandError('ALREADY_EXISTS', `There is a rule ${name} already`, {
      hint: worded`Choose another ${parameter('name')}, or remove it first: ${call('rules remove', { name })}`,
    });
  }
  const at = new Date(context.now()).toISOString();
  await keepRules(context.place.home, found.root, [{ name, file, text, enforce, at }]);
  return { rule: { name, state: 'confirmed', file, line: input.line, text, enforce } };
}

/** Ends the enforcement of a rule. */
export async function removeRule(
  { name }: { readonly name: string },
  context: Context,
): Promise<{ rule: InstructionRule }> {
  const { root, rules } = await rulesIn(context);
  const rule = findRule(
    rules.filter(({ state }) => state !== 'proposed'),
    name,
  );
  await dropRule(context.place.home, root, name);
  return { rule };
}

export function rulesIn({ place, permits }: Context): Promise<ProjectRules> {
  return projectRules(place, (path) => permits(path, 'read'));
}

function findRule(rules: readonly InstructionRule[], name: string): InstructionRule {
  const found = rules.find((rule) => rule.name === name);
  if (found) return found;
  const names = rules.map((rule) => rule.name);
  throw new CommandError('NOT_FOUND', `There is no such rule: ${JSON.stringify(name)}`, {
    hint: didYouMean(name, names, worded`See all: ${call('rules list')}`),
  });
}

function lineAt({ lines, root }: ProjectRules, { path, line }: AddInput, { place }: Context) {
  const real = realPath(resolvePath(place, path));
  const file = real.startsWith(`${root}/`) ? real.slice(root.length + 1) : path;
  const found = lines.find((each) => each.file === file && each.line === line);
  if (found) return found;
  throw new CommandError('NOT_FOUND', `${path} has no instruction in line ${line}`, {
    hint: 'Name a line of text in AGENTS.md or CLAUDE.md of this project, counted from 1; headings and code blocks do not count.',
  });
}

function enforcementOf({ deny, run, hook }: AddInput): Enforcement {
  const given = [deny && { deny: [...deny] }, run !== undefined && { run }, hook !== undefined && { hook }].filter(
    (each) => each !== undefined && each !== false,
  );
  const [only] = given;
  if (!only || given.length > 1) {
    throw new CommandError(
      'INVALID_INPUT',
      worded`Give one of ${parameter('deny')}, ${parameter('run')} and ${parameter('hook')}`,
    );
  }
  for (const rule of deny ?? []) parseRule('deny', rule, 'deny');
  return only;
}
