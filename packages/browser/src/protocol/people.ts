/** What the person in front of a browser sees of its agents, and what they may say. */

/** A session that may have tabs in this browser. What its tabs show the browser knows itself. */
export interface SessionView {
  readonly session: string;
  readonly label?: string | undefined;
  /** None: it has no tabs yet, and may be given one. */
  readonly tabs: readonly number[];
  /** What a person is asked to do, while the session waits for them. */
  readonly needs?: string | undefined;
}

/** A question that the policy puts to the person. */
export interface Question {
  readonly id: string;
  readonly session: string;
  readonly question: string;
  /** The buttons: what is sent back, and what stands on it. */
  readonly answers: readonly { readonly answer: string; readonly says: string }[];
}

/** Where a person said that they are done. */
export type DoneWhere = 'page' | 'popup';

/** What stands between a page and its user, which a person must deal with. */
export interface Obstacle {
  readonly kind: 'captcha' | 'login';
  readonly reason: string;
}
