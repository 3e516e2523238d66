/** A Markdown file that begins with a few values between lines of dashes, as files of agents and skills do. */
export interface Document {
  readonly values: Readonly<Record<string, string>>;
  readonly lists: Readonly<Record<string, readonly string[]>>;
  readonly body: string;
}

/** Reads the simple part of YAML that such files use: `key: value`, `key: a, b`, `key: [a, b]`, and lists of dashes. */
export function parseFrontMatter(text: string): Document {
  const [, head, body = ''] = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n([\s\S]*))?$/.exec(text) ?? [];
  if (head === undefined) return { values: {}, lists: {}, body: text };
  const values: Record<string, string> = {};
  const lists: Record<string, string[]> = {};
  let key = '';
  for (const line of head.split(/\r?\n/)) {
    const [, name, value = ''] = /^([\w-]+):\s*(.*?)\s*$/.exec(line) ?? [];
    const [, item] = /^\s*-\s+(.*?)\s*$/.exec(line) ?? [];
    if (name !== undefined) {
      key = name;
      values[key] = /^[>|][+-]?$/.test(value) ? '' : unquote(value);
      lists[key] = splitList(value);
    } else if (item !== undefined) lists[key]?.push(unquote(item));
    else if (key !== '' && /^\s+\S/.test(line)) values[key] = `${values[key] ?? ''} ${line.trim()}`.trim();
  }
  return { values, lists, body: body.trim() };
}

function splitList(value: string): string[] {
  const inner = value.replace(/^\[(.*)\]$/, '$1');
  return inner
    .split(',')
    .map((item) => unquote(item.trim()))
    .filter((item) => item !== '');
}

function unquote(text: string): string {
  return text.replace(/^(["'])(.*)\1$/, '$2');
}
