/** The tabs in which something is recorded, until they are closed or it is stopped; also across restarts of the worker. */
export class Recorded {
  readonly #key: string;
  /** Known to a worker that has asked once: a page that comes is listened to at once then. */
  #known: Promise<ReadonlySet<number>> | undefined;

  constructor(what: string) {
    this.#key = `recorded:${what}`;
  }

  tabs(): Promise<ReadonlySet<number>> {
    this.#known ??= chrome.storage.session
      .get<Record<string, number[] | undefined>>(this.#key)
      .then(({ [this.#key]: tabs = [] }) => new Set(tabs));
    return this.#known;
  }

  async has(tabId: number): Promise<boolean> {
    return (await this.tabs()).has(tabId);
  }

  async start(tabId: number): Promise<void> {
    await this.#keep(new Set([...(await this.tabs()), tabId]));
  }

  async stop(tabId: number): Promise<void> {
    const tabs = await this.tabs();
    if (tabs.has(tabId)) await this.#keep(new Set([...tabs].filter((each) => each !== tabId)));
  }

  async #keep(tabs: ReadonlySet<number>): Promise<void> {
    this.#known = Promise.resolve(tabs);
    await chrome.storage.session.set({ [this.#key]: [...tabs] });
  }

  forgetClosed(): void {
    chrome.tabs.onRemoved.addListener((tabId) => void this.stop(tabId));
  }
}
