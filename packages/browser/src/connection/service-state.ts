import { join } from 'node:path';
import { readRegularText } from '@helve/command';
import * as v from 'valibot';

const STATE = v.object({ port: v.number(), version: v.string() });

/** Where the service that we run in listens, as it tells everybody. */
export function readService(home: string): v.InferOutput<typeof STATE> {
  return v.parse(STATE, JSON.parse(readRegularText(join(home, 'service.json'))));
}
