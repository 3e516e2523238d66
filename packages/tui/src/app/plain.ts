import { Lines } from '../screen/lines.ts';
import type { Output } from '../screen/screen.ts';
import type { RenderMode } from './app.ts';
import { composePlain } from './compose-plain.ts';

/** Only lines, one after the other. */
export function plainMode(output: Output): RenderMode {
  return { surface: new Lines(output), compose: composePlain, isPlain: true };
}
