/** The frames on the WebSocket between relay and extension, each one JSON object. */
import type { ActionFailure, ActionRequest, ActionResponse } from './envelope.ts';
import type { DoneWhere, Question, SessionView } from './people.ts';

/** The first thing the extension says on a connection. */
export interface Hello {
  readonly type: 'hello';
  readonly protocolVersion: number;
  readonly extensionVersion: string;
  /** `Chrome/156.0…`, as the browser calls itself. */
  readonly browser: string;
  /** One installation of the extension, for good. */
  readonly instance: string;
  /** One run of the browser: tabs keep their numbers as long as it is the same. */
  readonly run: string;
  /** Whether the person has stopped the agents in this browser. */
  readonly stopped?: boolean | undefined;
  /** As long as it is the same, the extension knows what it has begun. It does not after it was loaded anew. */
  readonly memory: string;
  /** The tabs there are. */
  readonly tabs: readonly { readonly tabId: number; readonly url: string; readonly title: string }[];
}

/** Something happened to a tab that nobody asked for. */
export type TabEvent =
  | { readonly kind: 'closed'; readonly tabId: number }
  | { readonly kind: 'navigated'; readonly tabId: number; readonly url: string; readonly title: string }
  | { readonly kind: 'opened'; readonly tabId: number; readonly openerTabId: number; readonly url: string }
  /** The person took it out of the session's group. */
  | { readonly kind: 'taken'; readonly tabId: number }
  /** The browser gave a tab another number, as it does when it loads one ahead. */
  | { readonly kind: 'replaced'; readonly tabId: number; readonly by: number };

export type FromExtension =
  | Hello
  | { readonly type: 'response'; readonly response: ActionResponse }
  | { readonly type: 'event'; readonly event: TabEvent }
  | { readonly type: 'ping' }
  /** An agent is about to put this into a field for passwords. Said first: the page may be gone when the action ends. */
  | { readonly type: 'secret'; readonly value: string }
  /** A person's answer to a question. */
  | { readonly type: 'answer'; readonly id: string; readonly answer: string }
  /** The person stops the agents in this browser, or lets them go on. */
  | { readonly type: 'stop'; readonly stopped: boolean }
  /** The person has done what a session waits for. */
  | { readonly type: 'done'; readonly session: string; readonly where: DoneWhere }
  /** The person hands a tab of theirs to a session; null: to a new one. */
  | {
      readonly type: 'give';
      readonly session: string | null;
      readonly tabId: number;
      readonly url: string;
      readonly title: string;
    }
  /** A request has come upon an origin that was not judged yet. */
  | { readonly type: 'judge'; readonly id: string; readonly origin: string };

export type ToExtension =
  /** The answer to hello: under which name the browser is known. */
  | { readonly type: 'welcome'; readonly name: string }
  | { readonly type: 'request'; readonly request: ActionRequest }
  | { readonly type: 'cancel'; readonly id: string }
  | { readonly type: 'pong' }
  /** The sessions with tabs in this browser: said whenever that changes. */
  | { readonly type: 'sessions'; readonly sessions: readonly SessionView[] }
  /** A question for the person in front of the browser. */
  | ({ readonly type: 'ask' } & Question)
  /** Nobody waits for the answer any more. */
  | { readonly type: 'unask'; readonly id: string }
  /** Whether a request may go on at an origin: absent refusal means yes. */
  | {
      readonly type: 'judged';
      readonly id: string;
      readonly origin: string;
      readonly refusal?: ActionFailure | undefined;
    };
