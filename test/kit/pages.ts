import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { afterAll, beforeAll } from 'vitest';

export type TestPage = string | ((request: IncomingMessage, response: ServerResponse) => void);

export interface Pages {
  /** `http://127.0.0.1:1234` */
  readonly origin: string;
  /** The same pages under a name that is another site: `http://localhost:1234` */
  readonly otherOrigin: string;
  /** What was asked for, in order: `GET /a`. */
  readonly requests: readonly string[];
  readonly close: () => Promise<void>;
}

/** The file that is served under a path where no page is. */
export type FindFile = (path: string) => string | undefined;

const TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css', '.ttf': 'font/ttf' };

/** Serves pages by their path, on the loopback interface. */
export async function serve(
  pages: Readonly<Record<string, TestPage>>,
  findFile: FindFile = () => undefined,
): Promise<Pages> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    const path = request.url?.split('?')[0] ?? '';
    const [page, file] = [pages[path], findFile(path)];
    if (typeof page === 'function') page(request, response);
    else if (page === undefined && file !== undefined && existsSync(file))
      response.writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? '' }).end(readFileSync(file));
    else if (page === undefined) response.writeHead(404).end('Not found');
    else response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(page);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve());
  });
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    otherOrigin: `http://localhost:${port}`,
    requests,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Serves pages to the tests of one file. */
export function usePages(
  pages: Readonly<Record<string, TestPage>>,
  findFile?: FindFile,
): Pick<Pages, 'origin' | 'otherOrigin' | 'requests'> {
  let served: Pages | undefined;
  beforeAll(async () => {
    served = await serve(pages, findFile);
  });
  afterAll(() => served?.close());
  const now = () => {
    if (!served) throw new Error('The pages are not there yet');
    return served;
  };
  return {
    get origin() {
      return now().origin;
    },
    get otherOrigin() {
      return now().otherOrigin;
    },
    get requests() {
      return now().requests;
    },
  };
}
