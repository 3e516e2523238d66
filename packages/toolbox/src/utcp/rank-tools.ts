import { asRequest, isVerb, stem, synonymsOf, wordsOf } from './search-words.ts';

/** Something that can be searched for: its full name, what it says of itself, its tags. */
export interface Searchable {
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  /** What else says what it does: the method and the path of a request. */
  readonly address?: string | undefined;
}

export interface SearchOptions {
  readonly limit?: number;
  /** Only tools that have one of these. */
  readonly anyOfTags?: readonly string[];
}

const DEFAULT_LIMIT = 10;

/** How much a word counts by where it is. */
const WEIGHTS = { name: 1, summary: 0.9, source: 0.9, tag: 0.6, address: 0.5, rest: 0.3 } as const;
/** How much another word for the one that was asked for counts, and a longer word that starts with it. */
const SYNONYM = 0.7;
const BEGINNING = 0.5;
/** What to do counts less than with what. */
const VERB = 0.55;

interface Entry<Item> {
  readonly item: Item;
  /** Stems of the name and of the first sentence: a tool is the better the less else they say. */
  readonly name: ReadonlySet<string>;
  readonly summary: ReadonlySet<string>;
}

/** An index of tools by the stems of their words. */
export class ToolIndex<Item extends Searchable> {
  readonly #entries = new Map<number, Entry<Item>>();
  readonly #places = new Map<string, Map<number, number>>();
  #next = 0;

  constructor(items: readonly Item[] = []) {
    for (const item of items) this.add(item);
  }

  add(item: Item): void {
    const index = this.#next++;
    const [source = '', ...rest] = item.name.split('.');
    const name = stemsOf(rest.length === 0 ? item.name : rest.join(' '));
    const [first, more] = firstSentence(item.description);
    const summary = stemsOf(first);
    this.#entries.set(index, { item, name, summary });
    const add = (stems: Iterable<string>, weight: number) => {
      for (const each of stems) this.#add(each, index, weight);
    };
    add(name, WEIGHTS.name);
    add(summary, WEIGHTS.summary);
    if (rest.length > 0) add(stemsOf(source), WEIGHTS.source);
    for (const tag of item.tags) add(stemsOf(tag), WEIGHTS.tag);
    add(stemsOf(item.address ?? ''), WEIGHTS.address);
    add(stemsOf(more), WEIGHTS.rest);
  }

  removeAll(isGone: (item: Item) => boolean): void {
    const gone = [...this.#entries].filter(([, { item }]) => isGone(item)).map(([index]) => index);
    for (const index of gone) this.#entries.delete(index);
    for (const [word, places] of this.#places) {
      for (const index of gone) places.delete(index);
      if (places.size === 0) this.#places.delete(word);
    }
  }

  /** The best first. Nothing that fits no word of the query is given; an empty query gives all. */
  search(query: string, { limit = DEFAULT_LIMIT, anyOfTags }: SearchOptions = {}): readonly Item[] {
    const wanted = anyOfTags && new Set(anyOfTags.map((tag) => tag.toLowerCase()));
    const fits = (item: Item) => !wanted || item.tags.some((tag) => wanted.has(tag.toLowerCase()));
    const items = [...this.#entries.values()].map(({ item }) => item);
    if (query.trim() === '') return items.filter(fits).slice(0, limit);
    const exact = query.trim().toLowerCase();
    return [...this.#score([...stemsOf(asRequest(query))])]
      .map(([index, score]) => [index, this.#nameOf(index) === exact ? Number.POSITIVE_INFINITY : score] as const)
      .sort(([a, one], [b, other]) => other - one || a - b)
      .flatMap(([index]) => this.#entries.get(index)?.item ?? [])
      .filter(fits)
      .slice(0, limit);
  }

  #nameOf(index: number): string | undefined {
    return this.#entries.get(index)?.item.name.toLowerCase();
  }

  #add(word: string, index: number, weight: number): void {
    let places = this.#places.get(word);
    if (!places) this.#places.set(word, (places = new Map()));
    places.set(index, Math.max(places.get(index) ?? 0, weight));
  }

  /** How rare a word is. A word that no tool has tells as much as the rarest. */
  #rarity(word: string): number {
    const found = this.#places.get(word)?.size ?? 1;
    const rarity = Math.log(1 + this.#entries.size / found);
    return isVerb(word) ? rarity * VERB : rarity;
  }

  #score(query: readonly string[]): ReadonlyMap<number, number> {
    const sums = new Map<number, number>();
    /** The words of each tool that the query asked for. */
    const asked = new Set<string>();
    let whole = 0;
    for (const word of query) {
      const matching = this.#matching(word);
      const rarity = this.#rarity(this.#places.has(word) ? word : (matching[0]?.[0] ?? word));
      whole += rarity;
      const best = new Map<number, number>();
      for (const [known, part] of matching) {
        asked.add(known);
        for (const [index, weight] of this.#places.get(known) ?? []) {
          best.set(index, Math.max(best.get(index) ?? 0, weight * part));
        }
      }
      for (const [index, value] of best) sums.set(index, (sums.get(index) ?? 0) + value * rarity);
    }
    const scores = new Map<number, number>();
    for (const [index, sum] of sums) {
      const entry = this.#entries.get(index);
      if (!entry) continue;
      const focus = 0.5 + 0.3 * this.#share(entry.name, asked) + 0.2 * this.#share(entry.summary, asked);
      scores.set(index, (sum / whole) ** 1.5 * focus);
    }
    return scores;
  }

  /** How much of some words was asked for. */
  #share(words: ReadonlySet<string>, asked: ReadonlySet<string>): number {
    let all = 0;
    let found = 0;
    for (const word of words) {
      const rarity = this.#rarity(word);
      all += rarity;
      if (asked.has(word)) found += rarity;
    }
    return all === 0 ? 0 : found / all;
  }

  /** Words of tools that fit a word of the query, and how well. */
  #matching(word: string): readonly (readonly [string, number])[] {
    const found: (readonly [string, number])[] = this.#places.has(word) ? [[word, 1]] : [];
    for (const other of synonymsOf(word)) if (this.#places.has(other)) found.push([other, SYNONYM]);
    if (found.length > 0 || word.length < SHORTEST_PART) return found;
    return [...this.#places.keys()]
      .filter((known) => known.startsWith(word) || (known.length > SHORTEST_PART && word.startsWith(known)))
      .map((known) => [known, BEGINNING] as const);
  }
}

const SHORTEST_PART = 3;

function stemsOf(text: string): ReadonlySet<string> {
  return new Set(wordsOf(text).map(stem));
}

const LONGEST_SENTENCE = 200;

function firstSentence(description: string): readonly [string, string] {
  const text = description.slice(0, 2000);
  const end = /[.!?](\s|<|$)|\n/.exec(text)?.index ?? text.length;
  const cut = Math.min(end, LONGEST_SENTENCE);
  return [text.slice(0, cut), text.slice(cut)];
}
