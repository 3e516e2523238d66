import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { call, type Keepable, parameter, type PathVerdict, toCommandError, worded } from '@helve/command';
import { Audit } from './audit.ts';
import { browserError } from '../errors.ts';
import { Launcher } from '../connection/launcher.ts';
import { HandOff } from '../people/hand-off.ts';
import { Overview } from '../people/overview.ts';
import { Questions } from '../people/questions.ts';
import { type Admission, admissionOf, describe, Gate } from '../policy/gate.ts';
import {
  type Action,
  type ActionRequest,
  type ActionResponse,
  ACTIONS,
  type Params,
  PROTOCOL_VERSION,
} from '../protocol.ts';
import { Door, UNAUTHORIZED } from './door.ts';
import { History } from './history.ts';
import { BrowserLink, notConnected } from './link.ts';
import { type PairedBrowser, PairedBrowsers } from './paired-browsers.ts';
import { Pacing } from './pacing.ts';
import { Pairing } from './pairing.ts';
import { type Patience, Queue } from './queue.ts';
import { onPerson } from './person.ts';
import { refuseWhilePaused, refuseWhileStopped } from './refusals.ts';
import { sessionNotFound, type Session, Sessions } from './sessions.ts';
import { onHello, onTabEvent } from './tab-events.ts';
import { TypedSecrets } from '../read/typed-secrets.ts';

/** An action that is to be done in a browser. */
export interface Deed<A extends Action = Action> {
  readonly id: string;
  readonly action: A;
  readonly params: Params<A>;
  readonly session: Session;
  /** The tab it is about; null where there is none yet. */
  readonly tabId: number | null;
  readonly link: BrowserLink;
  readonly patience: Patience;
  /** What the caller's permissions decide about reading a file. */
  readonly mayRead: (absolutePath: string) => Promise<PathVerdict>;
}

export type Answered = Extract<ActionResponse, { ok: true }>;

/** How often it is looked whether a browser has come. */
const LOOK_MS = 20;

/** Stands between commands and the extensions of the paired browsers: one per home, in the service. */
export class Relay {
  readonly startedAt = Date.now();
  readonly pairing = new Pairing();
  readonly history = new History();
  readonly sessions: Sessions;
  readonly paired: PairedBrowsers;
  readonly launcher: Launcher;
  readonly questions = new Questions();
  readonly typedSecrets = new TypedSecrets();
  readonly audit: Audit;
  readonly gate: Gate;
  readonly handOff: HandOff;
  /** What is being done now, by the id of its request. */
  readonly deeds = new Map<string, Deed>();
  readonly #overview: Overview;
  readonly #links = new Map<string, BrowserLink>();
  readonly #queue = new Queue<string>();
  readonly #pacing = new Pacing();
  readonly #door: Door;

  /** Which service this is, for extensions: one for each home. */
  readonly #service: string;

