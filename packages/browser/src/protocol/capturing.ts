/** Pictures of pages. */
import type { Target } from './data.ts';

export interface CapturingActions {
  screenshot: {
    params: {
      /** Bring the tab to the front of its window where it must be seen. */
      activate: boolean;
      debugger: boolean;
      fullPage: boolean;
      target?: Target | undefined;
      annotate: boolean;
      format: PictureFormat;
    };
    data: Picture;
  };
}

export type PictureFormat = 'png' | 'jpeg';

export interface Picture {
  readonly base64: string;
  readonly format: PictureFormat;
  /** In pixels of the picture. */
  readonly width: number;
  readonly height: number;
  /** Pixels of the picture to one of the page. */
  readonly scale: number;
  /** How the tab came to be seen: it was, it was brought to the front of the agents' own window, or of its window. */
  readonly shown: 'already' | 'in-own-window' | 'activated';
  /** How many pictures it was put together of. */
  readonly tiles: number;
  /** How high the whole would be, where it was cut. */
  readonly cutFrom?: number;
  readonly marks?: readonly Mark[];
}

/** A box that was drawn around an element, in pixels of the picture. */
export interface Mark {
  readonly handle: string;
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
