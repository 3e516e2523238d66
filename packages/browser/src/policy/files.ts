import { type PathVerdict, realPath } from '@helve/command';
import { originOf } from '../protocol.ts';
import { localFile } from './local-file.ts';
import type { Decision } from './rules.ts';

/** Whose rules on files apply, and for which session. */
export interface FileCaller {
  readonly session: { readonly session: string };
  /** What the caller's permissions decide about reading a file. */
  readonly mayRead: (absolutePath: string) => Promise<PathVerdict>;
  /** The address that the caller gave; its permissions were asked before the command started. */
  readonly params?: unknown;
}

export const OWN_HOME = 'the state folder of helve';

/** Decides which local files a caller may see in a browser: those that its permissions let it read, and none of helve's. */
export class Files {
  readonly #home: string;
  /** Files that somebody was asked about, by session. */
  readonly #approved = new Map<string, Set<string>>();

  constructor(home: string) {
    this.#home = home;
  }

  /** What forbids a caller to see a file; undefined: nothing does. */
  async judge({ session: { session }, mayRead, params }: FileCaller, address: string): Promise<Decision | undefined> {
    const path = localFile(address);
    const home = realPath(this.#home);
    if (path === undefined) return { verdict: 'deny', rule: 'permissions', source: 'the path is not known' };
    const real = realPath(path);
    if (real === home || real.startsWith(`${home}/`)) return { verdict: 'deny', rule: OWN_HOME, source: home };
    const verdict = await mayRead(path);
    const approved = this.#approved.get(session) ?? new Set();
    const { url } = (params ?? {}) as { readonly url?: unknown };
    if (verdict === 'ask' && typeof url === 'string' && originOf(url).place === originOf(address).place) {
      this.#approved.set(session, approved.add(real));
    }
    if (verdict === 'allow' || (verdict === 'ask' && approved.has(real))) return undefined;
    return { verdict, rule: 'permissions', source: 'the rules for files' };
  }

  forget(session: string): void {
    this.#approved.delete(session);
  }
}
