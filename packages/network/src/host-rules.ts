import { isIP } from 'node:net';
import { type Reach, reachOf } from './address.ts';

/** The hosts that may be reached through a proxy. */
export interface HostRules {
  /** `example.com` covers its subdomains too; `*` is any host. */
  readonly hosts: readonly string[];
  /** Hosts among those that may not be reached, with their subdomains. */
  readonly except?: readonly string[] | undefined;
}

/** A host as rules name it: in small letters, without the brackets of an address and the dot at the end. */
export function plainHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');
}

export function isAllowedHost(host: string, { hosts, except = [] }: HostRules): boolean {
  const covers = (rule: string) => rule === '*' || isWithin(host, plainHost(rule));
  return hosts.some(covers) && !except.some(covers);
}

/**
 * Whether a connection may go to an address that a host was resolved to. Addresses of this machine and of private
 * networks are for rules that name them: a name in the public system of names may lead anywhere.
 */
export function isAllowedAddress(address: string, host: string, { hosts }: HostRules): boolean {
  const reach = reachOf(address);
  if (reach === 'public') return true;
  return hosts.some((rule) => plainHost(rule) === host) && reachNamedBy(host) === reach;
}

function reachNamedBy(host: string): Reach {
  if (host === 'localhost') return 'loopback';
  return isIP(host) === 0 ? 'public' : reachOf(host);
}

function isWithin(host: string, domain: string): boolean {
  return host === domain || (isIP(host) === 0 && isIP(domain) === 0 && host.endsWith(`.${domain}`));
}
