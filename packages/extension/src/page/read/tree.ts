/** One thing in a snapshot: what is said of it, and what is in it. */
export interface Item {
  readonly kind: 'text' | 'node' | 'row' | 'cell' | 'frame';
  /** Of a text, its words as they are; else all that stands on its line. */
  head: string;
  readonly kids: readonly Item[];
  /** Of a text in a label: the field that it names. */
  names?: Element;
}

/** Without the words of labels that the lines of their fields have too; the names are those of the fields in the tree. */
export function withoutNames(items: readonly Item[], names: ReadonlyMap<Element, string>): readonly Item[] {
  return items.flatMap((item) => {
    const name = item.names && names.get(item.names);
    if (name?.includes(item.head.replace(/\s+/g, ' ').trim())) return [];
    return item.kids.length === 0 ? item : { ...item, kids: withoutNames(item.kids, names) };
  });
}

const LONGEST_TEXT = 200;

/** Writes items one below the other, what is in them further to the right; as short as can be without leaving anything out. */
export function writeTree(items: readonly Item[], maxDepth: number): { readonly tree: string; readonly count: number } {
  const lines: string[] = [];
  let count = 0;
  write(items, 0, '');
  return { tree: lines.join('\n'), count };

  function write(siblings: readonly Item[], depth: number, indent: string): void {
    for (const item of siblings) {
      count++;
      const { kids } = item;
      const line = indent + lineOf(item);
      if (kids.length === 0) lines.push(line);
      else if (depth + 1 >= maxDepth) lines.push(`${line}: …`);
      else if (item.kind === 'row' && kids.every(isPlainCell)) {
        lines.push(`${line}: ${kids.map(cellText).join(' | ')}`);
        count += kids.length;
      } else writeBelow(line, kids, depth + 1, `${indent}  `);
    }
  }

  /** What is alone in something stands on the same line. */
  function writeBelow(line: string, kids: readonly Item[], depth: number, indent: string): void {
    const at = lines.length;
    const isAlone = kids.length === 1 && kids[0]?.kind !== 'frame';
    if (!isAlone) lines.push(`${line}:`);
    write(kids, depth, indent);
    if (isAlone) lines[at] = `${line}: ${lines[at]?.trimStart() ?? ''}`;
  }
}

function lineOf({ kind, head }: Item): string {
  return kind === 'text' ? `text ${quote(head)}` : head;
}

/** Words in quotes, so that no page can pass them off as something else. */
export function quote(words: string): string {
  return JSON.stringify(words.length > LONGEST_TEXT ? `${words.slice(0, LONGEST_TEXT - 1)}…` : words);
}

function isPlainCell({ kind, kids }: Item): boolean {
  return kind === 'cell' && kids.every((kid) => kid.kids.length === 0 && kid.kind !== 'frame');
}

function cellText({ head, kids }: Item): string {
  const words = kids.map((kid) => (kid.kind === 'text' ? cellWords(kid.head) : kid.head)).join(' ') || '""';
  const handle = /\[el\d+[^\]]*\]$/.exec(head)?.[0];
  if (handle === undefined) return words;
  return kids.every(({ kind }) => kind === 'text') ? `${words} ${handle}` : `${head} ${words}`;
}

/** A number is no word that a page could pass off as something else, and tables are full of them. */
function cellWords(words: string): string {
  return /^[-+]?\d[\d.,]*%?$/.test(words) ? words : quote(words);
}
