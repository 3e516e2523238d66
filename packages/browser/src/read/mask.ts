/** Hides what may be a secret in texts from a page, so that neither a model nor a log has it. */

export const MASK = '[masked]';

const SECRET_NAME =
  '[\\w.-]*(?:passw(?:or)?d|passphrase|secret|token|api[-_]?key|authori[sz]ation|credential|session[-_]?id|csrf|xsrf|signature|otp|jwt|cookie)[\\w.-]*|(?:sid|sig|auth|key|pin|code|pwd)';

/** A secret behind its name: `token=…`, `"apiKey": "…"`, `password: …`. */
const NAMED = new RegExp(`(["']?\\b(?:${SECRET_NAME})["']?\\s*[=:]\\s*)("[^"]*"|'[^']*'|[^\\s&;,"'}]+)`, 'gi');
const SCHEMES = /\b(Bearer|Basic|Digest|Negotiate)\s+[\w.~+/=-]{8,}/gi;
const WEB_TOKEN = /\beyJ[\w-]{5,}\.[\w-]{5,}(?:\.[\w-]*)?/g;
const PREFIXED =
  /\b(?:sk|pk|rk|ghp|gho|ghu|ghs|ghr|github_pat|glpat|xox[abeprs]|npm|hf)[-_][\w-]{10,}|\b(?:AKIA|ASIA)[A-Z0-9]{16}\b|\bAIza[\w-]{30,}/g;
const USER_INFO = /(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/@:]+:[^\s/@]+@/gi;
/** Long words of letters and digits mixed, which nobody writes by hand. */
const OPAQUE = /[A-Za-z0-9_+=-]{32,}/g;

export function maskSecrets(text: string): string {
  return text
    .replace(USER_INFO, `$1${MASK}@`)
    .replace(SCHEMES, `$1 ${MASK}`)
    .replace(WEB_TOKEN, MASK)
    .replace(PREFIXED, MASK)
    .replace(NAMED, (_, name: string, value: string) => `${name}${quoteOf(value)}${MASK}${quoteOf(value)}`)
    .replace(OPAQUE, (word) => (/[0-9]/.test(word) && /[A-Za-z]/.test(word) ? MASK : word));
}

/** The same for a value with a name of its own. */
export function maskValue(name: string, value: string): string {
  return isSecretName.test(name) ? MASK : maskSecrets(value);
}

const isSecretName = new RegExp(`^(?:${SECRET_NAME})$`, 'i');

function quoteOf(value: string): string {
  return /^["']/.exec(value)?.[0] ?? '';
}
