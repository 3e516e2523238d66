import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { isAbsolute, relative, sep } from 'node:path';
import { call, CommandError, realPath, resolvePath, throwIfAborted, toCommandError, worded } from '@helve/command';
import { checkKeys } from '../http/check.ts';
import { LARGEST_DOCUMENT } from '../http/discover.ts';
import type { CallTemplate } from '../manual-format.ts';
import { MOST_BYTES } from '@helve/network';
import { readDocument } from '../openapi/read-document.ts';
import type { Host, Protocol } from '../protocol.ts';

/** Manuals in files; a tool of this type gives what is in its file. */
export const fileProtocol: Protocol = {
  type: 'file',

  async discover(template, host) {
    return readDocument(await readText(pathOf(template, host), host, LARGEST_DOCUMENT), template, host);
  },

  async call({ template }, host) {
    const path = pathOf(template, host);
    refuseOutside(path, host);
    return { value: await readText(path, host), detail: { path } };
  },

  check(template, at) {
    const findings = checkKeys(template, at, ['file_path', 'base_url', 'auth_tools', 'headers']);
    if (typeof template.file_path === 'string' && template.file_path !== '') return findings;
    return [...findings, { level: 'error', at: `${at}.file_path`, message: 'The template has no file_path' }];
  },
};

function pathOf({ file_path: path }: CallTemplate, host: Host): string {
  if (typeof path === 'string' && path !== '') return resolvePath({ cwd: host.root, env: host.env }, path);
  throw new CommandError('INVALID_INPUT', 'The call template has no file_path', { retry: 'never' });
}

/** Users choose their manuals; what a manual then reads is not theirs to choose, so it stays in its folder. */
function refuseOutside(path: string, host: Host): void {
  const way = relative(realPath(host.root), realPath(path));
  if (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)) return;
  throw new CommandError('OUTSIDE_ROOTS', `${path} lies outside the folder of the manual, ${host.root}`, {
    hint: 'Move the file into that folder; a tool of type file reads nothing else.',
    retry: 'never',
  });
}

async function readText(path: string, host: Host, most = MOST_BYTES): Promise<string> {
  throwIfAborted(host.signal);
  try {
    const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const found = await file.stat();
      if (!found.isFile()) throw new CommandError('NOT_A_FILE', `${path} is not a file`);
      if (found.size > most) {
        throw new CommandError('TOO_LARGE', `${path} is larger than ${most / 1024 / 1024} MB`, {
          hint: worded`Read a part of it: ${call('fs read')}`,
        });
      }
      return await file.readFile('utf8');
    } finally {
      await file.close();
    }
  } catch (thrown) {
    throw toCommandError(thrown, path);
  }
}
