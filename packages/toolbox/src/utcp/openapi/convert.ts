import { CommandError } from '@helve/command';
import type { Manual, UtcpTool } from '../manual-format.ts';
import { reachOfHost } from '@helve/network';
import { createNames, toTool } from './operation.ts';
import { follow } from './pointer.ts';
import { isRecord, recordOf, textIn, type UnknownRecord } from './record.ts';
import { createSchemas } from './schemas.ts';
import { accessOf } from './security.ts';
import { serverOf } from './server.ts';

export interface ConvertOptions {
  /** Where the document came from, if it came over the network. */
  readonly specUrl?: URL | undefined;
  /** Where its operations are called, whatever the document says. */
  readonly baseUrl?: string | undefined;
  /** Credentials for those operations that ask for such; null: none are sent. */
  readonly authTools?: unknown;
  /** Sent with each call, to the server that the document came from or that the user named. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** A document from elsewhere may name servers on this machine. */
  readonly allowLoopback?: boolean;
  /** Told of what could not be taken over. */
  readonly report: (message: string) => void;
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const;

export function isOpenApi(document: unknown): document is UnknownRecord {
  if (!isRecord(document)) return false;
  return document.openapi !== undefined || document.swagger !== undefined || isRecord(document.paths);
}

/** Makes a manual of an OpenAPI 3 or Swagger 2 document: each operation is a tool. */
export function convertOpenApi(document: UnknownRecord, options: ConvertOptions): Manual {
  const reported = new Set<string>();
  const report = (message: string) => {
    if (!reported.has(message)) options.report(message);
    reported.add(message);
  };
  const sent = createSchemas(document, 'readOnly', report);
  const received = createSchemas(document, 'writeOnly', report);
  const nameOf = createNames();
  const title = textIn(recordOf(document.info), 'title') ?? 'openapi';
  const templateName = title.replace(/\W+/g, '_');
  const tools: UtcpTool[] = [];
  for (const [path, item] of Object.entries(recordOf(document.paths))) {
    const pathItem = follow(document, item);
    for (const method of METHODS) {
      if (!isRecord(pathItem[method])) continue;
      const operation = pathItem[method];
      const access = accessOf(document, operation, options.authTools);
      const place = `${method.toUpperCase()} ${path}`;
      if (access === undefined) {
        report(`${place} is left out: it asks for a kind of security that UTCP does not have`);
        continue;
      }
      const server = options.baseUrl?.replace(/\/+$/, '') ?? serverOf(document, [operation, pathItem], options.specUrl);
      if (server === undefined) throw noServer();
      refuseLoopback(server, options);
      const name = nameOf(method, path, operation);
      const headers = isOwnServer(server, options) ? (options.headers ?? {}) : {};
      tools.push(
        toTool(
          { document, name, method, path, server, pathItem, operation, access, headers, templateName },
          sent,
          received,
        ),
      );
    }
  }
  return { utcp_version: '1.0.1', manual_version: textIn(recordOf(document.info), 'version') ?? '1.0.0', tools };
}

/** Else a document from the internet could send calls to services that only this machine reaches. */
function refuseLoopback(server: string, { specUrl, baseUrl, allowLoopback }: ConvertOptions): void {
  if (specUrl === undefined || baseUrl !== undefined || allowLoopback === true) return;
  if (reachOfHost(specUrl) === 'loopback' || reachOfHost(new URL(server)) !== 'loopback') return;
  throw new CommandError('PERMISSION_DENIED', `The document from ${specUrl.host} names a server on this machine`, {
    hint: `If that is right, say so in the template: "base_url": "${server}".`,
    retry: 'never',
  });
}

/** What was meant for one server is not told to another that a document names. */
function isOwnServer(server: string, { specUrl, baseUrl }: ConvertOptions): boolean {
  return specUrl === undefined || baseUrl !== undefined || new URL(server).origin === specUrl.origin;
}

function noServer(): CommandError {
  return new CommandError('INVALID_INPUT', 'The OpenAPI document does not say where its server is', {
    hint: 'Set it in the template: "base_url": "https://…".',
    retry: 'never',
  });
}
