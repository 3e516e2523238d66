import { TextDecoder } from 'node:util';
import { writeFile } from 'node:fs/promises';
import { createSpillPath } from '@helve/command';
import { parseExactJson } from '../../json.ts';
import type { Host } from '../protocol.ts';

/** What became of bytes that are not text. */
export interface BinaryAnswer {
  /** Holds the bytes; removed after a week. */
  readonly file: string;
  readonly contentType: string;
  readonly bytes: number;
}

/** The value of an answer by its content type: data for JSON and YAML, text for text, a file for the rest. */
export async function readValue(bytes: Buffer, contentType: string, host: Host): Promise<unknown> {
  if (bytes.length === 0) return null;
  const kind = kindOf(contentType, bytes);
  if (kind === 'binary') {
    const file = await createSpillPath({ place: host, now: host.now });
    await writeFile(file, bytes, { mode: 0o600 });
    return { file, contentType, bytes: bytes.length } satisfies BinaryAnswer;
  }
  const text = decodeText(bytes, contentType);
  if (kind === 'json') return parseOr(text, parseExactJson, () => host.warn('The answer says it is JSON, but is not'));
  if (kind === 'yaml') {
    const { parse } = await import('yaml');
    return parseOr(
      text,
      (yaml) => parse(yaml, { logLevel: 'silent' }),
      () => {
        host.warn('The answer says it is YAML, but is not');
      },
    );
  }
  return kind === 'unknown' && /^\s*[[{]/.test(text) ? parseOr(text, parseExactJson, () => {}) : text;
}

type Kind = 'json' | 'yaml' | 'text' | 'binary' | 'unknown';

export function kindOf(contentType: string, bytes: Buffer): Kind {
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === 'application/json' || type === 'text/json' || type.endsWith('+json')) return 'json';
  if (/^(?:application|text)\/(?:x-|vnd\.)?yaml$|\+yaml$/.test(type)) return 'yaml';
  if (type.startsWith('text/') || /xml$|javascript$|graphql$|x-www-form-urlencoded$|ndjson$|jsonl$/.test(type))
    return 'text';
  if (type !== '') return 'binary';
  return isText(bytes) ? 'unknown' : 'binary';
}

/** In the character set that the content type names, or UTF-8. */
export function decodeText(bytes: Buffer, contentType: string): string {
  return textDecoder(contentType).decode(bytes);
}

export function textDecoder(contentType: string): TextDecoder {
  const charset = /charset="?([^";\s]+)/i.exec(contentType)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}

function isText(bytes: Buffer): boolean {
  try {
    return !new TextDecoder('utf-8', { fatal: true }).decode(bytes).includes('\0');
  } catch {
    return false;
  }
}

function parseOr(text: string, parse: (text: string) => unknown, warn: () => void): unknown {
  try {
    return parse(text);
  } catch {
    warn();
    return text;
  }
}
