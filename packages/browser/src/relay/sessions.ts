import { call, parameter, worded } from '@helve/command';
import { randomInt } from 'node:crypto';
import * as v from 'valibot';
import { browserError } from '../errors.ts';
import type { SessionInfo, TabInfo } from '../commands/status-output.ts';
import type { BrowserLink } from './link.ts';
import { readOwnFile, writeOwnFile } from './own-file.ts';

const TAB = v.object({
  tab: v.string(),
  tabId: v.number(),
  url: v.string(),
  title: v.string(),
  /** A person handed it over: it is theirs again when the session has no more use for it. */
  given: v.optional(v.literal(true)),
  /** The tab whose page opened it. */
  opener: v.optional(v.string()),
});

const SESSION = v.object({
  session: v.string(),
  label: v.optional(v.string()),
  /** The browser its tabs are in, and the run of it in which they have these numbers. */
  instance: v.optional(v.string()),
  run: v.optional(v.string()),
  tabs: v.array(TAB),
  bound: v.optional(v.string()),
  /** How many tabs it has had: names are not used again. */
  opened: v.number(),
  pacing: v.optional(v.picklist(['human', 'fast'])),
  /** Why a person is needed, while one is. */
  paused: v.optional(v.string()),
  /** The last time that a person was needed: the page then, and where they said that they were done. */
  handOff: v.optional(
    v.object({
      reason: v.string(),
      at: v.number(),
      url: v.string(),
      title: v.string(),
      by: v.optional(v.picklist(['page', 'popup', 'command'])),
      /** They are asked for one of their tabs. */
      attach: v.optional(v.literal(true)),
    }),
  ),
  /** Tabs that it has no more, though it did not close them. */
  lost: v.optional(v.array(v.object({ tab: v.string(), why: v.picklist(['closed', 'taken']), bound: v.boolean() }))),
  createdAt: v.number(),
  /** The session of callers who name none. */
  isDefault: v.optional(v.literal(true)),
});

const FILE = v.object({ sessions: v.array(SESSION) });
const NAME = 'browser-sessions.json';

export type Tab = v.InferOutput<typeof TAB>;
export type Session = v.InferOutput<typeof SESSION>;

const MOST_LOST = 20;

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const ID = /^[a-z2-7]{6}$/;

/** Who has which tabs. On disk too: after a restart of the service the browser still has them. */
export class Sessions {
  readonly #home: string;
  readonly #sessions = new Map<string, Session>();
  /** Told of every change. */
  onChange = () => {};

  constructor(home: string) {
    this.#home = home;
    for (const session of readOwnFile(home, NAME, FILE)?.sessions ?? []) this.#sessions.set(session.session, session);
  }

