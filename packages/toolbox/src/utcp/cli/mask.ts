/** Names of variables whose values are kept out of errors, events and details. */
const SECRET = /KEY|TOKEN|SECRET|PASS|PWD$|CREDENTIAL|AUTH(?!OR)|PRIVATE|COOKIE|SESSION|DSN|CONNECTION_STRING/i;
/** What is shorter stands in too many places by chance. */
const SHORTEST = 4;

/** Replaces the secrets of a template in text. */
export class Mask {
  readonly #secrets: readonly (readonly [name: string, value: string])[];

  /** Of the environment, variables with such names are secret; of the variables of UTCP all are. */
  constructor(environment: Readonly<Record<string, string>>, variables: Readonly<Record<string, string>> = {}) {
    const named = Object.entries(environment).filter(([name]) => SECRET.test(name));
    this.#secrets = [...named, ...Object.entries(variables)]
      // A key of many lines may be printed line by line.
      .flatMap(([name, value]) => [value, ...value.split(/\r?\n/)].map((part) => [name, part] as const))
      .flatMap(([name, part]) => spellingsOf(part).map((spelling) => [name, spelling] as const))
      .filter(([, value]) => value.length >= SHORTEST)
      .sort(([, a], [, b]) => b.length - a.length);
  }

  get empty(): boolean {
    return this.#secrets.length === 0;
  }

  text(text: string): string {
    let masked = text;
    // The host of an address is printed in lower case.
    for (const [name, value] of this.#secrets) {
      const written = new RegExp(value.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`), 'gi');
      masked = masked.replaceAll(written, () => `[secret ${name}]`);
    }
    return masked;
  }

  /** Text whose end was cut off, without what may be the beginning of a secret there. */
  cutEnd(text: string): string {
    return text.slice(0, text.length - this.#longest((value, length) => text.endsWith(value.slice(0, length))));
  }

  /** Text whose beginning was cut off, without what may be the rest of a secret there. */
  cutStart(text: string): string {
    return text.slice(this.#longest((value, length) => text.startsWith(value.slice(-length))));
  }

  #longest(fits: (value: string, length: number) => boolean): number {
    let longest = 0;
    for (const [, value] of this.#secrets) {
      for (let length = value.length - 1; length > longest; length--) if (fits(value, length)) longest = length;
    }
    return longest;
  }
}

/** A value as it is, in an address, and in JSON. */
function spellingsOf(value: string): readonly string[] {
  const inJson = JSON.stringify(value).slice(1, -1);
  return [...new Set([value, inAddress(value), inJson])];
}

function inAddress(value: string): string {
  try {
    return encodeURIComponent(value);
  } catch {
    // Half a character cannot stand in an address.
    return value;
  }
}
