/** The domain of a rule's pattern such as `domain:example.com` or `domain:*.example.com`. */
export function domainOf(pattern: string | undefined): string | undefined {
  return /^domain:(?:\*\.)?(.+)$/.exec(pattern ?? '')?.[1]?.toLowerCase();
}

/** Whether a host is a domain or one below it. */
export function isWithinDomain(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}
