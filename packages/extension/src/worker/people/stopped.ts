/** Whether the person has stopped the agents in this browser: kept until they let them go on, whatever restarts. */
let known: boolean | undefined;

/** The same without waiting, where it is known. */
export function stoppedAsKnown(): boolean | undefined {
  return known;
}

export async function isStopped(): Promise<boolean> {
  if (known !== undefined) return known;
  const { stopped = false } = await chrome.storage.local.get<{ stopped?: boolean }>('stopped');
  known ??= stopped;
  return known;
}

/** The popup writes it down, which tells the worker, or wakes it. */
export function listenToStop(onStop: (stopped: boolean) => void): void {
  chrome.storage.local.onChanged.addListener(({ stopped }) => {
    if (!stopped) return;
    known = stopped.newValue === true;
    onStop(known);
  });
}
