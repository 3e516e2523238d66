import type { Question } from '@helve/browser/protocol';

/** What the popup asks the worker. */
export type PopupAsk =
  | { readonly helve: 'state' }
  | { readonly helve: 'pair'; readonly code: string; readonly port: number };

export interface PopupState {
  readonly state: 'unpaired' | 'connecting' | 'connected';
  /** Under which the service knows this browser. */
  readonly name: string | undefined;
  readonly stopped: boolean;
  readonly sessions: readonly PopupSession[];
  readonly questions: readonly PopupQuestion[];
  /** Sessions that a tab can be handed to. */
  readonly receivers: readonly { readonly session: string; readonly who: string }[];
  /** The person's tab that can be handed over. */
  readonly inFront: PopupTab | undefined;
}

export interface PopupTab {
  readonly tabId: number;
  readonly title: string;
  readonly url: string;
}

export interface PopupSession {
  readonly session: string;
  /** Its label, or what it is called without one. */
  readonly who: string;
  readonly tabs: readonly PopupTab[];
  /** The action that is being done for it. */
  readonly doing: string | undefined;
  /** What the person is asked to do. */
  readonly needs: string | undefined;
}

export interface PopupQuestion extends Question {
  readonly who: string;
}
