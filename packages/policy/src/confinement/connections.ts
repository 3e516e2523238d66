import type { NetworkAccess } from '@helve/command';
import { domainOf, isWithinDomain } from '../domain.ts';
import { literalPath, type PathMatcher } from '../pattern.ts';
import type { Rule } from '../rule.ts';

/** The rules that allow connections, and those that forbid them. */
export interface ConnectionRules {
  readonly allowing: readonly Rule[];
  readonly restricting: readonly Rule[];
}

/** The hosts that programs may reach. A rule without a host allows or closes the whole network. */
export function networkOf({ allowing, restricting }: ConnectionRules): NetworkAccess {
  const allowed = allowing.filter(isAbout('network'));
  const denied = restricting.filter(isAbout('network'));
  if (allowed.length === 0 || denied.some(({ pattern }) => pattern === undefined)) return 'closed';
  const except = denied.flatMap(({ pattern }) => domainOf(pattern) ?? []);
  if (allowed.some(({ pattern }) => pattern === undefined)) {
    return except.length === 0 ? 'open' : { hosts: ['*'], except };
  }
  const isDenied = (host: string) => except.some((domain) => isWithinDomain(host, domain));
  const hosts = [...new Set(allowed.flatMap(({ pattern }) => domainOf(pattern) ?? []))].filter(
    (host) => !isDenied(host),
  );
  if (hosts.length === 0) return 'closed';
  const within = except.filter((domain) => hosts.some((host) => isWithinDomain(domain, host)));
  return { hosts, ...(within.length === 0 ? {} : { except: within }) };
}

/** The patterns of sockets that programs may connect to. A pattern may cover a denied socket, so then only paths count. */
export function socketsOf(
  { allowing, restricting }: ConnectionRules,
  patternOf: (rule: Rule) => string | undefined,
  compile: (pattern: string) => PathMatcher,
): readonly string[] {
  const allowed = allowing.filter(isAbout('socket')).map((rule) => patternOf(rule) ?? '/**');
  const denied = restricting.filter(isAbout('socket')).map((rule) => patternOf(rule) ?? '/**');
  if (denied.length === 0) return allowed;
  const isDenied = denied.map(compile);
  return allowed.flatMap((pattern) => {
    const path = pattern.endsWith('/**') ? undefined : literalPath(pattern);
    return path === undefined || isDenied.some((matches) => matches(path)) ? [] : [pattern];
  });
}

function isAbout(kind: 'network' | 'socket'): (rule: Rule) => boolean {
  return ({ subject }) => subject.kind === kind;
}
