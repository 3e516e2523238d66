/** Shorter ones are not secrets, and would riddle a text with holes. */
const SHORTEST_SECRET = 4;

/** The text without the secrets, should whoever wrote it have repeated them; also as they look in an address or in JSON. */
export function redact(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const secret of secrets) {
    if (secret.length < SHORTEST_SECRET) continue;
    const forms = [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)];
    for (const form of forms) clean = clean.replaceAll(form, '[secret]');
  }
  return clean;
}
