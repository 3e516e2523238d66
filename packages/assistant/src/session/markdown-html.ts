/**
 * Markdown as models write it, as HTML: headings, lists, quotes, tables, code, emphasis, links. Everything else stays text,
 * and nothing of it ever becomes markup by itself.
 */
export function markdownToHtml(markdown: string): string {
  return blocks(markdown.replaceAll('\r\n', '\n').split('\n'));
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const FENCE = /^\s*(`{3,}|~{3,})\s*([\w+-]*)/;
const HEADING = /^(#{1,6})\s+(.*?)\s*#*$/;
const ITEM = /^(\s*)(?:[-*+]|(\d+)[.)])\s+(.*)$/;
const ROW = /^\s*\|(.+)\|\s*$/;
const RULE = /^\s*(?:-{3,}|\*{3,}|_{3,})\s*$/;

function blocks(lines: readonly string[]): string {
  const out: string[] = [];
  let at = 0;
  /** Takes lines as long as they fit. */
  const take = (fits: (line: string) => boolean): readonly string[] => {
    const from = at;
    while (at < lines.length && fits(lines[at] ?? '')) at++;
    return lines.slice(from, at);
  };
  while (at < lines.length) {
    const line = lines[at] ?? '';
    const [, ticks, language = ''] = FENCE.exec(line) ?? [];
    const [, level, heading = ''] = HEADING.exec(line) ?? [];
    if (ticks !== undefined) {
      at++;
      const code = take((inner) => !inner.trim().startsWith(ticks));
      at++;
      out.push(
        `<pre><code${language ? ` data-language="${escapeHtml(language)}"` : ''}>${escapeHtml(code.join('\n'))}</code></pre>`,
      );
    } else if (line.trim() === '') at++;
    else if (level !== undefined) {
      // The page has headings of its own above these.
      const depth = Math.min(6, level.length + 2);
      out.push(`<h${depth}>${inline(heading)}</h${depth}>`);
      at++;
    } else if (RULE.test(line)) {
      out.push('<hr>');
      at++;
    } else if (line.startsWith('>')) {
      out.push(
        `<blockquote>${blocks(take((inner) => inner.startsWith('>')).map((inner) => inner.replace(/^> ?/, '')))}</blockquote>`,
      );
    } else if (ITEM.test(line)) out.push(list(take((inner) => ITEM.test(inner) || /^\s+\S/.test(inner))));
    else if (ROW.test(line)) out.push(table(take((inner) => ROW.test(inner))));
    else {
      const first = at++;
      take((inner) => inner.trim() !== '' && !FENCE.test(inner) && !HEADING.test(inner) && !ITEM.test(inner));
      out.push(`<p>${lines.slice(first, at).map(inline).join('<br>')}</p>`);
    }
  }
  return out.join('\n');
}

/** Items of one depth; what is indented further belongs to the item before. */
function list(lines: readonly string[]): string {
  const [first = ''] = lines;
  const [, indent = '', number] = ITEM.exec(first) ?? [];
  const items: string[][] = [];
  for (const line of lines) {
    const [, depth = '', , text = ''] = ITEM.exec(line) ?? [];
    if (ITEM.test(line) && depth.length <= indent.length) items.push([text]);
    else items.at(-1)?.push(line.slice(Math.min(indent.length + 2, line.length - line.trimStart().length)));
  }
  const inner = items.map(([text = '', ...rest]) => `<li>${inline(text)}${rest.length > 0 ? blocks(rest) : ''}</li>`);
  const start = number !== undefined && number !== '1' ? ` start="${Number(number)}"` : '';
  return number === undefined ? `<ul>${inner.join('')}</ul>` : `<ol${start}>${inner.join('')}</ol>`;
}

function table(lines: readonly string[]): string {
  const cells = (line: string) => (ROW.exec(line)?.[1] ?? '').split('|').map((cell) => inline(cell.trim()));
  const hasHead = /^[\s|:-]+$/.test(lines[1] ?? '');
  const row = (line: string, tag: 'td' | 'th') =>
    `<tr>${cells(line)
      .map((cell) => `<${tag}>${cell}</${tag}>`)
      .join('')}</tr>`;
  const [head = '', , ...body] = hasHead ? lines : ['', '', ...lines];
  return `<table>${hasHead ? row(head, 'th') : ''}${body.map((line) => row(line, 'td')).join('')}</table>`;
}

/** Code first, so that nothing in it is taken for emphasis; the rest is escaped before it gets any markup. */
function inline(text: string): string {
  return text
    .split(/(`+[^`]+`+)/)
    .map((piece) =>
      piece.startsWith('`') ? `<code>${escapeHtml(piece.replace(/^`+|`+$/g, ''))}</code>` : emphasis(piece),
    )
    .join('');
}

function emphasis(text: string): string {
  return escapeHtml(text)
    .replace(/\[([^\]]+)\]\((https?:\/\/[^\s)]+)\)/g, '<a href="$2" rel="noreferrer">$1</a>')
    .replace(/\*\*(\S(?:.*?\S)?)\*\*/g, '<strong>$1</strong>')
    .replace(/(^|[\s(])\*(\S(?:[^*]*\S)?)\*(?=[\s.,;:!?)]|$)/g, '$1<em>$2</em>');
}
