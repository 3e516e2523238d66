import type { Policy } from '@helve/policy';
import { commandTool } from './command-tool.ts';
import { providerSearchTool, type Searching } from './provider-search.ts';
import type { ModelTool } from './tool.ts';

const webFetch = commandTool('web fetch', {
  name: 'WebFetch',
  set: 'web',
  guidance: 'Reads a page of the web as text.',
  only: ['url'],
});

const webSearch = commandTool('web search', {
  name: 'WebSearch',
  set: 'web',
  guidance: 'Searches the web.',
  only: ['query'],
});

export interface WebOptions {
  readonly policy: Policy;
  /** Whether somebody could be asked. */
  readonly canAsk: boolean;
  /** The settings name an engine to search with; else the provider searches, if it can. */
  readonly engine: boolean;
  readonly search: () => Searching;
}

/** The tools for the web that somebody may use: none is offered that would only ever be refused. */
export function webTools({ policy, canAsk, engine, search }: WebOptions): readonly ModelTool[] {
  const offered = (command: string) => {
    const { verdict } = policy.judge({ command, effect: 'execute', touches: [] });
    return verdict === 'allow' || (verdict === 'ask' && (canAsk || policy.mayAllow?.(command) === true));
  };
  const searching = engine ? webSearch : search().provider.searches ? providerSearchTool(search) : undefined;
  return [...(offered('web fetch') ? [webFetch] : []), ...(searching && offered('web search') ? [searching] : [])];
}
