import { randomBytes } from 'node:crypto';
import { CommandError } from '@helve/command';
import { textOf } from './address.ts';

export interface Body {
  readonly contentType: string;
  readonly bytes: string | Buffer;
}

/** Writes a body in the form that its content type says. */
export function writeBody(value: unknown, contentType: string): Body {
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === 'application/json' || type.endsWith('+json')) return { contentType, bytes: JSON.stringify(value) };
  if (type === 'application/x-www-form-urlencoded') return { contentType, bytes: writeForm(fieldsOf(value, type)) };
  if (type === 'multipart/form-data') return writeParts(fieldsOf(value, type));
  return { contentType, bytes: isFile(value) ? fileBytes(value) : textOf(value) };
}

function writeForm(fields: Readonly<Record<string, unknown>>): string {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    for (const one of Array.isArray(value) ? value : [value]) form.append(name, textOf(one));
  }
  return form.toString();
}

/** A file in a body: its bytes as text or base64, and what the server is told of it. */
interface FileValue {
  readonly filename?: string;
  readonly content_type?: string;
  readonly text?: string;
  readonly base64?: string;
}

/** What a file looks like as an argument. */
export const FILE_SCHEMA = {
  type: 'object',
  description: 'A file: its content as text or as base64',
  properties: {
    filename: { type: 'string' },
    content_type: { type: 'string' },
    text: { type: 'string' },
    base64: { type: 'string' },
  },
  additionalProperties: false,
} as const;

function writeParts(fields: Readonly<Record<string, unknown>>): Body {
  const boundary = `helve-${randomBytes(16).toString('hex')}`;
  const parts: Buffer[] = [];
  for (const [name, value] of Object.entries(fields)) {
    for (const one of Array.isArray(value) ? value : [value]) parts.push(writePart(boundary, name, one));
  }
  parts.push(Buffer.from(`--${boundary}--\r\n`));
  return { contentType: `multipart/form-data; boundary=${boundary}`, bytes: Buffer.concat(parts) };
}

function writePart(boundary: string, name: string, value: unknown): Buffer {
  const lines = [`--${boundary}`];
  let bytes: Buffer;
  if (isFile(value)) {
    const filename = value.filename ?? name;
    const type = (value.content_type ?? 'application/octet-stream').replace(/[\r\n]/g, ' ');
    lines.push(`Content-Disposition: form-data; name="${quoted(name)}"; filename="${quoted(filename)}"`);
    lines.push(`Content-Type: ${type}`);
    bytes = fileBytes(value);
  } else {
    lines.push(`Content-Disposition: form-data; name="${quoted(name)}"`);
    if (typeof value === 'object') lines.push('Content-Type: application/json');
    bytes = Buffer.from(textOf(value));
  }
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), bytes, Buffer.from('\r\n')]);
}

/** As browsers write names in multipart forms. */
function quoted(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function isFile(value: unknown): value is FileValue {
  if (typeof value !== 'object' || value === null) return false;
  if (!Object.keys(value).every((key) => Object.hasOwn(FILE_SCHEMA.properties, key))) return false;
  return ('base64' in value && typeof value.base64 === 'string') || ('text' in value && typeof value.text === 'string');
}

function fileBytes(file: FileValue): Buffer {
  return file.base64 === undefined ? Buffer.from(file.text ?? '') : Buffer.from(file.base64, 'base64');
}

function fieldsOf(value: unknown, type: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const entries = Object.entries(value).filter(([, field]) => field !== undefined && field !== null);
    return Object.fromEntries(entries);
  }
  throw new CommandError('INVALID_INPUT', `The body must be an object: it is sent as ${type}`);
}
