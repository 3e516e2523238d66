import type { Call, Grant } from '@helve/command/host';
import { denied } from './denied.ts';
import { grantConfined } from './grant.ts';
import { judgeCall } from './judge-call.ts';
import type { Ask, GrantedCall, Policy, Question } from './policy.ts';

/** Rejects unless a policy allows a call, or a person who is asked does. Returns what the call is granted. */
export async function authorise(
  call: Call,
  policy: Policy,
  ask: Ask | undefined,
  { approval, model }: { readonly approval: boolean; readonly model: boolean },
): Promise<Grant> {
  const { request, decision } = await judgeCall(call, policy, { approval, model });
  const granted: GrantedCall = { touches: request.touches, keepsSettings: call.command.approves !== undefined };
  const grant = async (): Promise<Grant> => ({
    ...(request.sandbox === 'inside' ? await grantConfined(call, policy) : {}),
    permits: (path, access) => policy.permits(call.command.path, path, access, granted),
  });
  if (decision.verdict === 'allow') return grant();
  if (decision.verdict === 'ask' && ask) {
    const answer = await ask({ ...request, input: call.input, decision, approval, preview: previewOf(call) });
    if (answer.allow) return grant();
    throw denied(call.command, decision, answer.reason ?? 'the user declined');
  }
  throw denied(
    call.command,
    decision,
    decision.verdict === 'ask' && !approval ? 'it needs approval, and nobody can be asked here' : decision.reason,
  );
}

/** Makes the diff that the command declares for such a call. */
function previewOf({ command: { preview }, input, place }: Call): Question['preview'] {
  return preview && (async () => (await preview())(input, place));
}
