import { plain } from './plain.ts';

/** Elements that show something of their own, which no read can tell: they are clicked by coordinates. */
const SURFACES = 'canvas, video, audio[controls], embed, object';

export function isSurface(element: Element): boolean {
  return plain(element).matches(SURFACES);
}

/** How large it is in the window, in pixels. */
export function sizeOf(element: Element): { readonly width: number; readonly height: number } {
  const { width, height } = plain(element).getBoundingClientRect();
  return { width: Math.round(width), height: Math.round(height) };
}
