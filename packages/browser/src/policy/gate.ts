import type { Audit } from '../relay/audit.ts';
import { browserError } from '../errors.ts';
import type { Questions } from '../people/questions.ts';
import { ACTIONS, isLocal, type Origin, originOf, type PageState } from '../protocol.ts';
import type { Deed } from '../relay/relay.ts';
import type { Kind } from '../protocol/action.ts';
import { type FileCaller, Files, OWN_HOME } from './files.ts';
import { type Decision, Rules } from './rules.ts';

/** What was decided of a deed. */
export interface Admission {
  readonly origin: string | undefined;
  /** What else than the origin was judged: one file. */
  readonly place?: string | undefined;
  readonly kind: Kind | null;
  readonly decision?: Decision | undefined;
  readonly answer?: string | undefined;
}

const ANSWERS = [
  { answer: 'once', says: 'Allow once' },
  { answer: 'site', says: 'Allow for this site' },
  { answer: 'deny', says: 'Deny' },
] as const;

/** What each kind of doing is called in a question. */
const WORDS: Readonly<Record<Kind, string>> = {
  read: 'read what is at',
  act: 'click and press keys at',
  fill: 'fill in fields at',
  navigate: 'go to',
  download: 'download files from',
  upload: 'upload files to',
  storage: 'read the cookies and stored data of',
};

/** Decides what agents may do where, by the rules and, where these say so, by asking the person. */
export class Gate {
  readonly #rules: Rules;
  readonly #questions: Questions;
  readonly #audit: Audit;
  readonly #files: Files;
  /** What the person has allowed for a site, as long as the service runs. */
  readonly #allowed = new Set<string>();

  constructor(home: string, questions: Questions, audit: Audit) {
    this.#rules = new Rules(home);
    this.#questions = questions;
    this.#audit = audit;
    this.#files = new Files(home);
  }

  /** Whether pages need to be looked at while something is done in them. */
  get any(): boolean {
    return this.#rules.any;
  }

  /** Lets a deed pass at the address it is about, or throws. */
  async admit(deed: Deed, address: string | undefined): Promise<Admission> {
    const kind = ACTIONS[deed.action].kind;
    if (kind === null || address === undefined) return { kind, origin: undefined };
    const origin = originOf(address);
    const { text, place } = origin;
    if (isLocal(address)) {
      const decision = await this.#files.judge(deed, address);
      if (decision) throw deniedFile(deed, { kind, origin: text, place, decision });
    }
    if (!this.any) return { kind, origin: text, place };
    return { ...(await this.#decide(deed, kind, origin)), place };
  }

  /** The same for an origin that the deed came upon on its way; noted by itself. */
  async admitAlso(deed: Deed, address: string): Promise<void> {
    const note = (admission: Admission, code?: string) =>
      this.#audit.add({ event: 'judge', ...describe(deed, admission), ok: code === undefined, code });
    try {
      note(await this.admit(deed, address));
    } catch (thrown) {
      note(
        admissionOf(thrown) ?? { kind: ACTIONS[deed.action].kind, origin: originOf(address).text },
        'PERMISSION_DENIED',
      );
      throw thrown;
    }
  }

  /** What may be told of the page that an action led to: of one that may not be read, only where it is. */
  async shown<Page extends Pick<PageState, 'url' | 'title'>>(caller: FileCaller, page: Page): Promise<Page> {
    const isForbidden =
      (this.any && this.#rules.judge('read', originOf(page.url)).verdict === 'deny') ||
      (isLocal(page.url) && (await this.#files.judge(caller, page.url)) !== undefined);
    return isForbidden ? { ...page, url: originOf(page.url).text, title: '' } : page;
  }

  /** The session is over, and what it was allowed with it. */
  forget(session: string): void {
    for (const key of this.#allowed) if (key.startsWith(`${session} `)) this.#allowed.delete(key);
    this.#files.forget(session);
  }

  async #decide(deed: Deed, kind: Kind, origin: Origin): Promise<Admission> {
    const decision = this.#rules.judge(kind, origin);
    const admission: Admission = { kind, origin: origin.text, decision };
    if (decision.verdict === 'allow') return admission;
    if (decision.verdict === 'deny') throw denied(deed, admission, 'the settings forbid it');
    const key = `${deed.session.session} ${kind} ${origin.text}`;
    if (this.#allowed.has(key)) return { ...admission, answer: 'site' };
    const answer = await this.#questions.ask(deed, {
      question: `May it ${WORDS[kind]} ${origin.text}? (${deed.action})`,
      answers: ANSWERS,
    });
    if (answer === 'site') this.#allowed.add(key);
    const answered = { ...admission, answer: answer ?? 'none' };
    if (answer === 'once' || answer === 'site') return answered;
    throw denied(
      deed,
      answered,
      answer === undefined ? 'the person was asked and did not answer in time' : 'the person declined',
    );
  }
}

/** What the audit log says of a deed and of what was decided. */
export function describe({ id, action, session, link }: Deed, { kind, origin, decision, answer }: Admission) {
  return {
    browser: link.browser.name,
    id,
    session: session.session,
    label: session.label,
    action,
    kind: kind ?? undefined,
    origin,
    verdict: decision?.verdict,
    rule: decision?.rule,
    answer,
  };
}

/** What was decided when this was thrown. */
export function admissionOf(thrown: unknown): Admission | undefined {
  return typeof thrown === 'object' && thrown !== null ? refusals.get(thrown) : undefined;
}

const refusals = new WeakMap<object, Admission>();

function denied({ action }: Deed, admission: Admission, why: string): Error {
  const { kind, origin, decision, answer } = admission;
  const { verdict, rule, source } = decision ?? {};
  const error = browserError(
    'PERMISSION_DENIED',
    `${action} at ${origin} was not permitted: ${why}`,
    `Decided by the rule ${rule} (browser.${rule === 'default' ? rule : verdict} in ${source}).`,
    { verdict, rule, source, kind, origin, ...(answer === undefined ? {} : { answer }) },
  );
  refusals.set(error, admission);
  return error;
}

function deniedFile({ action }: Deed, admission: Admission): Error {
  const { kind, origin, place, decision } = admission;
  const { verdict, rule, source } = decision ?? {};
  const error = browserError(
    'PERMISSION_DENIED',
    `${action} at ${place} was not permitted: ${decision?.rule === OWN_HOME ? 'it belongs to helve itself' : 'the permissions do not let you read this file'}`,
    `Decided by ${rule} (${source}). Files in the browser follow the same rules as other files.`,
    { verdict, rule, source, kind, origin, file: place },
  );
  refusals.set(error, admission);
  return error;
}
