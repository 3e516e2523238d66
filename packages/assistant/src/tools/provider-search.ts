import { CommandError, defineCommand, text as textParameter } from '@helve/command';
import * as v from 'valibot';
import type { EntryOf, EntryPlace } from '../log/entry.ts';
import { Draft } from '../model/draft.ts';
import { text, textOf } from '../model/message.ts';
import type { Model } from '../model/models.ts';
import type { Provider, Source } from '../model/provider.ts';
import { costOf } from '../model/usage.ts';
import { commandTool } from './command-tool.ts';
import type { ModelTool } from './tool.ts';

/** Who searches: whoever the conversation asks by then, and it pays for that. */
export interface Searching {
  readonly provider: Provider;
  readonly model: Model;
  readonly spend: (spent: Omit<EntryOf<'spent'>, 'type' | keyof EntryPlace>) => void;
}

const SYSTEM = 'Search the web and report what you find in a few sentences, with facts, dates and names.';

/** WebSearch for those who have set no engine: the provider of the model searches by itself, in a request of its own. */
export function providerSearchTool(now: () => Searching): ModelTool {
  const command = defineCommand({
    path: 'web search',
    summary: 'Search the web',
    effect: 'execute',
    input: v.object({ query: textParameter('What to search for') }),
    output: v.object({
      query: v.string(),
      found: v.string(),
      results: v.array(v.object({ title: v.string(), url: v.string() })),
    }),
    examples: [],
    run:
      async () =>
      async ({ query }, { signal }) => ({ query, ...(await search(now(), query, signal)) }),
    render: {
      model: ({ found, results }) =>
        [found, results.map(({ title, url }) => `${title}\n${url}`).join('\n')].filter(Boolean).join('\n\n'),
      brief: ({ query, results }) => `${results.length} results for ${query}`,
    },
  });
  return commandTool(command, { name: 'WebSearch', set: 'web', guidance: 'Searches the web.' });
}

async function search(
  { provider, model, spend }: Searching,
  query: string,
  signal: AbortSignal,
): Promise<{ found: string; results: Source[] }> {
  if (!provider.searches) {
    throw new CommandError('UNAVAILABLE', `${provider.name} has no search of its own`, {
      hint: 'Set an engine: "webSearch": {"url": "https://…/search?q={query}&format=json"} in settings.json.',
      retry: 'never',
    });
  }
  const draft = new Draft(model.id);
  const sources = new Map<string, Source>();
  let searches = 0;
  const messages = [{ role: 'user' as const, content: [text(`Search the web for: ${query}`)] }];
  try {
    for await (const event of provider.stream(
      { model, system: SYSTEM, tools: [], messages, webSearch: true },
      { signal },
    )) {
      draft.add(event);
      if (event.type === 'sources') for (const source of event.sources) sources.set(source.url, source);
      if (event.type === 'searched') searches++;
    }
  } finally {
    const { usage } = draft.answer();
    const cost = costOf(usage, model);
    const searchCost = searches * (model.prices?.search ?? 0);
    const known = cost === undefined ? {} : { cost: cost + searchCost, searchCost };
    spend({ what: 'search', model: model.id, usage, searches, ...known });
  }
  return { found: textOf(draft.answer().content).trim(), results: [...sources.values()] };
}
