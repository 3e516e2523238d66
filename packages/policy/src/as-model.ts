import { OWNER_VARIABLE } from '@helve/command';
import { authorityOf, type Caller } from './authority.ts';

/**
 * The caller as a model: what gives consent or widens permissions is always put to a person, and what it sets for later
 * commands is kept for it alone.
 */
export function asModel<Who extends Caller>(caller: Who): Who {
  const { policy, ask, model } = caller.authority;
  return model ? caller : { ...forOwner(caller, thisProcess()), authority: authorityOf(policy, ask, true) };
}

/** Whether a program that an agent started has this environment: a helve that it calls is called by a model. */
export function isMarkedAsModel(env: Readonly<Record<string, string | undefined>>): boolean {
  return Boolean(env[OWNER_VARIABLE]);
}

/** The caller for an agent. One that is there already stays: an agent may have started this process. */
export function forOwner<Who extends Caller>(caller: Who, owner: string): Who {
  const { place } = caller;
  if (place.env[OWNER_VARIABLE]) return caller;
  return { ...caller, place: { ...place, env: { ...place.env, [OWNER_VARIABLE]: owner } } };
}

let own: string | undefined;

function thisProcess(): string {
  own ??= `process-${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
  return own;
}
