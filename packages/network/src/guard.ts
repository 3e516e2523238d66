import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { CommandError } from '@helve/command';
import { type Reach, reachOf } from './address.ts';
import type { Allowances } from './allowances.ts';

/** How names become addresses; the system's way unless a test says otherwise. */
export type Resolve = (
  name: string,
  options: { readonly all: true; readonly family?: number },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

const ALLOW_HINT = 'If you trust it, set "network": {"allowPrivate": true} in settings.json.';

/** The address as a URL, if tools may be called there: https anywhere public, http only on this machine. */
export function checkUrl(text: string, allow: Allowances): URL {
  const url = parseUrl(text);
  if (url.username !== '' || url.password !== '') {
    throw new CommandError('INVALID_INPUT', `The address of ${url.host} contains a user name or password`, {
      hint: 'Give them as "auth": {"auth_type": "basic", "username": …, "password": …}.',
      retry: 'never',
    });
  }
  if (allow.privateNetwork === true) return url;
  const reach = reachOfHost(url);
  if (reach === 'private') throw refused(url.hostname);
  if (url.protocol === 'http:' && reach !== 'loopback') {
    throw new CommandError(
      'PERMISSION_DENIED',
      `Plain http to ${url.host} is refused: others on the network could read it`,
      {
        hint: `Use https://${url.host}. ${ALLOW_HINT}`,
        retry: 'never',
      },
    );
  }
  return url;
}

/** What the host of an address says of where it leads, before its name is looked up. */
export function reachOfHost(url: URL): Reach {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (host === 'localhost') return 'loopback';
  return isIP(host) === 0 ? 'public' : reachOf(host);
}

/**
 * Looks names up for a connection and lets through only addresses that may be connected to. What is checked here is
 * what is connected to, so a name cannot answer with one address for the check and another for the connection.
 */
export function guardedLookup(url: URL, allow: Allowances, resolve: Resolve = systemLookup): LookupFunction {
  const wanted: Reach = reachOfHost(url) === 'loopback' ? 'loopback' : 'public';
  return (name, options, callback) => {
    const family = Number(options.family ?? 0);
    resolve(name, { all: true, family }, (error, addresses) => {
      if (error) return callback(error, '');
      const fit = addresses.filter(({ address }) => allow.privateNetwork === true || reachOf(address) === wanted);
      const [first] = fit;
      if (first === undefined) return callback(refused(name), '');
      if (options.all === true) return callback(null, fit);
      return callback(null, first.address, first.family);
    });
  };
}

function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && (url.protocol === 'http:' || url.protocol === 'https:')) return url;
  throw new CommandError('INVALID_INPUT', 'The address of a tool is not an http or https URL', {
    hint: 'Write "url" in full, for example https://api.example.com/items/{id}.',
    retry: 'never',
  });
}

function refused(host: string): CommandError {
  return new CommandError(
    'PERMISSION_DENIED',
    `${host} is an address of this machine or a private network, which is refused`,
    {
      hint: ALLOW_HINT,
      retry: 'never',
    },
  );
}
