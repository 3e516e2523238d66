import { printable } from './printable.ts';

interface Shown {
  readonly path: string;
}

type FileShown =
  | (Shown & { readonly ok: true; mediaType: string; content: string; encoding: string; bytes: number })
  | (Shown & { readonly ok: false; error: { message: string; hint?: string | undefined } });

/** Each file below its name, in the manner of `head`. */
export function viewFiles({ files }: { readonly files: readonly FileShown[] }): string {
  if (files.length === 0) return 'No files';
  return files.map((file) => `==> ${printable(file.path)} <==\n${viewFile(file)}`).join('\n\n');
}

function viewFile(file: FileShown): string {
  if (!file.ok) return [`error: ${file.error.message}`, file.error.hint].filter(Boolean).join('\n');
  if (file.encoding === 'base64') return `[${file.mediaType}, ${file.bytes} bytes; see it with fs read]`;
  return file.content.replace(/\n$/, '');
}
