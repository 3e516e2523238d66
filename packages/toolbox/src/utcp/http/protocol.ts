import { forgetTokens } from '../auth/oauth2.ts';
import { readBody, withLimit } from '@helve/network';
import type { Protocol } from '../protocol.ts';
import { readValue } from './answer.ts';
import { checkKeys, checkRequest, REQUEST_KEYS } from './check.ts';
import { discoverAtUrl } from './discover.ts';
import { draftRequest } from './draft.ts';
import { CALL_MS, describeCall, send, timeoutOf } from './send.ts';

/** Tools that are one HTTP request each. */
export const httpProtocol: Protocol = {
  type: 'http',
  discover: discoverAtUrl,

  async call(call, host) {
    const what = describeCall(call);
    const started = host.now();
    return withLimit(host.signal, timeoutOf(call, CALL_MS), what, async (signal) => {
      const connect = { allow: host.allow, now: host.now, signal };
      const reply = await send(draftRequest(call.template, call.args), call.template.auth, what, connect);
      const bytes = await readBody(reply, what);
      const contentType = reply.headers['content-type'] ?? '';
      const value = await readValue(bytes, contentType, host);
      const durationMs = host.now() - started;
      return { value, detail: { status: reply.status, contentType, bytes: bytes.length, durationMs } };
    });
  },

  check: (template, at, tool) => [
    ...checkKeys(template, at, [...REQUEST_KEYS, 'auth_tools', 'base_url']),
    ...checkRequest(template, at, tool),
  ],

  async close() {
    forgetTokens();
  },
};
