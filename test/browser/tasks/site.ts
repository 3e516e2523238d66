/** Serves the pages of the tasks, and keeps what they and their forms report, by run (`?run=…`). */
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { buildPages } from './build-pages.ts';
import { SERVED } from './served.ts';

export interface Site {
  readonly url: (page: string, run: string) => string;
  /** What the page of a run holds, or its server received, last. */
  readonly state: (run: string) => unknown;
  readonly close: () => Promise<void>;
}

/** A request to the server behind a page. */
export interface Visit {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly run: string;
  readonly body: string;
  readonly keep: (state: unknown) => void;
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

/** Style sheets and scripts from packages that a page uses as they are. */
const FROM_PACKAGES: Readonly<Record<string, readonly string[]>> = {
  todo: ['todomvc-app-css/index.css'],
  swagger: ['swagger-ui-dist/swagger-ui.css'],
  shoelace: ['@shoelace-style/shoelace/dist/themes/light.css'],
  ionic: ['@ionic/core/css/ionic.bundle.css'],
  tabulator: ['tabulator-tables/dist/css/tabulator.min.css'],
  handsontable: ['handsontable/styles/handsontable.min.css', 'handsontable/styles/ht-theme-main.min.css'],
  select2: ['select2/dist/css/select2.min.css'],
  'tom-select': ['tom-select/dist/css/tom-select.default.min.css'],
  flatpickr: ['flatpickr/dist/flatpickr.min.css'],
  dropzone: ['dropzone/dist/dropzone.css'],
  leaflet: ['leaflet/dist/leaflet.css'],
  tinymce: ['tinymce/tinymce.min.js'],
  choices: ['choices.js/public/assets/styles/choices.min.css'],
  'slim-select': ['slim-select/dist/slimselect.css'],
  'select2-lists': ['select2/dist/css/select2.min.css'],
  'tom-lists': ['tom-select/dist/css/tom-select.default.min.css'],
  'vue-lists': ['vue-select/dist/vue-select.css'],
};

export async function serveSite(folder: string): Promise<Site> {
  const scripts = await buildPages(folder);
  const states = new Map<string, unknown>();
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await bodyOf(request);
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const run = searchParams.get('run') ?? '';
    const keep = (state: unknown) => states.set(run, state);
    const served = SERVED[`${request.method} ${pathname}`];
    if (served) served({ request, response, run, body, keep });
    else if (pathname === '/state') {
      keep(JSON.parse(body));
      response.writeHead(204).end();
    } else if (pathname.startsWith('/page/')) show(response, pathname.slice('/page/'.length));
    else if (pathname.startsWith('/script/')) send(response, join(scripts, pathname.slice('/script/'.length)));
    else send(response, join(folder, 'node_modules', decodeURIComponent(pathname)));
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve());
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: (page, run) => `${origin}/${page}${page.includes('?') ? '&' : '?'}run=${run}`,
    state: (run) => states.get(run),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function show(response: ServerResponse, name: string): void {
  const [library = ''] = name.split('/');
  const parts = (FROM_PACKAGES[library] ?? []).map((file) =>
    file.endsWith('.js') ? `<script src="/${file}"></script>` : `<link rel="stylesheet" href="/${file}">`,
  );
  const script = name.split('/').at(-1);
  response
    .writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' })
    .end(
      `<!doctype html><html lang="en"><title>${name}</title>${parts.join('')}<div id="app"></div><script type="module" src="/script/${script}.js"></script></html>`,
    );
}

function send(response: ServerResponse, file: string): void {
  if (!existsSync(file)) {
    response.writeHead(404).end();
    return;
  }
  response
    .writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream' })
    .end(readFileSync(file));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}
