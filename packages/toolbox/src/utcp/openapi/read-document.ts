import type { CallTemplate, Manual } from '../manual-format.ts';
import { reachOfHost } from '@helve/network';
import type { Host } from '../protocol.ts';
import { readManual } from '../read-manual.ts';
import { convertOpenApi, isOpenApi } from './convert.ts';
import { isRecord, recordOf, textIn } from './record.ts';

/** Reads a manual that is written as such or as an OpenAPI document, in JSON or YAML. */
export async function readDocument(
  source: unknown,
  template: CallTemplate,
  host: Pick<Host, 'allow' | 'warn'>,
  from?: URL,
): Promise<Manual> {
  const parsed = typeof source === 'string' ? await parseText(source) : source;
  if (isOpenApi(parsed)) {
    return convertOpenApi(parsed, {
      specUrl: from,
      baseUrl: textIn(template, 'base_url'),
      authTools: template.auth_tools,
      headers: template.headers as Readonly<Record<string, string>> | undefined,
      allowLoopback: host.allow.privateNetwork === true,
      report: host.warn,
    });
  }
  const { manual, findings } = readManual(isRecord(parsed) || Array.isArray(parsed) ? parsed : source, { template });
  for (const { at, message } of findings) host.warn(at === '' ? message : `${at}: ${message}`);
  return from === undefined || host.allow.privateNetwork === true ? manual : withoutLocal(manual, from, host);
}

/** JSON is YAML, but is read much faster as what it is. What is neither is left to who reads manuals. */
export async function parseText(text: string): Promise<unknown> {
  try {
    return JSON.parse(text);
  } catch {
    const { parse } = await import('yaml');
    try {
      return parse(text, { logLevel: 'silent' });
    } catch {
      return text;
    }
  }
}

/** A manual from elsewhere may not make calls to services that only this machine reaches. */
function withoutLocal(manual: Manual, from: URL, host: Pick<Host, 'warn'>): Manual {
  if (reachOfHost(from) === 'loopback') return manual;
  const isLocal = (url: unknown) =>
    typeof url === 'string' && URL.canParse(url) && reachOfHost(new URL(url)) === 'loopback';
  const tools = manual.tools.filter(({ name, tool_call_template: { url, auth } }) => {
    const local = isLocal(url) || isLocal(recordOf(auth).token_url);
    if (local) host.warn(`The tool ${name} is left out: a manual from ${from.host} may not call this machine`);
    return !local;
  });
  return { ...manual, tools };
}