  constructor(readonly home: string) {
    this.#service = createHash('sha256').update(`helve service of ${home}`).digest('hex').slice(0, 32);
    this.sessions = new Sessions(home);
    this.paired = new PairedBrowsers(home);
    this.launcher = new Launcher(home, (profile) => {
      this.links.find(({ browser }) => browser.name === profile)?.ended();
    });
    this.audit = new Audit(home);
    this.gate = new Gate(home, this.questions, this.audit);
    this.handOff = new HandOff(this.sessions);
    this.#overview = new Overview(this.sessions);
    this.sessions.onChange = () => {
      for (const link of this.links) this.#overview.tell(link);
    };
    this.#door = new Door(this.#service, this.pairing, this.paired, {
      onPaired: ({ name }) => {
        this.audit.add({ event: 'paired', browser: name });
        this.#dropUnpaired();
      },
      onConnected: (socket, browser) => this.#linkOf(browser).take(socket),
    });
    for (const browser of this.paired.all()) this.#linkOf(browser);
  }

  get links(): readonly BrowserLink[] {
    return [...this.#links.values()];
  }

  get inUse(): boolean {
    return this.launcher.running || this.links.some(({ connected }) => connected);
  }

  /** The name under which a browser is known. */
  nameOf(instance: string | undefined): string | undefined {
    return instance === undefined ? undefined : this.#links.get(instance)?.browser.name;
  }

  /** The browser that a session's tabs are in; for a session without any, the one of that name, or the only one. */
  linkFor(session: Session | undefined, name: string | undefined): BrowserLink {
    if (session && session.tabs.length > 0) {
      const own = this.#links.get(session.instance ?? '');
      if (!own) throw notConnected();
      if (name === undefined || own.browser.name === name) return own;
      throw browserError(
        'TAB_NOT_IN_SESSION',
        `The tabs of the session ${session.session} are in the browser ${own.browser.name}`,
        'A session has its tabs in one browser: open a session of its own for the other.',
      );
    }
    if (name !== undefined) {
      const named = this.links.find(({ browser }) => browser.name === name);
      if (named) return named;
      throw browserError(
        'NO_EXTENSION',
        `No browser is paired under the name ${name}`,
        worded`See: ${call('browser status')}`,
      );
    }
    const connected = this.links.filter((link) => link.connected);
    const choices = connected.length > 0 ? connected : this.links.filter(({ expected }) => expected);
    const [only, another] = choices;
    if (!only) throw notConnected();
    if (!another) return only;
    const names = choices.map(({ browser }) => browser.name);
    throw browserError(
      'NO_EXTENSION',
      `Several browsers are connected: ${names.join(', ')}`,
      worded`Say which: ${parameter('browser')} ${only.browser.name}`,
      { browsers: names },
    );
  }

  /** Forgets the tabs of a session whose browser is gone, so that it can have others elsewhere. */
  dropLostTabs(session: Session): void {
    const own = this.#links.get(session.instance ?? '');
    if (own?.expected || !this.links.some(({ connected }) => connected)) return;
    for (const tab of session.tabs) this.sessions.removeTab(session, tab);
  }

  /** Resolves when the browser of that name is connected. */
  async connection(name: string, patience: Patience): Promise<void> {
    while (!this.links.some((link) => link.connected && link.browser.name === name)) {
      await this.#wait(LOOK_MS, patience);
    }
  }

  /** The session is over, and whoever waits for something in it is told. */
  end(session: Session): void {
    this.sessions.remove(session);
    this.handOff.end(session);
    this.questions.withdrawSession(session.session, sessionNotFound(session.session));
    this.#pacing.forget(session.session);
    this.gate.forget(session.session);
  }

  /** A browser may not connect any more, and sessions with tabs in it are over. */
  unpair(name: string): boolean {
    const gone = this.paired.remove(name);
    if (!gone) return false;
    this.audit.add({ event: 'unpaired', browser: name });
    for (const session of this.sessions.all()) {
      if (session.instance === gone.instance) this.end(session);
    }
    this.#dropUnpaired();
    return true;
  }

  /** Has an action done, after those before it on the same tab. What the extension refuses is thrown. */
  async perform<A extends Action>(deed: Deed<A>): Promise<Answered> {
    const { id, action, session, link, patience } = deed;
    const began = Date.now();
    let admission: Admission | undefined;
    const note = (more: { readonly ok: boolean; readonly errorCode?: string; readonly replayed?: true }) => {
      const elapsedMs = Date.now() - began;
      this.history.add({ id, action, session: session.session, receivedAt: began, elapsedMs, ...more });
      const decided = describe(deed, admission ?? { kind: null, origin: undefined });
      this.audit.add({ event: 'action', ...decided, ok: more.ok, code: more.errorCode, elapsedMs });
    };
    this.deeds.set(id, deed);
    try {
      const pause = this.#pacing.pause(session.session, session.pacing, ACTIONS[action].bucket, began);
      if (pause > 0) await this.#wait(pause, patience);
      await link.ready(patience);
      refuseWhilePaused(session);
      refuseWhileStopped(link);
      admission = await this.gate.admit(deed, this.#addressOf(deed));
      const response = await this.#inTurn(deed, admission);
      if (!response.ok) {
        const { code, message, suggestedAction, details } = response.error;
        // The same is said of what took too long, whoever noticed it first.
        if (code === 'TIMEOUT') throw patience.late();
        if (code === 'HUMAN_REQUIRED')
          this.handOff.pause(session, reasonIn(details) ?? message, details?.forAttach === true);
        throw browserError(code, message, suggestedAction, details);
      }
      // A redirect may have led elsewhere than was asked for.
      if (admission.kind === 'navigate') admission = await this.gate.admit(deed, response.page.url);
      note({ ok: true, ...(response.replay ? { replayed: true } : {}) });
      return { ...response, page: await this.gate.shown(deed, response.page) };
    } catch (thrown) {
      admission = admissionOf(thrown) ?? admission;
      note({ ok: false, errorCode: toCommandError(thrown).code });
      throw thrown;
    } finally {
      this.deeds.delete(id);
    }
  }

  request(request: IncomingMessage, response: ServerResponse): void {
    this.#door.request(request, response);
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#door.upgrade(request, socket, head);
  }

  /** Lets go of all connections; the extensions will look for the next service. */
  disconnect(): void {
    for (const link of this.links) link.disconnect(1012, 'The service stops');
    this.#door.close();
  }

  async close(): Promise<void> {
    for (const link of this.links) link.terminate();
    await this.launcher.close();
  }

  /** Where it is going, or where its tab was last seen. */
  #addressOf({ action, params, link, tabId }: Deed): string | undefined {
    const { url } = params as { readonly url?: unknown };
    if (ACTIONS[action].kind !== null && typeof url === 'string') return url;
    return tabId === null ? undefined : this.sessions.owner(link.browser.instance, tabId)?.tab.url;
  }

  async #inTurn<A extends Action>(deed: Deed<A>, { kind, origin, place }: Admission): Promise<ActionResponse> {
    const { id, action, params, session, tabId, link, patience } = deed;
    const request: ActionRequest<A> = {
      protocol_version: PROTOCOL_VERSION,
      id,
      action,
      params,
      session: session.session,
      deadline: patience.deadline,
      destructive: ACTIONS[action].destructive,
      ...(kind !== null && (this.gate.any || place !== origin) ? { origins: place === undefined ? [] : [place] } : {}),
      target: { tabId },
    };
    const send = async () => {
      // The person may have said so while it waited for its turn.
      refuseWhileStopped(link);
      refuseWhilePaused(session);
      return link.send(request, patience);
    };
    // To close a tab nothing that is done in it is waited for: that may hang.
    return tabId === null || action === 'tab.close'
      ? send()
      : this.#queue.run(`${link.browser.instance} ${tabId}`, patience, send);
  }

  async #wait(milliseconds: number, { signal, deadline, late }: Patience): Promise<void> {
    const most = deadline - Date.now();
    await delay(Math.min(milliseconds, most), undefined, { signal }).catch(() => signal.throwIfAborted());
    if (milliseconds >= most) throw late();
  }

  /** Whoever was replaced by a new pairing is let go. */
  #dropUnpaired(): void {
    const paired = new Set(this.paired.all().map(({ instance }) => instance));
    for (const [instance, link] of this.#links) {
      if (paired.has(instance)) continue;
      this.#links.delete(instance);
      link.disconnect(UNAUTHORIZED, this.#service);
    }
  }

  #linkOf(browser: PairedBrowser): BrowserLink {
    const found = this.#links.get(browser.instance);
    if (found) {
      found.browser = browser;
      return found;
    }
    const link = new BrowserLink(
      browser,
      {
        onHello: (from, hello) => {
          onHello(this.sessions, from, hello);
          this.#overview.tell(from, { afresh: true });
          this.questions.repeat(from);
        },
        onEvent: (from, event) => {
          onTabEvent(this.sessions, this.questions, from, event);
          if (event.kind === 'taken') this.audit.add({ event: 'taken', browser: from.browser.name });
        },
        onSecret: (value) => this.typedSecrets.add(value),
        onPerson: (from, said) => onPerson(this, from, said),
      },
      this.startedAt,
    );
    this.#links.set(browser.instance, link);
    return link;
  }
}

function reasonIn(details: Readonly<Record<string, unknown>> | undefined): string | undefined {
  return typeof details?.reason === 'string' ? details.reason : undefined;
}

/** The relay that the service keeps. */
export const relay: Keepable<Relay> = {
  name: 'browser relay',
  create: (home) => new Relay(home),
  dispose: (kept) => kept.close(),
  inUse: (kept) => kept.inUse,
};
