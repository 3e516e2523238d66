import type { CallTemplate, Manual } from '../manual-format.ts';
import { withLimit, readBody } from '@helve/network';
import { readDocument } from '../openapi/read-document.ts';
import type { Host } from '../protocol.ts';
import { decodeText } from './answer.ts';
import { draftRequest } from './draft.ts';
import { describeDiscovery, DISCOVERY_MS, send, timeoutIn } from './send.ts';

/** GitHub's OpenAPI document has 13 MB. */
export const LARGEST_DOCUMENT = 64 * 1024 * 1024;

/** Reads the manual, or OpenAPI document, that the url of a template gives. */
export async function discoverAtUrl(template: CallTemplate, host: Host): Promise<Manual> {
  const what = describeDiscovery(template);
  return withLimit(host.signal, timeoutIn(template) ?? DISCOVERY_MS, what, async (signal) => {
    const connect = { allow: host.allow, now: host.now, signal };
    const draft = draftRequest({ http_method: 'GET', ...template }, {});
    const reply = await send(draft, template.auth, what, connect);
    const bytes = await readBody(reply, what, LARGEST_DOCUMENT);
    return readDocument(decodeText(bytes, reply.headers['content-type'] ?? ''), template, host, reply.url);
  });
}
