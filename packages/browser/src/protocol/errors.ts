/** What can go wrong on the way to a page and in it: which part failed, and whether the same may be tried again. */
export type Category = 'transport' | 'target' | 'policy' | 'execution';
export type Retry = 'safe' | 'conditional' | 'never';

export const BROWSER_ERRORS = {
  NO_EXTENSION: { category: 'transport', retry: 'conditional' },
  TIMEOUT: { category: 'transport', retry: 'conditional' },
  OVERLOADED: { category: 'transport', retry: 'safe' },
  WS_DISCONNECTED: { category: 'transport', retry: 'conditional' },
  CANCELLED: { category: 'transport', retry: 'safe' },
  TAB_NOT_FOUND: { category: 'target', retry: 'never' },
  TAB_TAKEN: { category: 'target', retry: 'never' },
  TAB_HANDLE_NOT_FOUND: { category: 'target', retry: 'never' },
  TAB_NOT_IN_SESSION: { category: 'target', retry: 'never' },
  INVALID_SESSION_ID: { category: 'target', retry: 'never' },
  SESSION_NOT_FOUND: { category: 'target', retry: 'conditional' },
  ELEMENT_NOT_FOUND: { category: 'target', retry: 'conditional' },
  ELEMENT_NOT_ACTIONABLE: { category: 'target', retry: 'conditional' },
  SELECTOR_AMBIGUOUS: { category: 'target', retry: 'never' },
  ELEMENT_HANDLE_NOT_FOUND: { category: 'target', retry: 'never' },
  ELEMENT_HANDLE_STALE: { category: 'target', retry: 'never' },
  ELEMENT_HANDLE_SCOPE_MISMATCH: { category: 'target', retry: 'never' },
  HUMAN_REQUIRED: { category: 'policy', retry: 'conditional' },
  SESSION_REQUIRED: { category: 'policy', retry: 'conditional' },
  DEBUGGER_DISABLED: { category: 'policy', retry: 'never' },
  PERMISSION_DENIED: { category: 'policy', retry: 'never' },
  SCRIPT_ERROR: { category: 'execution', retry: 'never' },
  NAVIGATION_FAILED: { category: 'execution', retry: 'conditional' },
  TAB_NOT_VISIBLE: { category: 'execution', retry: 'conditional' },
} as const satisfies Readonly<Record<string, { readonly category: Category; readonly retry: Retry }>>;

export type BrowserErrorCode = keyof typeof BROWSER_ERRORS;
