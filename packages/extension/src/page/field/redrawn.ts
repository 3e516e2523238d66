import { nextTurn } from '../turn.ts';

/** How many turns frameworks take to draw a field anew: React, the slowest, one to hear of it and one to draw. */
const TURNS = 4;

/** Waits until the page's framework has had its say about what was put into a field. */
export async function redrawn(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) await nextTurn();
}
