import type { ConversationHost, ConversationRequest } from '@helve/assistant';
import type { Pipes } from '@helve/doors';

/** What the program gives this surface. */
export interface AcpHost extends Pick<ConversationHost, 'registry' | 'createCaller' | 'env' | 'warn'> {
  readonly version: string;
  /** Where the program was started. */
  readonly cwd: string;
  /** The state folder. */
  readonly home: string;
  /** What the command line says of every conversation. */
  readonly request: ConversationRequest;
  /** The draft of version 2 of the protocol is offered too. */
  readonly draft: boolean;
  readonly pipes: Pipes;
  /** Aborted when the process should end. */
  readonly signal: AbortSignal;
}
