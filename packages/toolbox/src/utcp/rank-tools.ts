/** Something that can be searched for: its full name, what it says of itself, its tags. */
export interface Searchable {
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
}

export interface SearchOptions {
  readonly limit?: number;
  /** Only tools that have one of these. */
  readonly anyOfTags?: readonly string[];
}

const DEFAULT_LIMIT = 10;

const WEIGHTS = { name: 6, tag: 3, description: 1 } as const;

/**
 * An index of tools by their words. A word of the query counts where it is a word of the name, a tag or the description,
 * and half where it only begins one; rare words count more than those that every tool has.
 */
export class ToolIndex<Item extends Searchable> {
  readonly #items = new Map<number, Item>();
  readonly #words = new Map<string, Map<number, number>>();
  #next = 0;

  constructor(items: readonly Item[] = []) {
    for (const item of items) this.add(item);
  }

  add(item: Item): void {
    const index = this.#next++;
    this.#items.set(index, item);
    for (const word of wordsOf(item.name)) this.#add(word, index, WEIGHTS.name);
    for (const tag of item.tags) for (const word of wordsOf(tag)) this.#add(word, index, WEIGHTS.tag);
    for (const word of wordsOf(item.description)) this.#add(word, index, WEIGHTS.description);
  }

  removeAll(isGone: (item: Item) => boolean): void {
    const gone = [...this.#items].filter(([, item]) => isGone(item)).map(([index]) => index);
    for (const index of gone) this.#items.delete(index);
    for (const [word, places] of this.#words) {
      for (const index of gone) places.delete(index);
      if (places.size === 0) this.#words.delete(word);
    }
  }

  /** The best first. Nothing that fits no word of the query is given; an empty query gives all. */
  search(query: string, { limit = DEFAULT_LIMIT, anyOfTags }: SearchOptions = {}): readonly Item[] {
    const wanted = anyOfTags && new Set(anyOfTags.map((tag) => tag.toLowerCase()));
    const fits = (item: Item) => !wanted || item.tags.some((tag) => wanted.has(tag.toLowerCase()));
    const words = wordsOf(query);
    if (words.size === 0) return [...this.#items.values()].filter(fits).slice(0, limit);
    return [...this.#score(words, query)]
      .sort(([a, one], [b, other]) => other - one || a - b)
      .flatMap(([index]) => this.#items.get(index) ?? [])
      .filter(fits)
      .slice(0, limit);
  }

  #add(word: string, index: number, weight: number): void {
    let places = this.#words.get(word);
    if (!places) this.#words.set(word, (places = new Map()));
    places.set(index, Math.max(places.get(index) ?? 0, weight));
  }

  #score(words: ReadonlySet<string>, query: string): ReadonlyMap<number, number> {
    const scores = new Map<number, number>();
    for (const word of words) {
      for (const [known, places] of this.#matching(word)) {
        const rarity = 1 + Math.log(this.#items.size / places.size);
        const part = known === word ? 1 : 0.5;
        for (const [index, weight] of places) scores.set(index, (scores.get(index) ?? 0) + weight * rarity * part);
      }
    }
    const exact = query.trim().toLowerCase();
    for (const index of scores.keys()) {
      if (this.#items.get(index)?.name.toLowerCase() === exact) scores.set(index, Number.POSITIVE_INFINITY);
    }
    return scores;
  }

  #matching(word: string): readonly (readonly [string, ReadonlyMap<number, number>])[] {
    const exact = this.#words.get(word);
    if (word.length < SHORTEST_PART) return exact ? [[word, exact]] : [];
    return [...this.#words].filter(([known]) => known.startsWith(word) || word.startsWith(stem(known)));
  }
}

const SHORTEST_PART = 3;

/** `files` and `file` are looked for alike. */
function stem(word: string): string {
  return word.length > SHORTEST_PART && word.endsWith('s') ? word.slice(0, -1) : `${word}\0`;
}

/** Words that say nothing of what is looked for. */
const EMPTY_WORDS: ReadonlySet<string> = new Set(
  'a an and as at by for from in is it of on or that the this to with'.split(' '),
);

/** The words of a text in small letters; `getUserName` and `get_user-name` have three. */
function wordsOf(text: string): ReadonlySet<string> {
  const apart = text.replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2').toLowerCase();
  return new Set(apart.match(/[\p{L}\p{N}]+/gu)?.filter((word) => !EMPTY_WORDS.has(word)));
}
