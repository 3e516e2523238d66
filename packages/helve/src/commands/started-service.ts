import { integer } from '@helve/command';
import * as v from 'valibot';

const what = 'The port on 127.0.0.1; 0 for any. Unless given: as before, or the first that is free from 9615 on';

/** What a service that is to be started is told, and what it tells. */
export const startedService = {
  input: v.object({ port: v.optional(integer(what, { min: 0, max: 65535 })) }),
  output: v.object({
    running: v.literal(true),
    pid: v.number(),
    port: v.number(),
    pairingCode: v.string(),
    pairingExpiresAt: v.number(),
  }),
};
