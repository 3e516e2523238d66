import { CommandError, type Context } from '@helve/command';
import { readBody, request, withLimit } from '@helve/network';
import type { Output } from '../commands/web/search.ts';
import { readWebSettings } from '../settings/web.ts';

type Results = Output;

type WebResult = Results['results'][number];

const TIMEOUT_MS = 20_000;
const MOST_EXCERPT = 500;

/** Asks the engine of the settings, which answers in JSON as SearXNG, Brave and others do: a list of title, url and text. */
export async function searchWeb(
  { query, limit }: { readonly query: string; readonly limit: number },
  { place: { home }, now, signal }: Context,
): Promise<Results> {
  const { webSearch, network } = readWebSettings(home);
  if (!webSearch) {
    throw new CommandError('UNAVAILABLE', 'No search engine is set', {
      hint: 'Set "webSearch": {"url": "https://…/search?q={query}&format=json"} in settings.json.',
      retry: 'never',
    });
  }
  const url = webSearch.url.replaceAll('{query}', encodeURIComponent(query));
  const what = `Searching at ${new URL(url).host}`;
  // The user named this place, so it may be on their machine.
  const allow = network?.allowPrivate === true ? { privateNetwork: true } : {};
  const answer = await withLimit(signal, TIMEOUT_MS, what, async (limited) => {
    const headers = { accept: 'application/json', ...webSearch.headers };
    const reply = await request({ method: 'GET', url, headers, what }, { allow, now, signal: limited });
    const body = (await readBody(reply, what)).toString('utf8');
    if (reply.status === 200) return body;
    throw new CommandError('UNAVAILABLE', `${what}: the server answered ${reply.status}`, {
      details: { status: reply.status, answer: body.slice(0, 300) },
    });
  });
  return { query, results: readResults(answer, what).slice(0, limit) };
}

function readResults(answer: string, what: string): readonly WebResult[] {
  const list = findList(parse(answer, what));
  if (!list) {
    throw new CommandError('UNAVAILABLE', `${what}: there is no list of results in the answer`, {
      hint: 'It should be JSON with a list of objects that have title and url.',
      details: { answer: answer.slice(0, 300) },
    });
  }
  return list.flatMap((item) => {
    const url = textOf(item, ['url', 'link', 'href']);
    if (url === '') return [];
    const excerpt = textOf(item, ['content', 'snippet', 'description', 'text', 'excerpt', 'body']);
    const plain = excerpt.replace(/<[^>]+>/g, '').replace(/\s+/g, ' ');
    return [{ title: textOf(item, ['title', 'name']) || url, url, excerpt: plain.slice(0, MOST_EXCERPT).trim() }];
  });
}

function parse(answer: string, what: string): unknown {
  try {
    return JSON.parse(answer);
  } catch {
    throw new CommandError('UNAVAILABLE', `${what}: the answer is not JSON`, {
      hint: 'Does the address ask for it, as with format=json?',
      details: { answer: answer.slice(0, 300) },
    });
  }
}

/** The list of results, wherever it stands: at the top, in `results`, in `web.results`. */
function findList(value: unknown, depth = 0): readonly object[] | undefined {
  if (Array.isArray(value)) return value.filter((item): item is object => typeof item === 'object' && item !== null);
  if (typeof value !== 'object' || value === null || depth > 2) return undefined;
  const named = value as Readonly<Record<string, unknown>>;
  for (const key of ['results', 'web', 'items', 'organic', 'data']) {
    const found = Object.hasOwn(named, key) ? findList(named[key], depth + 1) : undefined;
    if (found) return found;
  }
  return undefined;
}

function textOf(item: object, keys: readonly string[]): string {
  for (const key of keys) {
    const value = (item as Readonly<Record<string, unknown>>)[key];
    if (typeof value === 'string' && value !== '') return value;
  }
  return '';
}
