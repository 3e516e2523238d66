import { Failure } from '../../failure.ts';
import { tabAt, tabOf, type WorkerAction } from '../request/call.ts';

/** Nothing is done but to say so: the service pauses the session, and the person is told. */
export const requireHuman: WorkerAction<'require-human'> = async ({ reason, forAttach }, call) => {
  const tabId = tabOf(call);
  const { url = '', title = '', status = '' } = await tabAt(tabId);
  const { session, id } = call.request;
  throw new Failure(
    'HUMAN_REQUIRED',
    `A person is asked to help: ${reason}`,
    `Wait for them: helve browser wait-human -s ${session}`,
    { reason, forAttach, kind: forAttach ? 'attach' : 'manual', url, title, state: status, id },
  );
};
