import { CommandError } from '@helve/command';
import { checkKeys } from '../http/check.ts';
import { readDocument } from '../openapi/read-document.ts';
import type { Protocol } from '../protocol.ts';

/** Manuals that stand in the template itself; a tool of this type gives its content. */
export const textProtocol: Protocol = {
  type: 'text',

  async discover(template, host) {
    return readDocument(contentOf(template.content), template, host);
  },

  async call({ template }) {
    return { value: contentOf(template.content) };
  },

  check(template, at) {
    const findings = checkKeys(template, at, ['content', 'base_url', 'auth_tools', 'headers']);
    if (isContent(template.content)) return findings;
    return [...findings, { level: 'error', at: `${at}.content`, message: 'The template has no content', hint: HINT }];
  },
};

const HINT = 'Give a manual or an OpenAPI document as text; a file is read with the type file and file_path.';

function contentOf(content: unknown): unknown {
  if (isContent(content)) return content;
  throw new CommandError('INVALID_INPUT', 'The call template has no content', { hint: HINT, retry: 'never' });
}

/** A document may stand there as it is, too. */
function isContent(content: unknown): boolean {
  return typeof content === 'string' || (typeof content === 'object' && content !== null);
}
