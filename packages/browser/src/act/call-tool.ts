import type * as v from 'valibot';
import type { input } from '../commands/browser/act/call-tool.ts';
import { browserRun } from '../perform.ts';

export const callTool = browserRun(async (given: v.InferOutput<typeof input>, { relay, act }) => {
  const { name, input: wanted } = given;
  const session = relay.sessions.get(given.session);
  const tab = relay.sessions.tab(session, undefined);
  const { result } = await act('tool.call', { name, input: JSON.stringify(wanted) }, { session, tab });
  return { name, result };
});
