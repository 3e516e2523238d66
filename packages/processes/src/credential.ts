/** Names that speak of something else than a credential. */
const HARMLESS =
  /^(SSH_AUTH_SOCK|GIT_CONFIG_KEY_\d+|KEYTIMEOUT|KEYMAP|TOKENIZERS_PARALLELISM|PWD|OLDPWD|.*_KEYMAP|XKB_.*)$/i;

const CREDENTIAL =
  /(^|_|\W)(API|ACCESS|PRIVATE|SECRET|SIGNING|ENCRYPTION|AUTH)?KEYS?($|_|\d)|TOKENS?($|_|\d)|SECRET|PASSW(OR)?D|PASSPHRASE|CREDENTIAL|(^|_)(PWD|PASS|PAT|AUTH|JWT|BEARER|COOKIE)$/i;

/** Credentials that are known by their form: the part to show, and then the credential. */
const FORMS: readonly RegExp[] = [
  // URLs with a password
  /([a-z][\w+.-]*:\/\/[^\s/@:'"]*:)([^\s/@'"]+)(?=@)/gi,
  // Tokens of well-known services
  /(\b)(?:gh[opsur]_[A-Za-z0-9]{16,}|github_pat_\w{16,}|glpat-[\w-]{16,}|xox[abeprs]-[\w-]{10,}|(?:AKIA|ASIA)[0-9A-Z]{16}\b|npm_[A-Za-z0-9]{30,}|hf_[A-Za-z0-9]{30,}|AIza[\w-]{35}|(?:sk|rk|pk)_(?:live|test)_\w{16,}|sk-(?=[\w-]*\d)[\w-]{16,})/g,
  // JSON web tokens
  /(\b)eyJ[\w-]{6,}\.eyJ[\w-]{6,}\.[\w-]*/g,
  // Private keys
  /(-----BEGIN [A-Z ]*PRIVATE KEY-----)[\s\S]*?(?=-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  // HTTP credentials
  /(\b(?:Bearer|Basic) )(?=[\w.~+/=-]*\d)[\w.~+/=-]{16,}/g,
];

const MASK = '••••••';

/** The text without credentials that are known by their form, whatever they are called. */
export function maskCredentials(text: string): string {
  if (!MAY_HOLD.test(text)) return text;
  return FORMS.reduce((masked, form) => masked.replace(form, (_, shown: string) => `${shown}${MASK}`), text);
}

/** What every such credential has somewhere: most texts have none of it. */
const MAY_HOLD =
  /:\/\/|gh[opsur]_|github_pat_|glpat-|xox[abeprs]-|A[KS]IA|npm_|hf_|AIza|[srp]k[_-]|eyJ|PRIVATE KEY|Bearer |Basic /;

/** Whether a variable of this name most likely holds a password, a key or the like. */
export function looksLikeCredential(name: string): boolean {
  const before = judged.get(name);
  if (before !== undefined) return before;
  const looks = CREDENTIAL.test(name) && !HARMLESS.test(name);
  if (judged.size < MOST_JUDGED) judged.set(name, looks);
  return looks;
}

/** Every run asks about the same names, and the patterns are slow. */
const judged = new Map<string, boolean>();
const MOST_JUDGED = 1000;

/** Whether a variable should not be shown unless it is asked for by name. */
export function looksSecret(name: string, value: string): boolean {
  return looksLikeCredential(name) || maskCredentials(value) !== value;
}
