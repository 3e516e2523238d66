/**
 * Does tasks as a model would: it reads the page, finds in what it read the handle of what it wants, and acts on that. Each call of
 * the browser is a command, and they are counted.
 */

/** A thing in a snapshot that can be acted on. */
export interface Thing {
  readonly role: string;
  readonly name: string;
  readonly handle: string;
  /** Where in the snapshot it stands. */
  readonly at: number;
}

/** A way to a browser. */
export interface Driver {
  readonly name: string;
  /** How many commands it has taken. */
  readonly calls: () => number;
  readonly open: (url: string) => Promise<void>;
  /** The page as a model reads it. */
  readonly snapshot: () => Promise<string>;
  readonly things: (snapshot: string) => readonly Thing[];
  readonly click: (handle: string, options?: ClickOptions) => Promise<unknown>;
  readonly hover: (handle: string) => Promise<unknown>;
  readonly fill: (handle: string, value: string) => Promise<unknown>;
  /** Key by key; without a handle where the focus is. */
  readonly type: (handle: string | undefined, text: string) => Promise<unknown>;
  readonly press: (key: string, count: number) => Promise<unknown>;
  readonly drag: (from: string, to: string) => Promise<unknown>;
  readonly upload: (handle: string, file: string) => Promise<unknown>;
  /** Gives the content of the file. */
  readonly download: (handle: string) => Promise<string>;
  readonly scroll: (handle: string, pixels: number) => Promise<unknown>;
  /** Goes on in the tab that was opened last. */
  readonly switchTab: () => Promise<unknown>;
  /** Goes on in the first tab, after another has closed. */
  readonly returnToFirst: () => Promise<unknown>;
  readonly select: (handle: string, option: string) => Promise<unknown>;
}

export interface ClickOptions {
  readonly count?: number;
  /** A point in the element, from its top left corner. */
  readonly at?: readonly [x: number, y: number];
}

interface Where {
  /** The words that it is nearest to. */
  readonly near?: string | undefined;
  /** The words that it stands before. */
  readonly before?: string | undefined;
  /** Which one, where there are several. */
  readonly nth?: number | undefined;
}

/** How often it reads again what it does not find: a page may be slow to show it. */
const MOST_LOOKS = 8;
const LOOK_MS = 200;

export class Agent {
  #snapshot: string | undefined;

  constructor(readonly driver: Driver) {}

  get commands(): number {
    return this.driver.calls();
  }

  async open(url: string): Promise<void> {
    await this.driver.open(url);
  }

  async look(): Promise<string> {
    this.#snapshot = await this.driver.snapshot();
    return this.#snapshot;
  }

  /** Waits until words are in the page. */
  async read(words: string | RegExp): Promise<void> {
    for (let time = 1; ; time++) {
      const snapshot = await this.look();
      if (typeof words === 'string' ? snapshot.includes(words) : words.test(snapshot)) return;
      if (time === MOST_LOOKS) throw new Error(`${words} is not in the page:\n${snapshot}`);
      await pause();
    }
  }

  /** Finds it in what was read last, or else reads again. */
  async find(role: string, name: string | RegExp = '', where: Where = {}): Promise<string> {
    let snapshot = this.#snapshot ?? (await this.look());
    for (let time = 1; ; time++) {
      const found = search(snapshot, this.driver.things(snapshot), role, name, where);
      if (found) return found.handle;
      if (time === MOST_LOOKS) throw new Error(`There is no ${role} ${name}:\n${snapshot}`);
      if (time > 1) await pause();
      snapshot = await this.look();
    }
  }

  async click(role: string, name?: string | RegExp, options: ClickOptions & Where = {}): Promise<void> {
    const { near, before, nth, ...how } = options;
    await this.#on(role, name, { near, before, nth }, (handle) => this.driver.click(handle, how));
  }

  async hover(role: string, name?: string | RegExp, where?: Where): Promise<void> {
    await this.#on(role, name, where, (handle) => this.driver.hover(handle));
    this.#snapshot = undefined;
  }

  async fill(role: string, name: string | RegExp, value: string, where?: Where): Promise<void> {
    await this.#on(role, name, where, (handle) => this.driver.fill(handle, value));
  }

  async typeInto(role: string, name: string | RegExp, text: string, where?: Where): Promise<void> {
    await this.#on(role, name, where, (handle) => this.driver.type(handle, text));
  }

  async type(text: string): Promise<void> {
    await this.driver.type(undefined, text);
  }

  async press(key: string, count = 1): Promise<void> {
    await this.driver.press(key, count);
  }

  async select(role: string, name: string | RegExp, option: string, where?: Where): Promise<void> {
    await this.#on(role, name, where, (handle) => this.driver.select(handle, option));
  }

  async drag(role: string, from: string, to: string): Promise<void> {
    const [one, other] = [await this.find(role, from), await this.find(role, to)];
    await this.driver.drag(one, other);
  }

  async upload(role: string, name: string | RegExp, file: string): Promise<void> {
    await this.#on(role, name, {}, (handle) => this.driver.upload(handle, file));
  }

  async download(role: string, name: string): Promise<string> {
    return this.#on(role, name, {}, (handle) => this.driver.download(handle));
  }

  async scroll(role: string, pixels: number, name?: string | RegExp): Promise<void> {
    await this.#on(role, name, {}, (handle) => this.driver.scroll(handle, pixels));
    this.#snapshot = undefined;
  }

  async switchTab(): Promise<void> {
    await this.driver.switchTab();
    this.#snapshot = undefined;
  }

  async returnToFirst(): Promise<void> {
    await this.driver.returnToFirst();
    this.#snapshot = undefined;
  }

  async #on<Result>(
    role: string,
    name: string | RegExp | undefined,
    where: Where | undefined,
    act: (handle: string) => Promise<Result>,
  ): Promise<Result> {
    const handle = await this.find(role, name, where);
    try {
      return await act(handle);
    } catch (thrown) {
      if (!IS_STALE.test(String(thrown))) throw thrown;
    }
    // The page has drawn it anew since it was read, and the error says to read it again.
    await this.look();
    return act(await this.find(role, name, where));
  }
}

/** How drivers say that a handle is of something that is gone. */
const IS_STALE = /HANDLE_STALE|ref \S+ not found|unknown ref/i;

function search(
  snapshot: string,
  things: readonly Thing[],
  role: string,
  name: string | RegExp,
  { near, before, nth = 0 }: Where,
): Thing | undefined {
  const roles = new Set(role.split('|'));
  const isNamed = (thing: Thing) =>
    typeof name === 'string' ? thing.name === name || name === '' : name.test(thing.name);
  const found = things.filter((thing) => roles.has(thing.role) && isNamed(thing));
  if (before !== undefined) {
    const end = snapshot.indexOf(before);
    return found.findLast(({ at }) => at < end);
  }
  if (near === undefined) return found[nth];
  const place = snapshot.indexOf(near);
  if (place < 0) return undefined;
  return found.toSorted((one, other) => Math.abs(one.at - place) - Math.abs(other.at - place))[nth];
}

function pause(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, LOOK_MS);
  });
}
