import { textOf } from '../http/address.ts';
import { listOf, recordOf, textIn, type UnknownRecord } from './record.ts';

/** Where the operations of a document are called, without a slash at the end; undefined when nothing says it. */
export function serverOf(
  document: UnknownRecord,
  nearer: readonly UnknownRecord[],
  specUrl: URL | undefined,
): string | undefined {
  const servers = [...nearer, document].map(({ servers }) => listOf(servers)).find((list) => list.length > 0);
  const declared = servers === undefined ? swaggerServer(document, specUrl) : openApiServer(recordOf(servers[0]));
  const base = declared ?? specUrl?.origin;
  if (base === undefined || !URL.canParse(base, specUrl?.href)) return undefined;
  const { origin, pathname, protocol } = new URL(base, specUrl);
  if (protocol !== 'http:' && protocol !== 'https:') return undefined;
  return origin + pathname.replace(/\/+$/, '');
}

/** A variable of a server stands for its default. */
function openApiServer(server: UnknownRecord): string | undefined {
  const variables = recordOf(server.variables);
  return textIn(server, 'url')?.replace(/\{([^{}]+)\}/g, (_whole, name: string) => {
    const variable = recordOf(Object.hasOwn(variables, name) ? variables[name] : undefined);
    return textOf(variable.default ?? listOf(variable.enum)[0] ?? '');
  });
}

function swaggerServer(document: UnknownRecord, specUrl: URL | undefined): string | undefined {
  const host = textIn(document, 'host') ?? specUrl?.host;
  const basePath = textIn(document, 'basePath') ?? '';
  if (document.swagger === undefined || host === undefined) return undefined;
  const schemes = listOf(document.schemes);
  const given = schemes.includes('https') ? 'https:' : schemes.includes('http') ? 'http:' : undefined;
  return `${given ?? specUrl?.protocol ?? 'https:'}//${host}${basePath.startsWith('/') ? '' : '/'}${basePath}`;
}
