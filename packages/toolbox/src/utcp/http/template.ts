import { call, CommandError, worded } from '@helve/command';
import type { CallTemplate } from '../manual-format.ts';
import { textOf } from './address.ts';

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;

/** The keys of a call template that say how a request is made of arguments. */
export interface HttpTemplate {
  readonly method: string;
  readonly url: string;
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly bodyField: string;
  /** The template named the field itself, so it is the body with any method. */
  readonly bodyFieldGiven: boolean;
  readonly headerFields: readonly string[];
  readonly cookieFields: readonly string[];
  /** How lists and objects in the query are written: comma, space, pipe, tab, deep; absent: `a=1&a=2`, objects as JSON. */
  readonly queryStyles: Readonly<Record<string, string>>;
}

export function readTemplate(template: CallTemplate): HttpTemplate {
  const { http_method: method = 'GET', url, content_type: contentType, body_field: bodyField } = template;
  if (typeof url !== 'string' || url === '') throw broken('it has no url');
  if (typeof method !== 'string' || !isMethod(method)) throw broken(`http_method must be one of ${METHODS.join(', ')}`);
  return {
    method: method.toUpperCase(),
    url,
    contentType: typeof contentType === 'string' && contentType !== '' ? contentType : 'application/json',
    headers: readTexts(template.headers, 'headers'),
    bodyField: typeof bodyField === 'string' ? bodyField : 'body',
    bodyFieldGiven: typeof bodyField === 'string',
    headerFields: readList(template.header_fields, 'header_fields'),
    cookieFields: readList(template.cookie_fields, 'cookie_fields'),
    queryStyles: readTexts(template.query_styles, 'query_styles'),
  };
}

export function isMethod(method: string): boolean {
  return METHODS.some((known) => known === method.toUpperCase());
}

function readTexts(value: unknown, key: string): Record<string, string> {
  if (value === undefined || value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value)) throw broken(`${key} is not an object`);
  return Object.fromEntries(Object.entries(value).map(([name, text]) => [name, textOf(text)]));
}

function readList(value: unknown, key: string): readonly string[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) || value.some((name) => typeof name !== 'string')) throw broken(`${key} is not a list`);
  return value as readonly string[];
}

function broken(says: string): CommandError {
  return new CommandError('INVALID_INPUT', `The call template cannot be used: ${says}`, {
    hint: worded`${call('utcp validate')} shows all that is wrong with a manual.`,
    retry: 'never',
  });
}
