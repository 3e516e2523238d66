import { getuid } from 'node:process';

export interface BrowserPlan {
  /** The folder of its profile, which is its own. */
  readonly profile: string;
  /** The folder of the unpacked extension. */
  readonly extension: string;
  readonly headless: boolean;
}

/** How Chromium is started with the extension in it, and without what a first start does by itself. */
export function browserArguments({ profile, extension, headless }: BrowserPlan): readonly string[] {
  return [
    ...(headless ? ['--headless=new', '--disable-gpu', '--window-size=1280,800'] : []),
    // Its sandbox refuses to work for root.
    ...(getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--no-first-run',
    '--no-default-browser-check',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-quic',
    `--user-data-dir=${profile}`,
    `--load-extension=${extension}`,
  ];
}
