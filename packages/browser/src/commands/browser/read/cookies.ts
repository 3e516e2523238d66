import { defineCommand, inService } from '@helve/command';
import * as v from 'valibot';
import { COOKIE } from '../../../protocol/inspecting.ts';
import { pageRendering } from '../../page-content.ts';
import { more, paging } from '../../paging.ts';
import { session } from '../../parameters.ts';
import { approvesReveal, reveal } from '../../reveal.ts';

export const input = v.object({ session, ...paging, reveal });

const output = v.object({ cookies: v.array(COOKIE), ...more });

export const command = defineCommand({
  path: 'browser cookies',
  summary: 'List the cookies that the page is sent with; values are masked',
  effect: 'inspect',
  approves: approvesReveal,
  input,
  output,
  examples: ['helve browser cookies -s abc234'],
  run: inService(async () => (await import('../../../read/stored.ts')).readCookies),
  render: pageRendering(({ cookies }: v.InferOutput<typeof output>) =>
    cookies.map(({ name, value, domain, path }) => `${name}=${value} (${domain}${path})`).join('\n'),
  ),
});
