/** Whether a line is an API key and nothing else: it must not reach a model, a log or a history. */
export function looksLikeKey(line: string): boolean {
  const text = line.trim();
  return /^(?:sk|pk|rk|gsk|xai|ghp|glpat|AIza|key)[-_][\w-]{16,}$/.test(text) || /^AIza[\w-]{30,}$/.test(text);
}
