import type { PageState } from '@helve/browser/protocol';
import { page } from './element/plain.ts';
import { withoutSecrets } from './element/secret.ts';
import { isRendered } from './element/visible.ts';

export function describePage(): PageState {
  return {
    url: withoutSecrets(location.href),
    title: withoutSecrets(page.title),
    state: page.readyState === 'complete' ? 'ready' : 'loading',
    busy: isBusy(),
  };
}

/** Whether the page shows that it is at work. */
function isBusy(): boolean {
  const signs = page.querySelectorAll(
    '[aria-busy="true"], progress:not([value]), [role="progressbar"]:not([aria-valuenow])',
  );
  return [...signs].some(isRendered);
}
