import { randomInt } from 'node:crypto';
import * as v from 'valibot';
import { browserError } from '../errors.ts';
import type { SessionInfo, TabInfo } from '../commands/status-output.ts';
import { readOwnFile, writeOwnFile } from './own-file.ts';

const TAB = v.object({ tab: v.string(), tabId: v.number(), url: v.string(), title: v.string() });

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
    }),
  ),
  /** Tabs that it has no more, though it did not close them. */
  lost: v.optional(v.array(v.object({ tab: v.string(), why: v.picklist(['closed', 'taken']), bound: v.boolean() }))),
  createdAt: v.number(),
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

  get(id: string | undefined): Session {
    if (id === undefined || id === '') {
      throw browserError(
        'SESSION_REQUIRED',
        'This command needs a session',
        'Open a tab, which gives one: helve browser tab open --url https://example.com. Then pass it on with -s.',
      );
    }
    if (!ID.test(id)) {
      throw browserError(
        'INVALID_SESSION_ID',
        `${JSON.stringify(id)} is not the id of a session`,
        'See: helve browser session list',
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

  addTab(session: Session, { tabId, url, title }: Omit<Tab, 'tab'>): Tab {
    session.opened++;
    const tab = { tab: `t${session.opened}`, tabId, url, title };
    session.tabs.push(tab);
    this.save();
    return tab;
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
        `Open one (helve browser tab open -s ${session.session} --url …) or bind one of its tabs (helve browser session bind -s ${session.session} --tab t1).`,
      );
    }
    const found = session.tabs.find(({ tab }) => tab === wanted);
    if (found) return found;
    const elsewhere = this.all().some((other) => other.tabs.some(({ tab }) => tab === wanted));
    throw browserError(
      elsewhere ? 'TAB_NOT_IN_SESSION' : 'TAB_HANDLE_NOT_FOUND',
      `The session ${session.session} has no tab ${wanted}`,
      `See its tabs: helve browser tab list -s ${session.session}`,
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

  /** A person closed a tab of the session, or took it for themselves. */
  loseTab(session: Session, tab: Tab, why: 'closed' | 'taken'): void {
    session.lost = [...(session.lost ?? []), { tab: tab.tab, why, bound: session.bound === tab.tab }].slice(-MOST_LOST);
    this.removeTab(session, tab);
  }

  save(): void {
    writeOwnFile(this.#home, NAME, { sessions: this.all() });
    this.onChange();
  }

  #newId(): string {
    for (;;) {
      const id = Array.from({ length: 6 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
      if (!this.#sessions.has(id)) return id;
    }
  }
}

export function sessionNotFound(session: string) {
  return browserError('SESSION_NOT_FOUND', `There is no session ${session}`, 'See: helve browser session list', {
    session,
  });
}

/** What is said of a tab that the session does not have any more, though it did not close it. */
export function tabLost({ session }: Session, tab: string, why: 'closed' | 'taken') {
  const hint = `Open another: helve browser tab open -s ${session} --url …`;
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
