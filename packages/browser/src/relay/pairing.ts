import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import type { PairErrorCode } from '../protocol.ts';

/** Letters that nobody takes for another: no 0 O 1 I. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LIFETIME_MS = 5 * 60_000;
const FAILURES = 5;
const FAILURES_MS = 60_000;
const MOST_CODES = 16;

export interface PairingCode {
  readonly code: string;
  readonly expiresAt: number;
  /** Under which the browser that claims it shall be known. */
  readonly name: string | undefined;
}

interface Issued extends PairingCode {
  /** The installation of the extension that has claimed it. */
  claimedBy: string | undefined;
  /** Whether that has connected since: then nobody may claim it any more. */
  used: boolean;
}

/** The codes with which browsers are paired: each for one browser, and for a short time. */
export class Pairing {
  #codes: Issued[] = [];
  #failures: number[] = [];

  issue(now: number, name?: string): PairingCode {
    const letters = Array.from({ length: 8 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
    const issued: Issued = {
      code: `${letters.slice(0, 4)}-${letters.slice(4)}`,
      expiresAt: now + LIFETIME_MS,
      name,
      claimedBy: undefined,
      used: false,
    };
    this.#codes = [...this.#codes, issued].slice(-MOST_CODES);
    return issued;
  }

  /**
   * Takes a code, which is for no other with that; too many wrong ones, and the right one is not taken either. Until it has
   * connected, the same extension may claim it again: its worker may have been ended before it could keep the token.
   */
  claim(given: string, instance: string, now: number): PairingCode | PairErrorCode {
    this.#failures = this.#failures.filter((at) => now - at < FAILURES_MS);
    if (this.#failures.length >= FAILURES) return 'PAIRING_RATE_LIMITED';
    const issued = this.#find(given);
    const free = issued?.claimedBy === undefined || (issued.claimedBy === instance && !issued.used);
    if (issued && free && now < issued.expiresAt) {
      issued.claimedBy = instance;
      return issued;
    }
    this.#failures.push(now);
    if (!issued) return 'PAIRING_CODE_INVALID';
    return free ? 'PAIRING_CODE_EXPIRED' : 'PAIRING_CODE_CONSUMED';
  }

  /** The extension has its token, and its code is used up. */
  connected(instance: string): void {
    for (const issued of this.#codes) if (issued.claimedBy === instance) issued.used = true;
  }

  /** Compares with every code, each in the same time. */
  #find(given: string): Issued | undefined {
    const wanted = digest(given.trim().toUpperCase());
    let found: Issued | undefined;
    for (const issued of this.#codes) if (timingSafeEqual(wanted, digest(issued.code))) found = issued;
    return found;
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
