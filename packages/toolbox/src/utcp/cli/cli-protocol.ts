import type { Protocol } from '../protocol.ts';
import { callCli } from './call.ts';
import { isCallableTemplate, toolOfTemplate } from './callable.ts';
import { checkCli } from './check.ts';
import { discoverCli } from './discover.ts';

/** Tools that are command lines. Loads a parser for bash: import it when it is needed. */
export const cliProtocol: Protocol = {
  type: 'cli',
  discover: discoverCli,
  call: callCli,
  toolOf: (template) => (isCallableTemplate(template) ? toolOfTemplate(template) : undefined),
  check: checkCli,
};
