import type { Host, Protocol } from '../protocol.ts';
import { callCli } from './call.ts';
import { isCallableTemplate, toolOfTemplate } from './callable.ts';
import { checkCli } from './check.ts';
import type { CallTemplate, Manual } from '../manual-format.ts';
import { readManual } from '../read-manual.ts';

/** Tools that are command lines. Loads a parser for bash: import it when it is needed. */
export const cliProtocol: Protocol = {
  type: 'cli',
  discover: discoverCli,
  call: callCli,
  toolOf: (template) => (isCallableTemplate(template) ? toolOfTemplate(template) : undefined),
  check: checkCli,
};

const DISCOVERY_TIMEOUT_MS = 60_000;

/** A template that is a tool itself is its own manual; of any other the commands print one. */
export async function discoverCli(template: CallTemplate, host: Host): Promise<Manual> {
  if (isCallableTemplate(template)) {
    return { utcp_version: '1.1.0', manual_version: '1.0.0', tools: [toolOfTemplate(template)] };
  }
  const { value } = await callCli({ template, args: {}, timeoutMs: DISCOVERY_TIMEOUT_MS }, host);
  const { manual, findings } = readManual(value, { template });
  for (const { at, message } of findings) host.warn(at === '' ? message : `${at}: ${message}`);
  return manual;
}
