import type { Ask, Question } from '@helve/policy';

/** The name of our one question among a call's input requests. */
export const PERMISSION = 'permission';

/**
 * A question to the user behind the client. The protocol asks by ending the call with the question; the client calls
 * again with the answer. Nothing was tried by then: authorising comes before running.
 */
export interface PermissionRound {
  readonly ask: Ask;
  /** What the user must be asked before the call can be made; set once `ask` had no answer. */
  readonly pending: () => string | undefined;
}

export function permissionRound(responses: Readonly<Record<string, unknown>> | undefined): PermissionRound {
  let pending: string | undefined;
  const response = responses?.[PERMISSION];
  return {
    ask: async (question) => {
      if (response !== undefined) return { allow: isAccepted(response) };
      pending = describe(question);
      return { allow: false, reason: 'the user is being asked' };
    },
    pending: () => pending,
  };
}

/** Asks by a request to the client in the middle of the call, as the protocol had it before 2026-07-28. */
export function askThrough(send: (form: PermissionForm) => Promise<unknown>): Ask {
  return async (question) => {
    try {
      return { allow: isAccepted(await send(permissionForm(describe(question)))) };
    } catch (thrown) {
      return { allow: false, reason: `the user could not be asked: ${(thrown as Error).message}` };
    }
  };
}

/** A form without fields: to accept it is to allow. */
export function permissionForm(message: string) {
  return { message, requestedSchema: { type: 'object' as const, properties: {} } };
}

type PermissionForm = ReturnType<typeof permissionForm>;

/** Whether a client says that it can put forms to its user. */
export function declaresForms(capabilities: unknown): boolean {
  const { elicitation } = (capabilities ?? {}) as {
    readonly elicitation?: { readonly form?: object; readonly url?: object };
  };
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}

function isAccepted(response: unknown): boolean {
  return typeof response === 'object' && response !== null && 'action' in response && response.action === 'accept';
}

const LONGEST_INPUT = 500;

function describe({ command, effect, input, decision }: Question): string {
  const shown = JSON.stringify(input);
  return [
    `Allow helve to run ${command} (${effect})?`,
    shown.length > LONGEST_INPUT ? `${shown.slice(0, LONGEST_INPUT)}…` : shown,
    `Asked because of ${decision.rule} (${decision.source}).`,
  ].join('\n');
}
