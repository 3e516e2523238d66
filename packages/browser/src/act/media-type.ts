import { extname } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.csv': 'text/csv',
  '.gif': 'image/gif',
  '.html': 'text/html',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.json': 'application/json',
  '.md': 'text/markdown',
  '.mp4': 'video/mp4',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.webp': 'image/webp',
  '.xml': 'text/xml',
  '.zip': 'application/zip',
};

/** What a browser would say of a file by its name; pages check it. */
export function typeOf(path: string): string {
  return TYPES[extname(path).toLowerCase()] ?? '';
}
