import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import Turndown from 'turndown';

/** Below this the article that was found is no better than the whole page. */
const LEAST_ARTICLE = 200;

/** A page as Markdown: its article where one can be told from what stands around it, else all of it. */
export function toReadable(html: string, url: string): { readonly title?: string; readonly content: string } {
  const { document } = parseHTML(html);
  resolveLinks(document, url);
  const title = document.title.trim();
  const whole = parseHTML(document.toString()).document;
  const article = articleOf(document);
  const markdown = toMarkdown(article ?? whole.body?.innerHTML ?? html);
  return { ...(title === '' ? {} : { title }), content: markdown };
}

type Page = ReturnType<typeof parseHTML>['document'];

function articleOf(document: Page): string | undefined {
  try {
    const article = new Readability(document as never).parse();
    return article?.content && (article.textContent?.trim().length ?? 0) >= LEAST_ARTICLE ? article.content : undefined;
  } catch {
    // Some pages are too odd for it.
    return undefined;
  }
}

function resolveLinks(document: Page, url: string): void {
  for (const [selector, name] of [
    ['a[href]', 'href'],
    ['img[src]', 'src'],
  ] as const) {
    for (const element of document.querySelectorAll(selector)) {
      const value = element.getAttribute(name) ?? '';
      if (value.startsWith('#')) element.removeAttribute(name);
      else if (URL.canParse(value, url)) element.setAttribute(name, new URL(value, url).href);
    }
  }
}

function toMarkdown(html: string): string {
  const turndown = new Turndown({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' });
  turndown.remove(['script', 'style', 'noscript', 'iframe', 'template', 'svg']);
  // Pictures that are part of the page's source are of no use as text, and long.
  turndown.addRule('embedded', {
    filter: (node) => node.nodeName === 'IMG' && (node.getAttribute('src') ?? '').startsWith('data:'),
    replacement: (_, node) => ('getAttribute' in node ? (node.getAttribute('alt') ?? '') : ''),
  });
  const { document } = parseHTML(`<!doctype html><html><body>${html}</body></html>`);
  return turndown
    .turndown(document.body as never)
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
