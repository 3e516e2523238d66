import { authorityOf, type Caller } from '../authority.ts';
import { OPEN_POLICY } from '../open.ts';

export function sampleCaller(more: Partial<Caller> = {}): Caller {
  return { cwd: '/project', env: { HOME: '/users/me' }, home: '/state', authority: authorityOf(OPEN_POLICY), ...more };
}
