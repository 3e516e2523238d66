import { join } from 'node:path';
import type { TokenFile } from '@helve/settings';

/** Where the token of a home's service is. Shells read it too. */
export function tokenFile(home: string): TokenFile {
  const path = join(home, 'token');
  return { path, renew: `and start the service anew: rm ${path} && helve service restart` };
}
