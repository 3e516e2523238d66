import { getuid } from 'node:process';

export interface BrowserPlan {
  /** The folder of its profile, which is its own. */
  readonly profile: string;
  /** The folder of the unpacked extension. */
  readonly extension: string;
  readonly headless: boolean;
  /** With the DevTools protocol on its third and fourth stream; a browser with a window has none. */
  readonly devtools?: boolean;
}

/** How Chromium is started with the extension in it, and without what a first start does by itself. */
export function browserArguments({ profile, extension, headless, devtools = false }: BrowserPlan): readonly string[] {
  return [
    ...(headless
      ? ['--headless=new', '--disable-gpu', '--window-size=1280,800', ...(devtools ? ['--remote-debugging-pipe'] : [])]
      : []),
    // Its sandbox refuses to work for root.
    ...(getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--no-first-run',
    '--no-default-browser-check',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-quic',
    // Pages may offer tools to agents: helve browser tools.
    '--enable-features=WebMCP',
    `--user-data-dir=${profile}`,
    `--load-extension=${extension}`,
  ];
}
