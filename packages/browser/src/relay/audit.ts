import { appendFileSync, existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { makeFolderSync, readRegularText } from '@helve/command';
import type * as v from 'valibot';
import type { AUDIT_ENTRY } from '../commands/browser/debug/audit.ts';

export interface AuditEntry extends v.InferOutput<typeof AUDIT_ENTRY> {
  readonly event: 'action' | 'judge' | 'stop' | 'resume' | 'done' | 'taken' | 'given' | 'paired' | 'unpaired';
}

const LARGEST_BYTES = 5_000_000;
const KEPT_FILES = 30;

/** What agents did in browsers, a line for each, in `browser/audit-<day>.jsonl` of the home. */
export class Audit {
  readonly #folder: string;
  readonly #largest: number;
  #file: string | undefined;
  #day = '';

  constructor(home: string, largest = LARGEST_BYTES) {
    this.#folder = join(home, 'browser');
    this.#largest = largest;
  }

  add(entry: Omit<AuditEntry, 'at'>): void {
    const at = new Date().toISOString();
    try {
      appendFileSync(this.#fileFor(at.slice(0, 10)), `${JSON.stringify({ at, ...entry })}\n`, { mode: 0o600 });
    } catch {
      // On a full disk an agent must still hear what came of its command.
    }
  }

  /** The last entries that are wanted, oldest first. */
  last(count: number, wanted: (entry: AuditEntry) => boolean): readonly AuditEntry[] {
    const found: AuditEntry[] = [];
    for (const file of this.#files().toReversed()) {
      const lines = readRegularText(file).trimEnd().split('\n').toReversed();
      for (const line of lines) {
        const entry = parse(line);
        if (entry && wanted(entry)) found.push(entry);
        if (found.length === count) return found.toReversed();
      }
    }
    return found.toReversed();
  }

  /** The file of that day that still has room. */
  #fileFor(day: string): string {
    if (this.#file !== undefined && day === this.#day && sizeOf(this.#file) < this.#largest) return this.#file;
    makeFolderSync(this.#folder, 0o700);
    const last = this.#files().findLast((file) => basename(file).startsWith(`audit-${day}-`));
    const number = Number(/-(\d+)\.jsonl$/.exec(last ?? '')?.[1] ?? 0);
    const full = last === undefined || sizeOf(last) >= this.#largest;
    const file = full ? join(this.#folder, `audit-${day}-${String(number + 1).padStart(4, '0')}.jsonl`) : last;
    [this.#file, this.#day] = [file, day];
    if (full) for (const old of this.#files().slice(0, 1 - KEPT_FILES)) rmSync(old, { force: true });
    return file;
  }

  #files(): string[] {
    if (!existsSync(this.#folder)) return [];
    return readdirSync(this.#folder)
      .filter((name) => /^audit-.*\.jsonl$/.test(name))
      .sort()
      .map((name) => join(this.#folder, name));
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** A line that was cut off when the machine went down is no entry. */
function parse(line: string): AuditEntry | undefined {
  try {
    return JSON.parse(line) as AuditEntry;
  } catch {
    return undefined;
  }
}
