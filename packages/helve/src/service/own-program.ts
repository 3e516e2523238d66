import { statSync } from 'node:fs';

/**
 * Whether the program that this process runs was replaced on disk, as an upgrade does. What it has not loaded yet would
 * then come from another version.
 */
export function watchProgram(file: string): () => boolean {
  const ours = identityOf(file);
  return () => identityOf(file) !== ours;
}

function identityOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return found ? `${found.dev}:${found.ino}:${found.mtimeMs}:${found.size}` : 'gone';
}
