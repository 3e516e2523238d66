import { BlockList, isIP } from 'node:net';

/** Where an address leads: to this machine, into a network that is not the internet, or out. */
export type Reach = 'loopback' | 'private' | 'public';

const LOOPBACK = blockList(['127.0.0.0/8'], ['::1/128']);

/** What RFC 6890 and its successors keep from the internet, and IPv6 forms that hide an IPv4 address. */
const PRIVATE = blockList(
  [
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.88.99.0/24',
    '192.168.0.0/16',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/4',
    '240.0.0.0/4',
  ],
  [
    '::/96',
    '64:ff9b::/96',
    '64:ff9b:1::/48',
    '100::/64',
    '2001::/23',
    '2001:db8::/32',
    '2002::/16',
    'fc00::/7',
    'fe80::/10',
    'fec0::/10',
    'ff00::/8',
  ],
);

/** What is not an address at all counts as private: nobody may connect to it. */
export function reachOf(address: string): Reach {
  const bare = address.replace(/%.*$/, '');
  const version = isIP(bare);
  if (version === 0) return 'private';
  const family = version === 4 ? 'ipv4' : 'ipv6';
  if (LOOPBACK.check(bare, family)) return 'loopback';
  return PRIVATE.check(bare, family) ? 'private' : 'public';
}

function blockList(ipv4: readonly string[], ipv6: readonly string[]): BlockList {
  const list = new BlockList();
  const add = (subnet: string, family: 'ipv4' | 'ipv6') => {
    const [net = '', prefix = ''] = subnet.split('/');
    list.addSubnet(net, Number(prefix), family);
  };
  for (const subnet of ipv4) add(subnet, 'ipv4');
  for (const subnet of ipv6) add(subnet, 'ipv6');
  return list;
}
