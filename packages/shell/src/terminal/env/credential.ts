/** Names that speak of something else than a credential. */
const HARMLESS = /^(SSH_AUTH_SOCK|KEYTIMEOUT|KEYMAP|TOKENIZERS_PARALLELISM|PWD|OLDPWD|.*_KEYMAP|XKB_.*)$/i;

const CREDENTIAL =
  /(^|_|\W)(API|ACCESS|PRIVATE|SECRET|SIGNING|ENCRYPTION|AUTH)?KEYS?($|_|\d)|TOKENS?($|_|\d)|SECRET|PASSW(OR)?D|PASSPHRASE|CREDENTIAL|(^|_)(PWD|PASS|PAT|AUTH|JWT|BEARER|COOKIE)$/i;

const URL_WITH_PASSWORD = /^[a-z][\w+.-]*:\/\/[^/@\s:]*:[^/@\s]+@/i;

/** How the tokens of well-known services and private keys begin. */
const TOKEN =
  /^(sk|pk|rk)[-_][\w-]{16,}|^gh[opsur]_\w{20,}|^github_pat_|^glpat-|^xox[abprs]-|^(AKIA|ASIA)[0-9A-Z]{16}$|^npm_\w{30,}|^eyJ[\w-]+\.[\w-]+\.|-----BEGIN [A-Z ]*PRIVATE KEY|^(Bearer|Basic) \S/i;

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
  return looksLikeCredential(name) || URL_WITH_PASSWORD.test(value) || TOKEN.test(value);
}
