import type { PageState } from '@helve/browser/protocol';
import { isRendered } from './element/visible.ts';

export function describePage(): PageState {
  return {
    url: location.href,
    title: document.title,
    state: document.readyState === 'complete' ? 'ready' : 'loading',
    busy: isBusy(),
  };
}

/** Whether the page shows that it is at work. */
function isBusy(): boolean {
  const signs = document.querySelectorAll(
    '[aria-busy="true"], progress:not([value]), [role="progressbar"]:not([aria-valuenow])',
  );
  return [...signs].some(isRendered);
}
