/** The form that asks the user for a text, in both versions of the protocol. */
export function answerForm(sessionId: string, message: string) {
  return {
    mode: 'form' as const,
    sessionId,
    message,
    requestedSchema: {
      type: 'object' as const,
      properties: { answer: { type: 'string' as const, title: 'Answer' } },
      required: ['answer'],
    },
  };
}

/** The answer in a form that the user filled in. */
export function answerIn(reply: unknown): string | undefined {
  const { action, content } = reply as { readonly action?: unknown; readonly content?: { readonly answer?: unknown } };
  return action === 'accept' && typeof content?.answer === 'string' ? content.answer : undefined;
}

/** How a question to the client ends with the turn that asked it. */
export function until(signal: AbortSignal) {
  return { cancellationSignal: signal, stopWaitingOnCancel: true };
}
