import { randomUUID } from 'node:crypto';
import { call, compareVersions, worded, type Wording } from '@helve/command';
import { version } from '../../package.json';
import { endOf, runningService, startService } from './lifecycle.ts';
import { post } from './post.ts';
import { PROTOCOL_VERSION } from './protocol.ts';
import type { ServiceState } from './state.ts';

export interface Current {
  readonly service: ServiceState;
  /** What is wrong with it that only its user can decide about. */
  readonly warning?: Wording;
}

/** The service of a home, started if it does not run. An older one that keeps nothing makes way for one of this version. */
export async function currentService(home: string, port?: number): Promise<Current> {
  const found = runningService(home);
  const older = found && isOlder(found.version, version) ? found : undefined;
  // A service that runs has a token. Whoever took it away is not given another without a word: see `readToken`.
  if (found && !older && port === undefined) return { service: found };
  const stays = older !== undefined && !((await makesWay(home, older)) && (await endOf(older)));
  const service = await startService(home, port);
  return stays ? { service, warning: outdated(service) } : { service };
}

function outdated(service: ServiceState): Wording {
  const versions = `The service is of version ${service.version}, and helve of ${version}`;
  return worded`${versions}. It keeps things that would end with it; to replace it: ${call('service restart')}`;
}

/** Asks a service to end unless it keeps something or has something to do. One that does not understand stays. */
async function makesWay(home: string, service: ServiceState): Promise<boolean> {
  const asked = { protocol_version: PROTOCOL_VERSION, id: randomUUID(), action: 'leave', params: {} } as const;
  const answered = await post(home, service, asked, {}).catch((error: Error) => {
    // Others ask it too, and it may go before it has answered.
    if (runningService(home)?.pid === service.pid) throw error;
    return 'not there' as const;
  });
  if (answered === 'not there') return true;
  return answered.ok && (answered.data as { readonly leaving: boolean }).leaving;
}

/** Whether a version comes before another. Pre-releases are the same as their release. */
export function isOlder(one: string, other: string): boolean {
  const [left = '', right = ''] = [one, other].map((version) => version.replace(/-.*/, ''));
  return (compareVersions(left, right) ?? 0) < 0;
}
