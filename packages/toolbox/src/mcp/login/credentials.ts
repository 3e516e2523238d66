import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { makeFolder } from '@helve/command';
import { HomeFile } from '@helve/settings';
import * as v from 'valibot';

/** What a login leaves behind: who we are to the server's authority, and its tokens. In the SDK's own shapes. */
export interface Credentials {
  readonly client?: unknown;
  readonly tokens?: unknown;
  readonly discovery?: unknown;
}

export async function readCredentials(home: string, url: string): Promise<Credentials> {
  return fileOf(url).read(home);
}

export async function writeCredentials(home: string, url: string, credentials: Credentials): Promise<void> {
  await makeFolder(join(home, FOLDER), 0o700);
  await fileOf(url).change(home, () => credentials);
}

const FOLDER = 'mcp-auth';

function fileOf(url: string): HomeFile<Credentials> {
  const hash = createHash('sha256').update(url).digest('hex').slice(0, 16);
  return new HomeFile<Credentials>({
    name: join(FOLDER, `${new URL(url).hostname.replace(/[^\w.-]/g, '_')}-${hash}.json`),
    schema: v.object({
      client: v.exactOptional(v.unknown()),
      tokens: v.exactOptional(v.unknown()),
      discovery: v.exactOptional(v.unknown()),
    }),
    empty: {},
    holds: 'tokens',
    fill: 'mcp login',
    secret: true,
  });
}
