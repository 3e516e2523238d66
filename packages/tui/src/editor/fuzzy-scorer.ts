const CONSECUTIVE = 8;
const WORD_START = 7;
const NAME_START = 6;
const IN_NAME = 3;
const GAP = 2;
const NONE = -0x4000_0000;

/** How well texts hold the letters of one query in their order. Its tables are used again for each text. */
export class FuzzyScorer {
  readonly #query: string;
  /** For each letter of the query, the first and the last place of the text where it can be. */
  readonly #first: Int32Array;
  readonly #last: Int32Array;
  /** For each letter (rows) and place (columns), the best score of the query up to there with the letter at the place. */
  #scores = new Int32Array(0);

  /** The query is in small letters. */
  constructor(query: string) {
    this.#query = query;
    this.#first = new Int32Array(query.length);
    this.#last = new Int32Array(query.length);
  }

  /** Undefined where the text does not hold them. */
  score(text: string): number | undefined {
    const lower = lowerCase(text);
    if (!this.#bound(lower)) return undefined;
    this.#fill(text, lower);
    return this.#bestPlace(this.#query.length - 1, text.length, text.length).score;
  }

  /** The places that made the score. */
  positions(text: string): readonly number[] {
    const lower = lowerCase(text);
    if (!this.#bound(lower)) return [];
    this.#fill(text, lower);
    const places: number[] = [];
    let end = text.length;
    for (let letter = this.#query.length - 1; letter >= 0; letter--) {
      const next = places[0];
      // The letter right before counts for more than its score says.
      const before = next === undefined ? NONE : this.#at(letter, next - 1, text.length);
      const best = this.#bestPlace(letter, end, text.length);
      const place =
        next !== undefined && before > NONE && before + CONSECUTIVE >= best.score - GAP ? next - 1 : best.place;
      places.unshift(place);
      end = place;
    }
    return places;
  }

  #bound(lower: string): boolean {
    let from = 0;
    for (let letter = 0; letter < this.#query.length; letter++) {
      const place = lower.indexOf(this.#query.charAt(letter), from);
      if (place < 0) return false;
      this.#first[letter] = place;
      from = place + 1;
    }
    let to = lower.length - 1;
    for (let letter = this.#query.length - 1; letter >= 0; letter--) {
      to = lower.lastIndexOf(this.#query.charAt(letter), to);
      this.#last[letter] = to;
      to--;
    }
    return true;
  }

  #fill(text: string, lower: string): void {
    const columns = text.length;
    if (this.#scores.length < columns * this.#query.length)
      this.#scores = new Int32Array(columns * this.#query.length * 2);
    const scores = this.#scores;
    const nameStart = text.lastIndexOf('/', columns - 2) + 1;
    for (let letter = 0; letter < this.#query.length; letter++) {
      const wanted = this.#query.charCodeAt(letter);
      const [first = 0, last = 0] = [this.#first[letter], this.#last[letter]];
      // The best score of the letters before, with a gap to here.
      let withGap = NONE;
      let seen = letter === 0 ? columns : (this.#first[letter - 1] ?? 0);
      for (let place = first; place <= last; place++) {
        for (; seen < place - 1; seen++) withGap = Math.max(withGap, this.#at(letter - 1, seen, columns) - GAP);
        if (lower.charCodeAt(place) !== wanted) {
          scores[letter * columns + place] = NONE;
          continue;
        }
        const next = letter === 0 ? NONE : this.#at(letter - 1, place - 1, columns);
        const before = letter === 0 ? 0 : Math.max(withGap, next > NONE ? next + CONSECUTIVE : NONE);
        scores[letter * columns + place] = before > NONE / 2 ? before + bonus(text, place, nameStart) : NONE;
      }
    }
  }

  #at(letter: number, place: number, columns: number): number {
    const [first = 0, last = -1] = [this.#first[letter], this.#last[letter]];
    return place < first || place > last ? NONE : (this.#scores[letter * columns + place] ?? NONE);
  }

  #bestPlace(letter: number, end: number, columns: number): { readonly place: number; readonly score: number } {
    let [place, score] = [-1, NONE];
    const [first = 0, last = -1] = [this.#first[letter], this.#last[letter]];
    for (let at = first; at <= last && at < end; at++) {
      const here = this.#at(letter, at, columns);
      if (here > score) [place, score] = [at, here];
    }
    return { place, score };
  }
}

function bonus(text: string, place: number, nameStart: number): number {
  const inName = place >= nameStart ? IN_NAME : 0;
  if (place === nameStart) return inName + WORD_START + NAME_START;
  return inName + (startsWord(text.charCodeAt(place - 1), text.charCodeAt(place)) ? WORD_START : 0);
}

function startsWord(before: number, code: number): boolean {
  if (!isLetterOrDigit(before)) return before < 0x80 || Number.isNaN(before);
  return isCapital(code) && !isCapital(before);
}

function isLetterOrDigit(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || isCapital(code) || (code >= 0x30 && code <= 0x39);
}

function isCapital(code: number): boolean {
  return code >= 0x41 && code <= 0x5a;
}

/** In small letters of the same length, so that places are those of the text: a few letters become two. */
function lowerCase(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text;
}
