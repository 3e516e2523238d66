import type { ActionFailure, BrowserErrorCode } from '@helve/browser/protocol';

/** What an action throws when it cannot be done; anything else that is thrown is a bug and becomes SCRIPT_ERROR. */
export class Failure extends Error {
  readonly code: BrowserErrorCode;
  readonly suggestedAction: string | undefined;
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(
    code: BrowserErrorCode,
    message: string,
    suggestedAction?: string,
    details?: Readonly<Record<string, unknown>>,
  ) {
    super(message);
    this.code = code;
    this.suggestedAction = suggestedAction;
    this.details = details;
  }
}

/** Words of a page in a message, marked so that a model does not take them for ours; people do not see the marks. */
export function inPageWords(words: string): string {
  return `<page>${words.replaceAll(/<(?=\/?page\b)/gi, '‹')}</page>`;
}

export function toActionFailure(thrown: unknown): ActionFailure {
  if (thrown instanceof Failure) {
    const { code, message, suggestedAction, details } = thrown;
    return { code, message, suggestedAction, details };
  }
  return { code: 'SCRIPT_ERROR', message: thrown instanceof Error ? thrown.message : String(thrown) };
}

export function fromActionFailure({ code, message, suggestedAction, details }: ActionFailure): Failure {
  return new Failure(code, message, suggestedAction, details);
}
