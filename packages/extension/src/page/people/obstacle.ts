import type { Obstacle } from '@helve/browser/protocol';
import { page, plain } from '../element/plain.ts';
import { isRendered } from '../element/visible.ts';

/** What tests of being human are made of. A form may have one too: that alone is no obstacle. */
const CHALLENGES = [
  '#challenge-form',
  '#challenge-running',
  '#challenge-stage',
  '#cf-challenge-running',
  '#captcha-form',
  '#px-captcha',
  '#ddv1-captcha-container',
  '.g-recaptcha',
  '.h-captcha',
  '.cf-turnstile',
  '[id^="arkose" i]',
  'form[action*="captcha" i]',
  'img[src*="captcha" i]',
  'iframe[src*="//challenges.cloudflare.com/"]',
  'iframe[src*=".hcaptcha.com/"]',
  'iframe[src*="/recaptcha/"]:not([src*="size=invisible"])',
  'iframe[src*="captcha-delivery.com/"]',
  'iframe[src*=".arkoselabs.com/"]',
].join(', ');

const TITLES =
  /just a moment|attention required|are you (?:a )?(?:human|robot)|not a robot|robot check|security check|captcha|checking your browser|verify(?:ing)? (?:that )?you are|human verification|unusual traffic|pardon our interruption|one more step/i;

const WORDS =
  /verify(?:ing)? (?:that )?you(?:'| a)re (?:a )?(?:human|not a robot)|(?:are you|you are|i'?m|you're) (?:not )?a (?:human|robot)|unusual traffic|complete the (?:security check|captcha)|checking (?:your browser|if the site connection is secure)|enter the characters/i;

/** A page with more to read than this is about something else. */
const SHORT = 1_500;

/** What stands between this page and its user. `asked` is the address that the agent wanted. */
export function findObstacle(asked: string | undefined): Obstacle | null {
  const text = (page.body?.innerText ?? '').slice(0, SHORT + 1);
  const short = text.length <= SHORT;
  if (short && has(CHALLENGES) && (TITLES.test(page.title) || WORDS.test(text) || !hasForm()))
    return { kind: 'captcha', reason: `${location.host} wants to know whether you are human` };
  if (asked !== undefined && wasLedAway(asked) && has('input[type="password"]'))
    return { kind: 'login', reason: `${location.host} wants you to log in` };
  return null;
}

function has(selector: string): boolean {
  return [...page.querySelectorAll(selector)].some((element) => {
    const { width, height } = plain(element).getBoundingClientRect();
    return isRendered(element) && width > 0 && height > 0;
  });
}

/** Whether there is something to fill in besides the challenge itself. */
function hasForm(): boolean {
  const fields = 'input:not([type="hidden"], [type="submit"], [type="button"], [type="checkbox"]), textarea, select';
  return [...page.querySelectorAll(fields)].some(
    (field) =>
      isRendered(field) && !/captcha|challenge/i.test(`${field.id} ${field.getAttribute('name')} ${field.className}`),
  );
}

/** An address that the agent went to itself is no obstacle, nor is a login that it asked for. */
function wasLedAway(asked: string): boolean {
  if (!URL.canParse(asked)) return false;
  const wanted = new URL(asked);
  if (/log-?[io]n|sign-?[iu][np]|auth|sso/i.test(wanted.pathname)) return false;
  const here = new URL(location.href);
  return siteOf(wanted) !== siteOf(here) || wanted.pathname.replace(/\/$/, '') !== here.pathname.replace(/\/$/, '');
}

/** A site may go on to a safer scheme, or to its other name. */
function siteOf({ host }: URL): string {
  return host.replace(/^www\./, '');
}
