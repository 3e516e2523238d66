import { troubleWithAuth } from '../auth/auth.ts';
import type { CallTemplate, UtcpTool } from '../manual-format.ts';
import { reachOfHost } from '@helve/network';
import { isRecord, recordOf } from '../openapi/record.ts';
import type { Finding } from '../protocol.ts';
import { hasOpenHost, placeholdersOf } from './address.ts';
import { isMethod, METHODS } from './template.ts';

/** Keys that every template may have. */
const EVERYWHERE = ['name', 'call_template_type', 'auth', 'allowed_communication_protocols'];

/** Keys of templates that make one request of arguments. */
export const REQUEST_KEYS = [
  'url',
  'http_method',
  'content_type',
  'headers',
  'body_field',
  'header_fields',
  'cookie_fields',
  'query_styles',
  'timeout',
] as const;

/** A key that nothing reads is most often a mistyped one. */
export function checkKeys(template: CallTemplate, at: string, known: readonly string[]): Finding[] {
  return Object.keys(template)
    .filter((key) => !EVERYWHERE.includes(key) && !known.includes(key) && !key.startsWith('x-'))
    .map((key) => ({
      level: 'warning',
      at: `${at}.${key}`,
      message: `Nothing reads ${key} in a template of type ${template.call_template_type}`,
      hint: `It may have: ${[...EVERYWHERE, ...known].join(', ')}.`,
    }));
}

/** What is wrong with a template that makes a request; variables in it may not be filled in yet. */
export function checkRequest(template: CallTemplate, at: string, tool?: UtcpTool): Finding[] {
  const { auth, http_method: method, headers, timeout } = template;
  const findings: Finding[] = [...checkUrlOf(template, at, tool)];
  const error = (key: string, message: string) => findings.push({ level: 'error', at: `${at}.${key}`, message });
  if (method !== undefined && (typeof method !== 'string' || !isMethod(method))) {
    error('http_method', `http_method must be one of ${METHODS.join(', ')}`);
  }
  if (headers !== undefined && headers !== null && !isRecord(headers)) error('headers', 'headers is not an object');
  for (const key of ['header_fields', 'cookie_fields']) {
    const list = template[key];
    if (list !== undefined && list !== null && !Array.isArray(list)) error(key, `${key} is not a list of names`);
  }
  if (timeout !== undefined && (typeof timeout !== 'number' || timeout <= 0)) {
    error('timeout', 'timeout is not a number of milliseconds');
  }
  if (auth !== undefined && auth !== null) {
    for (const message of troubleWithAuth(auth)) error('auth', `The auth is not complete: ${message}`);
    const tokenUrl = recordOf(auth).token_url;
    if (typeof tokenUrl === 'string') findings.push(...checkAddress(tokenUrl, `${at}.auth.token_url`));
  }
  return findings;
}

function checkUrlOf({ url }: CallTemplate, at: string, tool: UtcpTool | undefined): Finding[] {
  const place = `${at}.url`;
  if (typeof url !== 'string' || url === '') {
    return [{ level: 'error', at: place, message: 'The template has no url', hint: 'Write it in full: https://….' }];
  }
  const filled = url.replace(/\$\{\w+\}/g, 'variable');
  const declared = recordOf(tool?.inputs.properties);
  const undeclared = tool === undefined ? [] : placeholdersOf(filled).filter((name) => !Object.hasOwn(declared, name));
  return [
    ...checkAddress(url, place),
    ...undeclared.map(
      (name): Finding => ({
        level: 'warning',
        at: place,
        message: `The address needs ${name}, which inputs do not have`,
      }),
    ),
  ];
}

function checkAddress(address: string, at: string): Finding[] {
  // A variable at the beginning may hold scheme and host.
  if (/^\$[{\w]/.test(address)) return [];
  const filled = address.replace(/\$\{\w+\}|\$\w+/g, 'variable');
  if (hasOpenHost(filled) && /^[a-z]+:\/\//i.test(filled)) {
    return [{ level: 'error', at, message: 'An argument may not choose the host of an address' }];
  }
  const url = URL.canParse(filled) ? new URL(filled) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    return [{ level: 'error', at, message: 'This is not an http or https URL', hint: 'Write it in full: https://….' }];
  }
  const reach = reachOfHost(url);
  if (reach === 'private') {
    return [
      { level: 'warning', at, message: `${url.hostname} is a private address; calls are refused unless allowed` },
    ];
  }
  if (url.protocol === 'http:' && reach !== 'loopback') {
    const message = `Plain http to ${url.host} is refused unless allowed`;
    return [{ level: 'error', at, message, hint: `Use https://${url.host}.` }];
  }
  return [];
}
