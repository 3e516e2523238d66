import { createHash, randomBytes } from 'node:crypto';
import { rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { CommandError, makeFolder, type Place, readRegularText } from '@helve/command';
import type { Server } from './server.ts';
import { type McpTool, mcpToolShape } from './tool.ts';

/** The tools of a server as it listed them last. */
export interface ToolList {
  readonly listedAt: string;
  readonly tools: readonly McpTool[];
  /** What was wrong with tools that were left out. */
  readonly problems?: readonly string[];
}

const Cached = v.object({
  listedAt: v.string(),
  tools: v.array(mcpToolShape),
  problems: v.exactOptional(v.array(v.string())),
});

/** What is known of a server's tools without starting it; a changed configuration is another server. */
export async function cachedTools(
  where: Pick<Place, 'home'>,
  server: Pick<Server, 'name' | 'config'>,
): Promise<ToolList | undefined> {
  try {
    return v.parse(Cached, JSON.parse(readRegularText(fileOf(where.home, server))));
  } catch {
    // Not there, or not as we write it: the server can be asked.
    return undefined;
  }
}

export async function writeCachedTools(
  home: string,
  server: Pick<Server, 'name' | 'config'>,
  list: ToolList,
): Promise<void> {
  const file = fileOf(home, server);
  const temp = `${file}.${randomBytes(8).toString('hex')}.tmp`;
  try {
    await makeFolder(join(home, 'mcp-tools'), 0o700);
    await writeFile(temp, JSON.stringify(list), { mode: 0o600, flag: 'wx' });
    await rename(temp, file);
    await rm(lateFileOf(home, server), { force: true });
  } catch {
    // A full disk must not fail the call: the list can be had again.
    await rm(temp, { force: true }).catch(() => {});
  }
}

/** How long a server that did not start in time is taken for unavailable by lists of all servers, also in other processes. */
const LATE_MS = 5 * 60_000;

/** Remembers that a server did not start in time. */
export async function markLate(home: string, server: Pick<Server, 'name' | 'config'>): Promise<void> {
  try {
    await makeFolder(join(home, 'mcp-tools'), 0o700);
    await writeFile(lateFileOf(home, server), '', { mode: 0o600 });
  } catch {
    // The next list waits once more.
  }
}

/** Whether a server did not start in time a short while ago. */
export async function isLate(home: string, server: Pick<Server, 'name' | 'config'>, now: number): Promise<boolean> {
  const found = await stat(lateFileOf(home, server)).catch(() => undefined);
  return found !== undefined && Math.abs(now - found.mtimeMs) < LATE_MS;
}

function lateFileOf(home: string, server: Pick<Server, 'name' | 'config'>): string {
  return `${fileOf(home, server)}.late`;
}

function fileOf(home: string, { name, config }: Pick<Server, 'name' | 'config'>): string {
  const known = config instanceof CommandError ? null : config;
  const hash = createHash('sha256')
    .update(JSON.stringify([name, known]))
    .digest('hex')
    .slice(0, 16);
  return join(home, 'mcp-tools', `${name.replace(/[^\w-]/g, '_').slice(0, 64)}-${hash}.json`);
}
