import { mkdir, readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Script } from '../../packages/assistant/src/testing/model-server.ts';
import { type AssistantSandbox, openAssistant } from './assistant.ts';

export type HookKind = 'command' | 'http';

/** What hooks answer, by the names of events: data that is sent as JSON, and for others nothing. */
export type HookReplies = Readonly<Record<string, object>>;

export interface Hooked extends AssistantSandbox {
  /** What the hooks were given so far. */
  readonly given: () => Promise<readonly Given[]>;
}

export interface Given {
  readonly hook_event_name: string;
  readonly [field: string]: unknown;
}

/** An assistant with a hook of a kind for each of these events, which keeps what it is given and answers. */
export async function openHooked(
  kind: HookKind,
  events: readonly string[],
  replies: HookReplies,
  script: Script,
  { files = {}, settings = {} }: { files?: Readonly<Record<string, string>>; settings?: object } = {},
): Promise<Hooked> {
  const open = (hooks: object) => openAssistant(script, files, { ...settings, hooks });
  if (kind === 'command') {
    // Hooks run side by side, so each has a file of its own; their names sort by time.
    const command = (event: string) =>
      `cat > "$GIVEN/$(date +%s%N)-$$"; printf %s '${JSON.stringify(replies[event] ?? {})}'`;
    const sandbox = await open(forEach(events, (event) => ({ type: 'command', command: command(event) })));
    const folder = join(sandbox.home, 'given');
    await mkdir(folder);
    sandbox.env.GIVEN = folder;
    return { ...sandbox, given: () => readGiven(folder) };
  }
  const given: Given[] = [];
  const url = await listen((payload, answer) => {
    given.push(payload);
    answer(200, JSON.stringify(replies[payload.hook_event_name] ?? {}));
  });
  return { ...(await open(forEach(events, () => ({ type: 'http', url })))), given: async () => given };
}

/** A server for hooks; gives its address. */
export async function listen(
  answer: (payload: Given, reply: (status: number, body: string) => void) => void,
): Promise<string> {
  const server = createServer((request, response) => {
    void request
      .setEncoding('utf8')
      .toArray()
      .then((chunks: readonly string[]) =>
        answer(JSON.parse(chunks.join('')) as Given, (status, body) => void response.writeHead(status).end(body)),
      );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

export function forEach(events: readonly string[], hook: (event: string) => object): object {
  return Object.fromEntries(events.map((event) => [event, [{ hooks: [hook(event)] }]]));
}

/** All that the model was told with a request, counted from 0. */
export function toldTo({ server }: AssistantSandbox, request: number): string {
  return JSON.stringify(server.requests[request]?.body.messages);
}

async function readGiven(folder: string): Promise<readonly Given[]> {
  const names = (await readdir(folder)).sort();
  return Promise.all(names.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as Given));
}
