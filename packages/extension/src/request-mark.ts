/**
 * The browser tells the worker of a page's requests in the order in which they are made, but a while later than the page
 * can send it a message. So the code in the page makes one of its own, and what the page asked for before is known when
 * that comes by. It is for what is in the browser's cache and nowhere else, and leads to no server.
 */
export function makeMark(): { readonly url: string; readonly answered: Promise<unknown> } | undefined {
  // A page without an address has no server either.
  if (!/^https?:/.test(self.origin)) return undefined;
  const number = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0'));
  const url = `${self.origin}/?${number.join('')}`;
  const options = { method: 'HEAD', mode: 'same-origin', cache: 'only-if-cached', credentials: 'omit' } as const;
  return { url, answered: fetch(url, options).catch(() => {}) };
}

export function isMark(method: string, url: string): boolean {
  return method === 'HEAD' && /\/\?[0-9a-f]{32}$/.test(url);
}
