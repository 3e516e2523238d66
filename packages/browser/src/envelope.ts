import { randomUUID } from 'node:crypto';
import type { ErrorReport } from '@helve/command';
import type { Answered, EnvelopeMaker } from '@helve/command/host';
import { BROWSER_ERRORS, type Category, type Envelope, NO_PAGE, type PageState, PROTOCOL_VERSION } from './protocol.ts';

/** What is known of a browser command beside its data. */
export interface BrowserFacts {
  readonly id?: string;
  readonly page?: PageState;
  readonly replay?: boolean;
}

/** The answer to a browser command, as the terminal prints it. */
export const envelope: EnvelopeMaker = (answered: Answered): Envelope => {
  const warnings = answered.warnings.length > 0 ? { warnings: answered.warnings } : {};
  if (answered.ok) {
    const { id = randomUUID(), page = NO_PAGE, replay = false } = answered.facts as BrowserFacts;
    return { protocol_version: PROTOCOL_VERSION, id, ok: true, data: answered.data, page, replay, ...warnings };
  }
  const { code, message, hint, retry, details = {} } = answered.error;
  const { request, ...others } = details;
  return {
    protocol_version: PROTOCOL_VERSION,
    id: typeof request === 'string' ? request : (answered.requestId ?? randomUUID()),
    ok: false,
    error: {
      code,
      category: categoryOf(code),
      retry,
      message: message.replaceAll(/<\/?page>/g, ''),
      ...(hint === undefined ? {} : { suggestedAction: hint }),
      ...(Object.keys(others).length > 0 ? { details: others } : {}),
    },
    ...warnings,
  };
};

/** Codes that are not the browser's own are about the way to it, or about what may be done. */
function categoryOf(code: ErrorReport['code']): Category {
  if (code in BROWSER_ERRORS) return BROWSER_ERRORS[code as keyof typeof BROWSER_ERRORS].category;
  if (code === 'OUTSIDE_ROOTS') return 'policy';
  return code === 'SERVICE_FAILED' || code === 'UNAVAILABLE' ? 'transport' : 'execution';
}
