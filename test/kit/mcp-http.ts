import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { BINARY, type Sandbox } from './helve.ts';

export interface HttpServer {
  readonly url: URL;
  readonly tokenFile: string | undefined;
  readonly token: string;
  readonly pid: number | undefined;
  /** Tells it to stop, and gives its exit code. */
  readonly stop: () => Promise<number | null>;
}

/** Starts `helve mcp --http`; it is gone after the test. */
export async function startHttp({ dir, env }: Sandbox, args: readonly string[] = []): Promise<HttpServer> {
  const child = spawn(process.execPath, [BINARY, 'mcp', '--http', ...args], {
    cwd: dir,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const exited = once(child, 'exit');
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const { url, tokenFile } = JSON.parse(String(line)) as { readonly url: string; readonly tokenFile?: string };
  return {
    url: new URL(url),
    tokenFile,
    token: tokenFile === undefined ? '' : (await readFile(tokenFile, 'utf8')).trim(),
    pid: child.pid,
    stop: async () => {
      child.kill('SIGTERM');
      const [code] = await exited;
      return code as number | null;
    },
  };
}

export interface Answered {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** Sends exactly these headers, which `fetch` would not: it sets Host and Origin by itself. */
export function post(
  { url, token }: Pick<HttpServer, 'url' | 'token'>,
  body: string,
  headers: Readonly<Record<string, string | undefined>> = {},
): Promise<Answered> {
  const all = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    authorization: `Bearer ${token}`,
    ...headers,
  };
  const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers: Object.fromEntries(given) }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, body }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
