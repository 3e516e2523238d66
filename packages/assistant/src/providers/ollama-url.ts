/** Where Ollama listens: as it is told itself, or its usual port. */
export function ollamaUrl({ OLLAMA_HOST }: Readonly<Record<string, string | undefined>>): string {
  if (!OLLAMA_HOST) return 'http://127.0.0.1:11434';
  return OLLAMA_HOST.includes('://') ? OLLAMA_HOST.replace(/\/+$/, '') : `http://${OLLAMA_HOST}`;
}
