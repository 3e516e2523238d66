/** Whether the person has stopped the agents in this browser: kept until they let them go on, whatever restarts. */
let known: boolean | undefined;

export async function isStopped(): Promise<boolean> {
  if (known !== undefined) return known;
  const { stopped = false } = await chrome.storage.local.get<{ stopped?: boolean }>('stopped');
  known ??= stopped;
  return known;
}

export async function setStopped(stopped: boolean): Promise<void> {
  known = stopped;
  await chrome.storage.local.set({ stopped });
}
