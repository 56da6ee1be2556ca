import { BlockList, isIP } from 'node:net';

/**
 * Rules on IP addresses for requests to URLs that users or strangers choose. Without them, such a
 * URL would give access to the network in which this service runs.
 */
export interface AddressRules {
  /**
   * Whether requests may be sent to an address: it is on the public Internet, or in a network that
   * the operator lists.
   */
  isReachable(ip: string): boolean;
  /**
   * Whether an address is in a network listed by the operator, where plain http may be used too.
   */
  isListed(ip: string): boolean;
  /** Whether the operator lists any networks that may be reached although they are not public. */
  readonly hasListed: boolean;
}

/**
 * Makes the rules from networks in CIDR notation or single addresses, as in SATCHEL_WEBHOOK_ALLOW.
 */
export function addressRules(allow: readonly string[]): AddressRules {
  const listed = listOf(allow);
  const isListed = (ip: string): boolean => isIn(listed, ip);
  return {
    isReachable: (ip) => isListed(ip) || isPublic(ip),
    isListed,
    hasListed: allow.length > 0,
  };
}

/**
 * Addresses that are never reached: IANA's special-purpose registries (RFC 6890), and further ones
 * that clouds use.
 */
const SPECIAL: readonly string[] = [
  '0.0.0.0/8', // this host on this network, RFC 1122
  '10.0.0.0/8', // private, RFC 1918
  '100.64.0.0/10', // carrier-grade NAT, RFC 6598
  '127.0.0.0/8', // loopback, RFC 1122
  '168.63.129.16', // the platform itself, in one large cloud
  '169.254.0.0/16', // link-local, RFC 3927; metadata of clouds
  '172.16.0.0/12', // private, RFC 1918
  '192.0.0.0/24', // protocol assignments, RFC 6890
  '192.0.2.0/24', // documentation, RFC 5737
  '192.31.196.0/24', // AS112, RFC 7535
  '192.52.193.0/24', // AMT, RFC 7450
  '192.88.99.0/24', // 6to4 relays, RFC 7526
  '192.168.0.0/16', // private, RFC 1918
  '192.175.48.0/24', // AS112, RFC 7534
  '198.18.0.0/15', // benchmarks, RFC 2544
  '198.51.100.0/24', // documentation, RFC 5737
  '203.0.113.0/24', // documentation, RFC 5737
  '224.0.0.0/4', // multicast, RFC 5771
  '240.0.0.0/4', // reserved and broadcast, RFC 1112
  '2001::/23', // protocol assignments: Teredo, benchmarks, ORCHID, RFC 2928
  '2001:db8::/32', // documentation, RFC 3849
  '2002::/16', // 6to4: an IPv4 address in disguise, RFC 3056
  '3fff::/20', // documentation, RFC 9637
];

/**
 * Networks of the public Internet: all of IPv4, also embedded in IPv6, and what is allocated of
 * IPv6 (RFC 4291, 2.4).
 */
const GIVEN_OUT: readonly string[] = ['0.0.0.0/0', '2000::/3'];

const isPublic = (ip: string): boolean => isIn(givenOut, ip) && !isIn(special, ip);

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    const isIpv4 = isIP(address) === 4;
    const bits = prefix === undefined ? (isIpv4 ? 32 : 128) : Number(prefix);
    list.addSubnet(address, bits, isIpv4 ? 'ipv4' : 'ipv6');
  }
  return list;
}

/**
 * Whether an address is in a list. ::ffff:a.b.c.d counts as a.b.c.d, and an address with a zone
 * (RFC 4007) is in no list.
 */
function isIn(list: BlockList, ip: string): boolean {
  const family = isIP(ip);
  if (family === 0 || ip.includes('%')) return false;
  return list.check(ip, family === 4 ? 'ipv4' : 'ipv6');
}

const special = listOf(SPECIAL);
const givenOut = listOf(GIVEN_OUT);
