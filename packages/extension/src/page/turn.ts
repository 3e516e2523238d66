/**
 * Lets the page do what it does after an event, before the next one comes: frameworks draw anew then, and would see a second
 * event with what they knew before the first. Not by a timer: those are slow in the background.
 */
export function nextTurn(): Promise<void> {
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
