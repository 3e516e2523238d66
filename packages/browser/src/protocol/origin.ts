/** Where a page is from, as rules speak of it. */
export interface Origin {
  /** `https:` */
  readonly scheme: string;
  /** Empty where an address has none. */
  readonly host: string;
  readonly port: string;
  /** As it is shown: `https://example.com`. */
  readonly text: string;
  /** What is judged: the origin as it is shown, or for a local file the address of that one file. */
  readonly place: string;
}

const LOCAL = 'file:';

const USUAL_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443', 'ws:': '80', 'wss:': '443' };

/** The origin of an address; what is shown through another scheme (`blob:`, `view-source:`) has the origin behind it. */
export function originOf(address: string): Origin {
  const inner = /^(?:blob|filesystem|view-source):(.+)$/is.exec(address.trim());
  if (inner?.[1] !== undefined) return originOf(inner[1]);
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return { scheme: '', host: '', port: '', text: 'null', place: 'null' };
  }
  const { protocol: scheme, port } = url;
  const host = url.hostname.replace(/\.$/, '');
  // The host of a local file means nothing to the browser.
  if (scheme === LOCAL) return { scheme, host: '', port: '', text: scheme, place: `${scheme}//${url.pathname}` };
  const text = host === '' ? scheme : `${scheme}//${host}${port === '' ? '' : `:${port}`}`;
  return { scheme, host, port: port || (USUAL_PORTS[scheme] ?? ''), text, place: text };
}

/** Whether an address, or what it is shown through, names a file of this machine. */
export function isLocal(address: string): boolean {
  return originOf(address).scheme === LOCAL;
}
