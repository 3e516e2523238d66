import { statSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError, readRegularText } from '@helve/command';
import * as v from 'valibot';
import { type Kind, KINDS } from '../protocol/action.ts';
import type { Origin } from '../protocol.ts';
import { type OriginPattern, parseOriginPattern } from './origins.ts';

export type Verdict = 'allow' | 'ask' | 'deny';

export interface Decision {
  readonly verdict: Verdict;
  /** As it was written; what holds where no rule speaks is called `default`. */
  readonly rule: string;
  /** The file it stands in. */
  readonly source: string;
}

interface Rule {
  readonly verdict: Verdict;
  readonly text: string;
  /** Absent: every kind. */
  readonly kind: Kind | undefined;
  readonly pattern: OriginPattern;
}

const SETTINGS = v.strictObject({
  allow: v.optional(v.array(v.string()), []),
  ask: v.optional(v.array(v.string()), []),
  deny: v.optional(v.array(v.string()), []),
  default: v.optional(v.picklist(['allow', 'ask', 'deny']), 'allow'),
});

/** What agents may do in browsers, as `browser` of the settings says. */
export class Rules {
  readonly #source: string;
  #read: { readonly stamp: string; readonly rules: readonly Rule[]; readonly usual: Verdict } | undefined;

  constructor(home: string) {
    this.#source = join(home, 'settings.json');
  }

  /** Whether anything at all may be forbidden. */
  get any(): boolean {
    const { rules, usual } = this.#current();
    return rules.length > 0 || usual !== 'allow';
  }

  /** Deny wins; of ask and allow the one that names the origin more closely does, and ask where both do alike. */
  judge(kind: Kind, origin: Origin): Decision {
    const { rules, usual } = this.#current();
    const found = rules.filter((rule) => (rule.kind ?? kind) === kind && rule.pattern.matches(origin));
    const decided =
      found.find(({ verdict }) => verdict === 'deny') ??
      found.toSorted((one, other) => closeness(other) - closeness(one) || (one.verdict === 'ask' ? -1 : 1))[0];
    const { verdict, text } = decided ?? { verdict: usual, text: 'default' };
    return { verdict, rule: text, source: this.#source };
  }

  /** Read again only when the file has changed. A broken one is an error: nothing is done then. */
  #current() {
    const stamp = stampOf(this.#source);
    if (this.#read?.stamp !== stamp) {
      const given = stamp === '' ? {} : readDocument(this.#source);
      this.#read = { stamp, ...readRules(given, this.#source) };
    }
    return this.#read;
  }
}

/** Reads `browser` of settings. What is wrong is an error. */
export function readRules(
  document: { readonly browser?: unknown },
  source: string,
): { readonly rules: readonly Rule[]; readonly usual: Verdict } {
  const { default: usual, ...lists } = readSettings(document, source);
  const rules = (['deny', 'ask', 'allow'] as const).flatMap((verdict) =>
    lists[verdict].map((text) => parseRule(verdict, text, source)),
  );
  return { rules, usual };
}

function closeness({ pattern, kind }: Rule): number {
  return pattern.closeness + (kind ? 0.1 : 0);
}

/** `fill(https://*.example.com)`, `upload`, `*(file:)`. */
function parseRule(verdict: Verdict, text: string, source: string): Rule {
  const [, name = '', where = '*'] = /^\s*(\*|\w+)\s*(?:\(\s*(.*?)\s*\)\s*)?$/s.exec(text) ?? [];
  const kind = KINDS.find((known) => known === name);
  const pattern = parseOriginPattern(where);
  if ((kind || name === '*') && pattern) return { verdict, text, kind, pattern };
  throw broken(
    source,
    `browser.${verdict}: the rule ${JSON.stringify(text)} cannot be read`,
    `A rule is one of ${KINDS.join(', ')} or *, with an origin in brackets if need be: fill(https://*.example.com)`,
  );
}

function readDocument(source: string): { readonly browser?: unknown } {
  try {
    return (JSON.parse(readRegularText(source)) as { readonly browser?: unknown } | null) ?? {};
  } catch (thrown) {
    throw broken(source, (thrown as Error).message, 'Fix the file, or move it away to run with the defaults.');
  }
}

function readSettings(
  { browser: given = {} }: { readonly browser?: unknown },
  source: string,
): v.InferOutput<typeof SETTINGS> {
  if (Array.isArray(given)) throw broken(source, 'browser must be an object', FORM);
  const checked = v.safeParse(SETTINGS, given);
  if (checked.success) return checked.output;
  const [issue] = checked.issues;
  const at = v.getDotPath(issue);
  throw broken(source, `browser${at ? `.${at}` : ''}: ${issue.message}`, FORM);
}

const FORM = 'It takes allow, ask and deny, each a list of rules, and default.';

function stampOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return found ? `${found.mtimeMs} ${found.size} ${found.ino}` : '';
}

function broken(source: string, what: string, hint: string): CommandError {
  return new CommandError('INVALID_SETTINGS', `${source}: ${what}`, { hint });
}
