import type { Action, ActionFailure, MouseButton, PageState, Target } from '@helve/browser/protocol';

/** What the worker asks the code in a page. */
export interface PageAsk {
  readonly helve: 'ask';
  readonly id: string;
  readonly action: Action;
  readonly params: unknown;
  readonly destructive: boolean;
  /** Where it may be done; absent: anywhere. */
  readonly origin?: string | undefined;
  /** The number of the next handle, which no other document of the session has used. */
  readonly nextHandle: number;
  /** The last one that this document is known to have used: others it gave out reached nobody. */
  readonly lastHandle: number;
}

/** The code in a page asks the worker to answer in a while. */
export interface SleepAsk {
  readonly helve: 'sleep';
  readonly milliseconds: number;
}

/** The code in a page asks the worker whether the page waits for its servers, for something asked since then. */
export interface PendingAsk {
  readonly helve: 'pending';
  readonly since: number;
  /** When the doing began. */
  readonly began: number;
  /** What came after this the page may not have read. */
  readonly read: number;
  /** What the page asked for before this request of ours counts. */
  readonly mark?: string | undefined;
}

/** The code in a page asks the worker to put a file of the extension beside the page's own scripts. */
export interface MainAsk {
  readonly helve: 'main';
  readonly file: 'main.js' | 'presence.js';
}

/** The code in a page gives the worker what was copied there, or without a text asks for it. */
export interface ClipboardAsk {
  readonly helve: 'clipboard';
  readonly text?: string | undefined;
}

/** The code in a page tells the worker what an agent is about to put into a field for passwords. */
export interface SecretNote {
  readonly helve: 'secret';
  readonly value: string;
}

/** Where a frame stands in what was read of a page. */
export interface FrameSpot {
  /** Before which thing of a list; in a text, the number in its mark. */
  readonly at: number;
  /** Its number among the frames of the page; -1 in a shadow root. */
  readonly index: number;
  readonly url: string;
}

/** What was read of one document: what is in its frames is still to be put there. */
export type Read<Whole> = Whole & { readonly frames?: readonly FrameSpot[] };

export type PageAnswer =
  | { readonly ok: true; readonly data: unknown; readonly page: PageState; readonly nextHandle: number }
  | {
      readonly ok: false;
      readonly error: ActionFailure;
      /** An error may name elements by handles too. */
      readonly nextHandle: number;
      /** Nothing was begun: the page is of this origin, and not of the one where it may be done. */
      readonly elsewhere?: string | undefined;
    };

/** What else the worker says to the code in a page. */
export type PageNote =
  | { readonly helve: 'notice'; readonly who: string; readonly reason: string }
  | { readonly helve: 'unnotice' }
  /** Is there something in the way? `asked`: the address that was wanted. */
  | { readonly helve: 'look'; readonly asked?: string | undefined }
  /** The number of the frame that has the focus; null: none has. */
  | { readonly helve: 'focused-frame' }
  | FrameCoverAsk
  /** Which frame is at this place of the page? */
  | { readonly helve: 'frame-at'; readonly x: number; readonly y: number };

/** The code in a frame asks the worker whether something lies over a point of it. `frame`: its number in the page around it. */
export interface CoverAsk {
  readonly helve: 'cover';
  readonly frame: number;
  readonly x: number;
  readonly y: number;
}

/** The worker asks the page around a frame the same. */
export interface FrameCoverAsk {
  readonly helve: 'frame-cover';
  readonly frame: number;
  readonly x: number;
  readonly y: number;
}

/** Where a point of a frame is in the window of its tab, and what lies there. */
export interface OuterPoint {
  readonly cover?: FrameCover['cover'];
  readonly x: number;
  readonly y: number;
}

/** What lies there, and where the point is in this page, which may be in a frame itself. */
export interface FrameCover {
  /** Of its words nothing is said: the page around it may be one that nobody may read. */
  readonly cover?: { readonly tag: string; readonly id: string; readonly origin: string } | undefined;
  readonly frame: number;
  readonly x: number;
  readonly y: number;
}

/** The code in a page asks the worker to move the browser's own pointer. The place is in the window of the tab. */
export type PointerAsk =
  | { readonly helve: 'pointer'; readonly do: 'attach' }
  | { readonly helve: 'pointer'; readonly do: 'move'; readonly x: number; readonly y: number }
  | {
      readonly helve: 'pointer';
      readonly do: 'click';
      readonly x: number;
      readonly y: number;
      readonly button: MouseButton;
      readonly count: number;
    };

/** Null when it was done; else why not. */
export type PointerAnswer = string | null;

/** The frame that is at a place of a page. */
export interface FrameAt {
  readonly index: number;
  /** The same place in the document of that frame. */
  readonly x: number;
  readonly y: number;
}

/** The person pressed the button of the notice in a page. */
export interface DoneAsk {
  readonly helve: 'done-here';
}

/** The worker takes pictures of a page, which gets ready for it. */
export interface ViewAsk {
  readonly helve: 'view';
  readonly nextHandle: number;
  readonly lastHandle: number;
  readonly step: ViewStep;
}

export type ViewStep =
  | {
      readonly kind: 'begin';
      readonly target?: Target | undefined;
      readonly fullPage: boolean;
      readonly annotate: boolean;
    }
  /** Scroll to there; what stays in its place while the page scrolls is seen on the first picture only. */
  | { readonly kind: 'show'; readonly x: number; readonly y: number; readonly first: boolean }
  | { readonly kind: 'end' };

export type ViewAnswer =
  | { readonly ok: true; readonly view: View; readonly nextHandle: number }
  | { readonly ok: false; readonly error: ActionFailure };

/** A rectangle of the page, from its top left corner, whatever the scroll position is. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface View {
  /** What a picture is wanted of. */
  readonly region: Box;
  /** What is seen now. */
  readonly seen: Box;
  readonly marks: readonly (Box & { readonly handle: string; readonly name: string })[];
}
