import { realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Launch } from './clients.ts';

/**
 * How another program starts this helve: by its name where PATH leads to the same file, and otherwise by the files that
 * run now. A helve that npx unpacked may be gone tomorrow, so npx starts it again.
 */
export function launchWith(
  args: readonly string[],
  { program, node, path = '' }: { readonly program: string; readonly node: string; readonly path?: string | undefined },
): Launch {
  const own = realPathIfAny(program);
  if (/[\\/]_npx[\\/]/.test(own ?? '')) return { command: 'npx', args: ['-y', 'helve', ...args] };
  const named = path
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => realPathIfAny(join(folder, 'helve')))
    .find((file) => file !== undefined);
  return named !== undefined && named === own
    ? { command: 'helve', args }
    : { command: node, args: [own ?? program, ...args] };
}

function realPathIfAny(file: string): string | undefined {
  try {
    return realpathSync(file);
  } catch {
    return undefined;
  }
}
