import { type ActionRequest, ACTIONS, type Obstacle } from '@helve/browser/protocol';
import { tellPage } from '../page/tell-page.ts';

/** What stands in the way in the page that an action led to. */
export async function obstacleAfter(
  { action, params, target }: ActionRequest,
  data: unknown,
): Promise<Obstacle | undefined> {
  if (ACTIONS[action].kind !== 'navigate') return undefined;
  const { tabId = target.tabId } = data as { readonly tabId?: number };
  const { url } = params as { readonly url?: string };
  if (tabId === null) return undefined;
  return (await tellPage<Obstacle | null>(tabId, { helve: 'look', asked: url })) ?? undefined;
}
