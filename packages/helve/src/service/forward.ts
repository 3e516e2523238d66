import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { CommandError } from '@helve/command';
import type { Forward } from '@helve/command/host';
import { callService } from './client.ts';
import { PROTOCOL_VERSION } from './protocol.ts';

/** Runs a command in the service of the caller's home. */
export const forward: Forward = async (command, input, from) => {
  const {
    place: { cwd, env, home },
    reach: { progress, contact, handOver, requestId, onForwarded, timeout, owner },
    signal,
    deadline,
    confinedTo,
    limits,
  } = from;
  const answers = (['elicit', 'sample'] as const).filter((kind) => contact?.[kind]);
  const id = requestId ?? randomUUID();
  const over = new AbortController();
  const stopWaiting = () => void passOn(home, id, over.signal).catch(() => {});
  handOver?.addEventListener('abort', stopWaiting, { once: true });
  if (handOver?.aborted) stopWaiting();
  try {
    const answered = await callService(
      home,
      {
        protocol_version: PROTOCOL_VERSION,
        id,
        ...(deadline === undefined ? {} : { deadline }),
        action: 'command.run',
        params: {
          path: command.path,
          input: { ...input },
          validated: true,
          cwd,
          env: defined(env),
          answers,
          handsOver: handOver !== undefined,
          ...(owner ? { owner } : {}),
          ...(confinedTo ? { confinedTo } : {}),
          ...(limits === undefined ? {} : { limits }),
          ...(timeout === undefined ? {} : { timeout }),
        },
      },
      { signal, progress, contact: answers.length > 0 ? contact : undefined, onForwarded },
    );
    if (answered.ok) return { data: answered.data, warnings: answered.warnings ?? [], facts: answered.facts };
    const { error, wording = error } = answered;
    const { code, retry, details } = error;
    throw new CommandError(code, wording.message, { ...wording, retry, details });
  } finally {
    over.abort();
    handOver?.removeEventListener('abort', stopWaiting);
  }
};

/** How long until the service may have heard of a command that it does not know yet. */
const AGAIN_MS = 50;

/** Tells the service that a command should go on without us. The command may still be on its way there. */
async function passOn(home: string, request: string, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    const head = { protocol_version: PROTOCOL_VERSION, id: randomUUID() } as const;
    const answered = await callService(home, { ...head, action: 'handOver', params: { request } }, { signal: over });
    if (answered.ok && (answered.data as { readonly taken: boolean }).taken) return;
    await delay(AGAIN_MS, undefined, { signal: over });
  }
}

function defined(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined));
}
