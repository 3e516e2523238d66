import type { DoneAsk, PageNote } from '../../page-message.ts';
import { page } from '../element/plain.ts';
import { askWorker } from '../worker/ask-worker.ts';
import { delay } from '../worker/delay.ts';

/** Beats whatever the page's own styles say, also those that are important. */
const HOST_STYLE = `all: initial !important; display: block !important; position: fixed !important; inset: auto 16px 16px auto !important;
margin: 0 !important; padding: 0 !important; border: 0 !important; background: transparent !important; opacity: 1 !important;
visibility: visible !important; z-index: 2147483647 !important; pointer-events: auto !important; transform: none !important; overflow: visible !important;`;

const STYLE = `
:host { color-scheme: light dark; }
section { box-sizing: border-box; width: min(360px, calc(100vw - 32px)); padding: 14px 16px; border-radius: 12px; font: 14px/1.4 system-ui, sans-serif;
  color: light-dark(#1d1d1f, #f2f2f4); background: light-dark(#fff, #242528); border: 2px solid #b06000; box-shadow: 0 6px 24px rgb(0 0 0 / 30%); }
h2 { margin: 0 0 4px; font-size: 14px; overflow-wrap: anywhere; }
p { margin: 0 0 10px; overflow-wrap: anywhere; max-height: 30vh; overflow: auto; white-space: pre-line; }
button { font: inherit; font-weight: 600; padding: 6px 16px; border: 0; border-radius: 8px; color: #fff; background: #1a56c4; cursor: pointer; }
button:focus-visible { outline: 3px solid #8ab4f8; outline-offset: 2px; }`;

let host: HTMLElement | undefined;
let guard: MutationObserver | undefined;

/** Shows, or takes away, what a person is asked to do here. The page can neither read it nor style or throw it away. */
export function onNotice(note: PageNote): void {
  if (note.helve === 'unnotice') remove();
  if (note.helve === 'notice') show(note.who, note.reason);
}

function show(who: string, reason: string): void {
  remove();
  const made = page.createElement('div');
  made.popover = 'manual';
  made.style.cssText = HOST_STYLE;
  const root = made.attachShadow({ mode: 'closed' });
  const style = page.createElement('style');
  style.textContent = STYLE;
  const section = page.createElement('section');
  section.setAttribute('role', 'alertdialog');
  section.setAttribute('aria-label', 'An agent asks for your help');
  const heading = page.createElement('h2');
  heading.textContent = `${who} asks for your help`;
  const text = page.createElement('p');
  text.textContent = reason;
  const button = page.createElement('button');
  button.textContent = 'Done';
  button.addEventListener('click', (event) => {
    // A script of the page may not say so for the person.
    if (!event.isTrusted) return;
    void sayDone(made);
  });
  section.append(heading, text, button);
  root.append(style, section);
  host = made;
  attach(made);
  guard = new MutationObserver(() => attach(made));
  guard.observe(document, { childList: true, subtree: true });
  guard.observe(made, { attributes: true });
}

/** Says it until it was heard: the worker may be about to be ended, or have just begun. */
async function sayDone(made: HTMLElement): Promise<void> {
  const ask: DoneAsk = { helve: 'done-here' };
  const heard = await askWorker<true>(ask, ANSWER_MS);
  if (heard || host !== made) return;
  await delay(AGAIN_MS);
  await sayDone(made);
}

const AGAIN_MS = 200;
const ANSWER_MS = 2_000;

/** Puts it where it belongs, above everything, unless it is there. */
function attach(made: HTMLElement): void {
  if (host !== made) return;
  if (!made.isConnected) page.documentElement.append(made);
  if (made.popover !== 'manual') made.popover = 'manual';
  if (made.getAttribute('style') !== expectedStyle(made)) made.style.cssText = HOST_STYLE;
  for (const name of made.getAttributeNames()) if (name !== 'style' && name !== 'popover') made.removeAttribute(name);
  if (!made.matches(':popover-open')) made.showPopover();
}

let normalized: string | undefined;

/** As the browser itself writes it. */
function expectedStyle(made: HTMLElement): string {
  if (normalized === undefined) {
    const probe = made.cloneNode() as HTMLElement;
    probe.style.cssText = HOST_STYLE;
    normalized = probe.getAttribute('style') ?? '';
  }
  return normalized;
}

function remove(): void {
  guard?.disconnect();
  host?.remove();
  [host, guard] = [undefined, undefined];
}
