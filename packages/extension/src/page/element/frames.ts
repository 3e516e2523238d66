import type { FrameSpot } from '../../page-message.ts';

/** Whether another document is shown in it. */
export function isFrame(element: Element): element is HTMLIFrameElement | HTMLFrameElement {
  return element instanceof HTMLIFrameElement || element instanceof HTMLFrameElement;
}

/** Where a frame stands in what was read, and how the worker will know which it is. */
export function spotOf(frame: HTMLIFrameElement | HTMLFrameElement, at: number): FrameSpot {
  return { at, index: indexOf(frame), url: frame.src };
}

/** Its number among the frames of the page, which the document in it knows too; those in shadow roots have none. */
export function indexOf({ contentWindow }: HTMLIFrameElement | HTMLFrameElement): number {
  for (let index = 0; index < window.length; index++) if (window[index] === contentWindow) return index;
  return -1;
}

/** Stands for a frame in a text, until what is in it is put there. No text of a page has this character. */
export function frameMark(at: number): string {
  return `\0${at}\0`;
}
