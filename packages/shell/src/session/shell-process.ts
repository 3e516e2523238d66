import { readlinkSync, realpathSync } from 'node:fs';
import { descendants } from './waiting.ts';

/** The process that runs this program: what keeps a shell in becomes it, or stands above it. */
export function findProgram(root: number, program: string): number | undefined {
  const wanted = realpathSync(program);
  return descendants(root)?.find((pid) => programOf(pid) === wanted);
}

function programOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/exe`);
  } catch {
    return undefined;
  }
}
