import { looksSecret, RUN_VARIABLE } from '@helve/processes';
import {
  call,
  CommandError,
  type Context,
  ifOffered,
  nearest,
  OWNER_VARIABLE,
  parameter,
  worded,
} from '@helve/command';
import { changeStored, type ChildEnvironment, childEnvironment, storedNames } from './env/child.ts';
import type { Input as EnvInput } from '../commands/terminal/env.ts';
import type { Input as NameInput, Output as Variable } from '../commands/terminal/env/get.ts';
import type { Input as SessionScope, Output as VariableList } from '../commands/terminal/env/list.ts';
import type { Output as VariableSet } from '../commands/terminal/env/set.ts';
import type { Output as VariableUnset } from '../commands/terminal/env/unset.ts';
import { hasOwner } from './owner.ts';
import { thereIs } from './there-is.ts';

/** For whom a variable is: every command, or one session. */
export type Scope = 'global' | 'session';

const MASK = '••••••';

/** One command for all four, as the tool has it. */
export async function changeEnvironment(input: EnvInput, context: Context) {
  const { action, sessionId } = input;
  if (action === 'list') return listVariables({ sessionId }, context);
  const name = given('name', input);
  switch (action) {
    case 'get':
      return getVariable({ name, sessionId }, context);
    case 'set':
      return setVariable({ name, value: given('value', input), sessionId }, context);
    case 'unset':
      return unsetVariable({ name, sessionId }, context);
  }
}

export async function getVariable({ name, sessionId }: NameInput, context: Context): Promise<Variable> {
  checkName(name);
  const { variables, withheld } = await environmentOf(sessionId, context);
  const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
  if (value !== undefined) return { name, value, source: sessionId === undefined ? 'global' : 'session' };
  if (withheld.includes(name)) {
    throw new CommandError('ACCESS_DENIED', `${name} looks like a credential and is withheld from commands`, {
      hint: worded`${ifOffered('allowEnv', worded`Pass it to one command: ${call('terminal exec', { allowEnv: [name] })}. `)}To pass a value of your own to all commands: ${call('terminal env', { action: 'set', name, value: '…' })}`,
      details: { name },
    });
  }
  const similar = nearest(name, Object.keys(variables)).slice(0, 3);
  throw new CommandError('NOT_FOUND', `There is no variable ${name}`, {
    hint: thereIs(name, Object.keys(variables), worded`See them all: ${call('terminal env', { action: 'list' })}`),
    details: { name, similar },
  });
}

export async function listVariables({ sessionId }: SessionScope, context: Context): Promise<VariableList> {
  const { variables, withheld } = await environmentOf(sessionId, context);
  const masked: string[] = [];
  const shown: Record<string, string> = {};
  for (const [name, value] of Object.entries(variables).sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (name === OWNER_VARIABLE) continue;
    if (looksSecret(name, value)) masked.push(name);
    shown[name] = looksSecret(name, value) ? MASK : value;
  }
  return {
    variables: shown,
    count: Object.keys(shown).length,
    ...(masked.length > 0 ? { masked } : {}),
    ...(withheld.length > 0 ? { withheld: [...withheld] } : {}),
  };
}

export async function setVariable(
  { name, value, sessionId }: NameInput & { readonly value: string },
  context: Context,
): Promise<VariableSet> {
  checkName(name);
  checkValue(name, value);
  const shown = looksSecret(name, value) ? MASK : value;
  if (sessionId !== undefined) {
    await (await import('./env/session-environment.ts')).exportIn(sessionId, { name, value }, context);
    return { status: 'set', name, value: shown, scope: 'session' };
  }
  await changeStored(context, ({ variables, removed }) => ({
    variables: { ...variables, [name]: value },
    removed: removed.filter((other) => other !== name),
  }));
  return { status: 'set', name, value: shown, scope: 'global' };
}

export async function unsetVariable({ name, sessionId }: NameInput, context: Context): Promise<VariableUnset> {
  checkName(name);
  if (sessionId !== undefined) {
    await (await import('./env/session-environment.ts')).unsetIn(sessionId, name, context);
    return { status: 'unset', name, scope: 'session' };
  }
  const before = hasOwner(context.place) ? await storedNames(context.place.home) : [];
  await changeStored(context, ({ variables, removed }) => {
    const { [name]: _, ...rest } = variables;
    const others = removed.filter((other) => other !== name);
    // For an agent, also one that the person has set.
    const isInherited = context.place.env[name] !== undefined || before.includes(name);
    return { variables: rest, removed: isInherited ? [...others, name] : others };
  });
  return { status: 'unset', name, scope: 'global' };
}

async function environmentOf(sessionId: string | undefined, context: Context): Promise<ChildEnvironment> {
  if (sessionId === undefined) return childEnvironment(context.place);
  return (await import('./env/session-environment.ts')).sessionEnvironment(sessionId, context);
}

/** Throws unless shells and programs can be given a variable of this name. */
export function checkName(name: string): void {
  if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && name !== RUN_VARIABLE && name !== OWNER_VARIABLE && name !== '__proto__')
    return;
  throw new CommandError('INVALID_INPUT', `${JSON.stringify(name)} cannot be the name of a variable`, {
    hint: 'Use letters, digits and underscores, not starting with a digit: NODE_ENV',
    details: { name },
  });
}

export function checkValue(name: string, value: string): void {
  if (!value.includes('\0')) return;
  throw new CommandError('INVALID_INPUT', `The value of ${name} holds a NUL byte, which no variable can`);
}

function given(name: 'name' | 'value', input: EnvInput): string {
  const value = input[name];
  if (value !== undefined) return value;
  throw new CommandError('INVALID_INPUT', worded`${input.action} needs ${parameter(name)}`, {
    example: `helve terminal env ${input.action} --name NODE_ENV${input.action === 'set' ? ' --value test' : ''}`,
    details: { missing: [name] },
  });
}
