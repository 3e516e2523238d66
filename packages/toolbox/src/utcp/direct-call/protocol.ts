import { CommandError } from '@helve/command';
import { checkKeys } from '../http/check.ts';
import type { CallTemplate } from '../manual-format.ts';
import { readDocument } from '../openapi/read-document.ts';
import type { Protocol } from '../protocol.ts';

/** Runs one of our own commands by its path, such as `fs read`. */
export type RunDirect = (path: string, args: object) => Promise<unknown>;

/** Tools that are commands of this process; a manual of this type is what its command answers. */
export function createDirectCallProtocol(run: RunDirect): Protocol {
  return {
    type: 'direct-call',

    async discover(template, host) {
      return readDocument(await run(callableOf(template), {}), template, host);
    },

    async call({ template, args }) {
      return { value: await run(callableOf(template), args) };
    },

    check(template, at) {
      const findings = checkKeys(template, at, ['callable_name']);
      if (typeof template.callable_name === 'string' && template.callable_name !== '') return findings;
      return [...findings, { level: 'error', at: `${at}.callable_name`, message: 'The template has no callable_name' }];
    },
  };
}

function callableOf({ callable_name: name }: CallTemplate): string {
  if (typeof name === 'string' && name !== '') return name;
  throw new CommandError('INVALID_INPUT', 'The call template has no callable_name', {
    hint: 'It is the path of a command, for example "fs read".',
    retry: 'never',
  });
}
