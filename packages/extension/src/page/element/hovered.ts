/** Elements in which something appears while a pointer is over them, by the page's own styles. */
import { page, plain } from './plain.ts';

/** No page may make a read slow with its styles, nor long with what they match. */
const MOST_RULES = 20_000;
const MOST_FOUND = 200;

/** What makes something appear. */
const APPEARS = ['display', 'visibility', 'opacity', 'max-height', 'pointer-events', 'clip-path', 'transform'];

/** Found in this read, which is over before anything else happens in the page. */
let found: ReadonlySet<Element> | undefined;

export function showsMoreOnHover(element: Element): boolean {
  if (!found) {
    found = find();
    queueMicrotask(() => {
      found = undefined;
    });
  }
  return found.has(element);
}

function find(): ReadonlySet<Element> {
  const all = new Set<Element>();
  let rules = 0;
  const visit = (list: CSSRuleList) => {
    for (const rule of list) {
      if (++rules > MOST_RULES || all.size > MOST_FOUND) return;
      if (rule instanceof CSSStyleRule) {
        if (rule.selectorText.includes(':hover') && APPEARS.some((name) => rule.style.getPropertyValue(name) !== '')) {
          for (const element of hoveredBy(rule.selectorText)) all.add(element);
        }
      } else if (rule instanceof CSSMediaRule || rule instanceof CSSSupportsRule || rule instanceof CSSLayerBlockRule) {
        visit(rule.cssRules);
      }
    }
  };
  for (const sheet of page.styleSheets) {
    try {
      visit(sheet.cssRules);
    } catch {
      // Of another site: nobody may read it.
    }
  }
  return all;
}

/** Of `.row:hover .tools`, the rows that have tools; the tools are what appears. */
function hoveredBy(selectors: string): readonly Element[] {
  return selectors.split(',').flatMap((selector) => {
    const [, before = '', after = ''] = /^(.*?:hover[^\s>+~]*)\s*[\s>](.*)$/.exec(selector.trim()) ?? [];
    if (before === '' || after.trim() === '') return [];
    try {
      const inside = after.replaceAll(/::?(?:before|after|hover)/g, '').trim();
      const hovered = [...page.querySelectorAll(before.replaceAll(':hover', '') || '*')].slice(0, MOST_FOUND);
      return hovered.filter((each) => inside !== '' && hides(each, inside.replace(/^>/, ':scope >')));
    } catch {
      return [];
    }
  });
}

/** Whether something in it is not shown now and can be used. */
function hides(element: Element, inside: string): boolean {
  return [...plain(element).querySelectorAll(inside)].some(
    (each) =>
      !plain(each).checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      (plain(each).matches(USED) || plain(each).querySelector(USED) !== null),
  );
}

const USED = 'a[href], button, input, select, textarea, [role="button"], [role="menuitem"], [tabindex], [onclick]';
