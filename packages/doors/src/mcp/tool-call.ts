import type { Contact, Form, FormAnswer } from '@helve/command';
import { findTool } from './find-tool.ts';
import { isObject, type Params } from './message.ts';
import { askThrough, declaresForms, type PermissionForm, permissionRound } from './permission.ts';
import { startProgress } from './progress.ts';
import type { ToolResult } from './result.ts';
import type { Service } from './service.ts';

/** The client of one call. Each server describes it in these terms; everything else about a call is the same for both. */
export interface CallingClient {
  readonly signal: AbortSignal;
  /** What the client declared that it can do. */
  readonly capabilities: unknown;
  readonly progressToken: unknown;
  readonly notify: (method: string, params: Params) => void;
  /** Sends the client a request in the middle of the call. Absent since 2026-07-28: there, a call ends with its question. */
  readonly request?: ((method: string, params: Params) => Promise<unknown>) | undefined;
  /** The answers to the question that an earlier round of this call ended with. */
  readonly responses?: Params | undefined;
}

/** The result of a call, or the question to the user that it ended with. */
export type CallEnd = { readonly result: ToolResult } | { readonly question: PermissionForm };

/** Calls a tool for a client. Throws UnknownTool. */
export async function callTool(
  { tools, calls }: Service,
  { name, input }: { readonly name: string; readonly input: Params },
  client: CallingClient,
): Promise<CallEnd> {
  const tool = findTool(tools, name);
  const { signal, capabilities, progressToken, request } = client;
  const asked = calls.askedOf(name, input);
  const round = request ? undefined : permissionRound(asked, client.responses, calls.approvals);
  const ask = request ? askThrough((form) => request('elicitation/create', form), calls.approvals) : round?.ask;
  const progress =
    progressToken === undefined
      ? undefined
      : startProgress((count, message) =>
          client.notify('notifications/progress', { progressToken, progress: count, message }),
        );
  try {
    const result = await calls.run(tool, input, {
      signal,
      progress: progress?.report ?? (() => {}),
      onPrinted: progress?.onPrinted,
      ask: declaresForms(capabilities) ? ask : undefined,
      contact: request && contactThrough(request, capabilities),
    });
    const question = round?.pending();
    if (question) return { question };
    calls.forgetAsked(name, input);
    return { result };
  } finally {
    progress?.end();
  }
}

/** Passes on what others ask the user or their model, as far as the client declared that it takes such requests. */
function contactThrough(send: NonNullable<CallingClient['request']>, capabilities: unknown): Contact {
  const request = async (method: string, params: Params) => {
    const answer = await send(method, params);
    return isObject(answer) ? answer : {};
  };
  const elicit = async ({ from, message, schema }: Form) =>
    (await request('elicitation/create', {
      message: `${from} asks: ${message}`,
      requestedSchema: schema,
    })) as unknown as FormAnswer;
  return {
    ...(declaresForms(capabilities) ? { elicit } : {}),
    ...(isObject(capabilities) && capabilities.sampling !== undefined
      ? { sample: (params) => request('sampling/createMessage', params) }
      : {}),
  };
}
