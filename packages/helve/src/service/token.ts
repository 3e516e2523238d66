import { call, worded } from '@helve/command';
import { join } from 'node:path';
import type { TokenFile } from '@helve/settings';

/** Where the token of a home's service is. Shells read it too. */
export function tokenFile(home: string): TokenFile {
  const path = join(home, 'token');
  return { path, renew: worded`and restart the service: ${call('service restart')}` };
}
