import type { Action, Params } from './actions.ts';
import type { PROTOCOL_VERSION } from './constants.ts';
import type { BrowserErrorCode, Category, Retry } from './errors.ts';
import type { Obstacle } from './people.ts';

/** The page that an action was about, when it was over. */
export interface PageState {
  readonly url: string;
  readonly title: string;
  readonly state: 'loading' | 'ready' | 'error' | '';
  /** Whether it shows that it is at work: aria-busy, a progress bar without an end. */
  readonly busy: boolean;
}

export const NO_PAGE: PageState = { url: '', title: '', state: '', busy: false };

/** An action as the relay hands it to the extension. */
export interface ActionRequest<A extends Action = Action> {
  readonly protocol_version: typeof PROTOCOL_VERSION;
  readonly id: string;
  readonly action: A;
  readonly params: Params<A>;
  readonly session: string;
  /** When it must be over, in milliseconds since the epoch. */
  readonly deadline: number;
  /** Whether it may change something: such a request is never run twice. */
  readonly destructive: boolean;
  /** The origins at which it may be done, as far as they are judged; absent: everywhere. */
  readonly origins?: readonly string[] | undefined;
  /** The browser's own number of the tab; null where there is none yet. */
  readonly target: { readonly tabId: number | null };
}

export interface ActionFailure {
  readonly code: BrowserErrorCode;
  readonly message: string;
  readonly suggestedAction?: string | undefined;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

/** What the extension answers. */
export type ActionResponse = { readonly id: string; readonly replay: boolean } & (
  | {
      readonly ok: true;
      readonly data: unknown;
      readonly page: PageState;
      /** What stands in the way in the page that came. */
      readonly obstacle?: Obstacle | undefined;
    }
  | { readonly ok: false; readonly error: ActionFailure }
);

/** What a command prints. */
export type Envelope =
  | {
      readonly protocol_version: typeof PROTOCOL_VERSION;
      readonly id: string;
      readonly ok: true;
      readonly data: unknown;
      readonly page: PageState;
      readonly replay: boolean;
      readonly warnings?: readonly string[];
    }
  | {
      readonly protocol_version: typeof PROTOCOL_VERSION;
      readonly id: string;
      readonly ok: false;
      readonly error: {
        readonly code: string;
        readonly category: Category;
        readonly retry: Retry;
        readonly message: string;
        readonly suggestedAction?: string;
        readonly details?: Readonly<Record<string, unknown>>;
      };
      readonly warnings?: readonly string[];
    };
