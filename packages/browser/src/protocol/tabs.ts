/** Actions on tabs, and on the extension itself. */

export interface TabActions {
  'tab.open': { params: { url: string }; data: { tabId: number; url: string; title: string } };
  'tab.close': { params: object; data: { closed: true } };
  'tab.pin': { params: object; data: { pinned: true } };
  'tab.unpin': { params: object; data: { pinned: false } };
  'require-human': { params: { reason: string; forAttach: boolean }; data: object };
  'debug.log': { params: { id?: string | undefined; limit: number }; data: { entries: LogEntry[] } };
}

/** What the extension remembers of a request. */
export interface LogEntry {
  readonly id: string;
  readonly action: string;
  readonly session: string;
  readonly tab: number | null;
  readonly timestamp: number;
  readonly elapsed: number;
  readonly result: 'ok' | 'error';
  readonly errorCode?: string | undefined;
  readonly replay: boolean;
  readonly extensionVersion: string;
}
