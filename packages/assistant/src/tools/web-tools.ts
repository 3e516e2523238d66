import type { Caller } from '@helve/registry';
import { commandTool } from './command-tool.ts';
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

/** The tools for the web that somebody may use: none is offered that would only ever be refused. */
export function webTools({ policy, ask }: Pick<Caller, 'policy' | 'ask'>, canSearch: boolean): readonly ModelTool[] {
  const offered = (command: string) => {
    const { verdict } = policy.judge({ command, effect: 'execute', touches: [] });
    return verdict === 'allow' || (verdict === 'ask' && ask !== undefined);
  };
  return [...(offered('web fetch') ? [webFetch] : []), ...(canSearch && offered('web search') ? [webSearch] : [])];
}
