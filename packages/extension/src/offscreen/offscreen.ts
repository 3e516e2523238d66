/** Notices when Chrome has ended the worker, and wakes it: to connect to it is an event for it. */
function watch(): void {
  chrome.runtime.connect({ name: 'awake' }).onDisconnect.addListener(watch);
}

watch();
