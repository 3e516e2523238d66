import { formatLine } from '@helve/command/line';
import { command as move } from './move.ts';

/** What was deleted, and the command that brings it back. */
export function describeDeleted(data: { readonly path: string; readonly trashed?: string | undefined }): string {
  if (data.trashed === undefined) return `Deleted ${data.path} for good`;
  return `Deleted ${data.path}; to get it back: ${formatLine(move, { from: data.trashed, to: data.path })}`;
}
