/** How many turns frameworks take to draw a field anew: React, the slowest, one to hear of it and one to draw. */
const TURNS = 4;

/**
 * Waits until the page's framework has had its say about what was put into a field. Not by timers: they are slow in the
 * background, and what frameworks wait for are turns of the event loop, as here.
 */
export async function redrawn(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) await nextTurn();
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });
}
