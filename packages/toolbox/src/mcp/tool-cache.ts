import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { CommandError, type Place } from '@helve/command';
import type { Server } from './server.ts';
import { type McpTool, mcpToolShape } from './tool.ts';

/** The tools of a server as it listed them last. */
export interface ToolList {
  readonly listedAt: string;
  readonly tools: readonly McpTool[];
}

const Cached = v.object({
  listedAt: v.string(),
  tools: v.array(mcpToolShape),
});

/** What is known of a server's tools without starting it; a changed configuration is another server. */
export async function cachedTools(
  where: Pick<Place, 'home'>,
  server: Pick<Server, 'name' | 'config'>,
): Promise<ToolList | undefined> {
  try {
    return v.parse(Cached, JSON.parse(await readFile(fileOf(where.home, server), 'utf8')));
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
    await mkdir(join(home, 'mcp-tools'), { recursive: true, mode: 0o700 });
    await writeFile(temp, JSON.stringify(list), { mode: 0o600, flag: 'wx' });
    await rename(temp, file);
  } catch {
    // A full disk must not fail the call: the list can be had again.
    await rm(temp, { force: true }).catch(() => {});
  }
}

function fileOf(home: string, { name, config }: Pick<Server, 'name' | 'config'>): string {
  const known = config instanceof CommandError ? null : config;
  const hash = createHash('sha256')
    .update(JSON.stringify([name, known]))
    .digest('hex')
    .slice(0, 16);
  return join(home, 'mcp-tools', `${name.replace(/[^\w-]/g, '_').slice(0, 64)}-${hash}.json`);
}