  all(): readonly Session[] {
    return [...this.#sessions.values()];
  }

  create(label: string | undefined, now: number): Session {
    const session: Session = { session: this.#newId(), tabs: [], opened: 0, createdAt: now };
    if (label !== undefined) session.label = label;
    this.#sessions.set(session.session, session);
    this.save();
    return session;
  }

  /** The session of callers who name none, if there is one. */
  get default(): Session | undefined {
    return this.all().find(({ isDefault }) => isDefault);
  }

  /** The same, made where there is none. */
  ensureDefault(now: number): Session {
    const found = this.default;
    if (found) return found;
    const session = this.create('default', now);
    session.isDefault = true;
    this.save();
    return session;
  }

  get(id: string | undefined): Session {
    const usual = id === undefined ? this.default : undefined;
    if (usual) return usual;
    if (id === undefined || id === '') {
      throw browserError(
        'SESSION_REQUIRED',
        'This command needs a session, and there is no default session yet',
        worded`Open a page in the default session: ${call('browser navigate', { url: 'https://example.com' })}. For a session of your own, run ${call('browser tab open', { url: 'https://example.com' })} and pass it on with ${parameter('session')}.`,
      );
    }
    if (!ID.test(id)) {
      throw browserError(
        'INVALID_SESSION_ID',
        `${JSON.stringify(id)} is not the id of a session`,
        worded`See: ${call('browser session list')}`,
      );
    }
    const session = this.#sessions.get(id);
    if (session) return session;
    throw sessionNotFound(id);
  }

  remove(session: Session): void {
    this.#sessions.delete(session.session);
    this.save();
  }

  addTab(session: Session, added: Omit<Tab, 'tab'>): Tab {
    session.opened++;
    const tab: Tab = { tab: `t${session.opened}`, ...added };
    session.tabs.push(tab);
    this.save();
    return tab;
  }

  /** The tabs of a session are in this browser from now on. */
  moveTo(session: Session, { browser, hello }: Pick<BrowserLink, 'browser' | 'hello'>): void {
    session.instance = browser.instance;
    if (hello) session.run = hello.run;
  }

  removeTab(session: Session, tab: Tab): void {
    session.tabs = session.tabs.filter((other) => other !== tab);
    if (session.bound === tab.tab) delete session.bound;
    this.save();
  }

  /** The session's tab of that name; without one, the tab it is bound to. */
  tab(session: Session, name: string | undefined): Tab {
    const wanted = name ?? session.bound;
    const lost = session.lost?.findLast(({ tab, bound }) => (wanted === undefined ? bound : tab === wanted));
    if (lost && !session.tabs.some(({ tab }) => tab === wanted)) throw tabLost(session, lost.tab, lost.why);
    if (wanted === undefined) {
      throw browserError(
        'TAB_NOT_FOUND',
        `The session ${session.session} is bound to no tab`,
        worded`Open one (${call('browser tab open', { session: session.session, url: '…' })}) or bind one of its tabs (${call('browser session bind', { session: session.session, tab: 't1' })}).`,
      );
    }
    const found = session.tabs.find(({ tab }) => tab === wanted);
    if (found) return found;
    const elsewhere = this.all().some((other) => other.tabs.some(({ tab }) => tab === wanted));
    throw browserError(
      elsewhere ? 'TAB_NOT_IN_SESSION' : 'TAB_HANDLE_NOT_FOUND',
      `The session ${session.session} has no tab ${wanted}`,
      worded`See its tabs: ${call('browser tab list', { session: session.session })}`,
      { tab: wanted, tabs: session.tabs.map(({ tab }) => tab) },
    );
  }

  /** Whose tab the browser calls so. */
  owner(instance: string, tabId: number): { readonly session: Session; readonly tab: Tab } | undefined {
    for (const session of this.#sessions.values()) {
      const tab = session.instance === instance ? session.tabs.find((each) => each.tabId === tabId) : undefined;
      if (tab) return { session, tab };
    }
    return undefined;
  }

  /** A browser is there, with these tabs: those of sessions that it no longer has are gone. */
  reconcile(instance: string, run: string, tabs: readonly Omit<Tab, 'tab'>[]): void {
    for (const session of this.#sessions.values()) {
      if (session.instance !== instance) continue;
      const there = new Map(session.run === run ? tabs.map((tab) => [tab.tabId, tab]) : []);
      session.tabs = session.tabs.flatMap((tab) => {
        const now = there.get(tab.tabId);
        return now ? [{ ...tab, url: now.url, title: now.title }] : [];
      });
      session.run = run;
      if (!session.tabs.some(({ tab }) => tab === session.bound)) delete session.bound;
    }
    this.save();
  }

  /** A person or its page closed a tab of the session, or a person took it for themselves. */
  loseTab(session: Session, tab: Tab, why: 'closed' | 'taken'): void {
    const isBound = session.bound === tab.tab;
    session.lost = [...(session.lost ?? []), { tab: tab.tab, why, bound: isBound }].slice(-MOST_LOST);
    this.removeTab(session, tab);
    // A window that a page opened, as to sign in, is over: it goes on in that page.
    const opener = session.tabs.find(({ tab: name }) => name === tab.opener);
    if (!isBound || !opener || why === 'taken') return;
    session.bound = opener.tab;
    this.save();
  }

  save(): void {
    writeOwnFile(this.#home, NAME, { sessions: this.all().map(forDisk) });
    this.onChange();
  }

  #newId(): string {
    for (;;) {
      const id = Array.from({ length: 6 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
      if (!this.#sessions.has(id)) return id;
    }
  }
}

/** What is kept of pages. Their titles and the rest of their URLs may hold what was typed there; the browser tells them again. */
function forDisk({ tabs, handOff, ...session }: Session): Session {
  return {
    ...session,
    tabs: tabs.map((tab) => ({ ...tab, ...placeOnly(tab) })),
    ...(handOff ? { handOff: { ...handOff, ...placeOnly(handOff) } } : {}),
  };
}

function placeOnly({ url }: { readonly url: string }): { readonly url: string; readonly title: string } {
  if (!URL.canParse(url)) return { url: '', title: '' };
  const { protocol, host, pathname } = new URL(url);
  const isPlace = host !== '' || protocol === 'file:' || protocol === 'about:';
  return { url: isPlace ? `${protocol}//${host}${pathname}`.replace('about://', 'about:') : protocol, title: '' };
}

export function sessionNotFound(session: string) {
  return browserError(
    'SESSION_NOT_FOUND',
    `There is no session ${session}`,
    worded`See: ${call('browser session list')}`,
    {
      session,
    },
  );
}

/** What is said of a tab that the session does not have any more, though it did not close it. */
export function tabLost({ session }: Session, tab: string, why: 'closed' | 'taken') {
  const hint = worded`Open another: ${call('browser tab open', { session, url: '…' })}`;
  return why === 'taken'
    ? browserError('TAB_TAKEN', `The person took the tab ${tab} out of the session ${session}`, hint, { tab, why })
    : browserError('TAB_NOT_FOUND', `The tab ${tab} of the session ${session} was closed`, hint, { tab, why });
}

export function describeSession(session: Session, browser: string | undefined): SessionInfo {
  const { session: id, label, bound, pacing, paused, createdAt } = session;
  return {
    session: id,
    ...(label === undefined ? {} : { label }),
    state: paused !== undefined ? 'paused' : bound === undefined ? 'unbound' : 'bound',
    ...(bound === undefined ? {} : { tab: bound }),
    ...(pacing === undefined ? {} : { pacing }),
    ...(paused === undefined ? {} : { reason: paused }),
    ...(browser === undefined ? {} : { browser }),
    createdAt,
  };
}

export function describeTabs({ tabs, bound }: Session): TabInfo[] {
  return tabs.map(({ tab, url, title }) => ({ tab, url, title, bound: tab === bound }));
}
