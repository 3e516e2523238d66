/** Tools that a page offers to agents: WebMCP, as browsers have it, as they had it, and as pages bring it themselves. */
import type { Data } from '@helve/browser/protocol';
import { Failure } from '../../failure.ts';
import { goneOr, PageGone, untilItStays } from '../page/ask-page.ts';
import { permit } from '../people/permits.ts';
import { tabAt, tabOf, type WorkerAction, type WorkerCall } from '../request/call.ts';

interface Tool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema?: unknown;
}

export const tools: WorkerAction<'tools'> = async (_, call) => {
  await permitPage(call);
  const found = (await untilItStays(call, () => inPage(call, null))) as Data<'tools'>['tools'] | null | undefined;
  return { data: { supported: Array.isArray(found), tools: found ?? [] } };
};

export const callTool: WorkerAction<'tool.call'> = async ({ name, input }, call) => {
  await permitPage(call);
  if (call.resumed) throw lost();
  const answered = (await inPage(call, { name, input }).catch((thrown: unknown) => {
    throw thrown instanceof PageGone ? lost() : thrown;
  })) as Executed | null | undefined;
  if (answered === undefined) throw lost();
  if (answered === null)
    throw new Failure('ELEMENT_NOT_FOUND', 'The page offers no tools', 'Use its elements instead.');
  if ('result' in answered) return { data: { result: answered.result ?? null } };
  throw answered.problem === 'unknown'
    ? new Failure('ELEMENT_NOT_FOUND', `The page has no tool ${name}`, 'See: helve browser tools', {
        tools: answered.names,
      })
    : new Failure(
        'SCRIPT_ERROR',
        `The tool ${name} failed: ${answered.message}`,
        'Check its input: helve browser tools',
      );
};

function lost(): Failure {
  return new Failure('SCRIPT_ERROR', 'The page went away before the tool answered', 'Look at the page that came.');
}

async function permitPage({ request, signal }: WorkerCall): Promise<void> {
  const { url = '' } = await tabAt(tabOf({ request }));
  await permit(request, url, signal);
}

/** Tools may take long, as a person who is asked does; the page may leave meanwhile. */
async function inPage(call: WorkerCall, asked: Parameters<typeof useTools>[0]): Promise<unknown> {
  const tabId = tabOf(call);
  const [given] = await chrome.scripting
    .executeScript({ target: { tabId }, world: 'MAIN', func: useTools, args: [asked] })
    .catch((thrown: unknown) => {
      throw goneOr(tabId, thrown);
    });
  return given?.result;
}

type Executed =
  | { readonly result: unknown }
  | { readonly problem: 'unknown'; readonly names: readonly string[] }
  | { readonly problem: 'failed'; readonly message: string };

/**
 * Runs beside the page's own scripts, so it may use nothing from here. Lists the tools, or calls one of them. Undefined:
 * the page knows nothing of tools.
 */
async function useTools(call: { name: string; input: string } | null): Promise<Tool[] | Executed | null> {
  interface Context {
    readonly getTools?: () => unknown;
    readonly listTools?: () => unknown;
    readonly executeTool?: (tool: unknown, input: unknown) => Promise<unknown>;
    readonly callTool?: (call: { name: string; arguments: unknown }) => Promise<unknown>;
  }
  type Holder = { readonly modelContext?: Context; readonly modelContextTesting?: Context };
  const [ofDocument, own] = [document, navigator] as unknown as readonly [Holder, Holder];
  const contexts = [ofDocument.modelContext, own.modelContextTesting, own.modelContext].filter(Boolean) as Context[];
  if (contexts.length === 0) return null;
  const offered = new Map<string, { readonly tool: Tool; readonly context: Context }>();
  for (const context of contexts) {
    const found = (await (context.getTools?.() ?? context.listTools?.())) as Tool[] | { tools?: Tool[] } | undefined;
    const list = Array.isArray(found) ? found : (found?.tools ?? []);
    for (const tool of list) if (!offered.has(tool.name)) offered.set(tool.name, { tool, context });
  }
  const parsed = (text: unknown): unknown => {
    try {
      return typeof text === 'string' ? (JSON.parse(text) as unknown) : text;
    } catch {
      return text;
    }
  };
  if (call === null) {
    return [...offered.values()].map(({ tool: { name, description, inputSchema } }) => {
      const schema = parsed(inputSchema);
      const tool = { name, description: description ?? '' };
      return schema === undefined || schema === '' ? tool : { ...tool, inputSchema: schema };
    });
  }
  const wanted = offered.get(call.name);
  if (!wanted) return { problem: 'unknown', names: [...offered.keys()] };
  const { tool, context } = wanted;
  try {
    // Browsers take the tool itself and an object, and took its name and a text before.
    const answered = context.executeTool
      ? await (context.getTools
          ? context.executeTool(tool, parsed(call.input))
          : context.executeTool(call.name, call.input))
      : await context.callTool?.({ name: call.name, arguments: parsed(call.input) });
    return { result: typeof answered === 'string' ? parsed(answered) : parsed(JSON.stringify(answered ?? null)) };
  } catch (thrown) {
    return { problem: 'failed', message: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}
