/**
 * A network in which a caller is counted, and the factor by which its limit is higher than that of
 * the narrowest network.
 */
export interface NetworkSize {
  readonly key: string;
  readonly factor: number;
}

/**
 * The networks in which a caller is counted, the narrowest first: with IPv6 the /64, /56, /48 and
 * /32, with IPv4 the address and its /24. One customer often has a /56 or a /48 and may change the
 * /64 with each call, so a limit for the narrowest network alone bounds no one.
 *
 * `network` is a text that `callerNetwork` wrote. Its parts have fixed lengths, so the text of each
 * wider network is a prefix of it. A text of any other form counts by itself.
 */
export function networkSizes(network: string): readonly NetworkSize[] {
  const narrowest = { key: network, factor: 1 };
  if (network.endsWith(IPV6_END)) {
    return [
      narrowest,
      ...IPV6_SIZES.map(({ length, factor }) => ({ key: network.slice(0, length), factor })),
    ];
  }
  if (!IPV4.test(network)) return [narrowest];
  const key = network.slice(0, network.lastIndexOf('.') + 1);
  return [narrowest, { key, factor: IPV4_24_FACTOR }];
}

/** The end of the text that names an IPv6 /64, the narrowest network that is counted. */
export const IPV6_END = '::/64';

/**
 * How many characters of a text such as `2001:0db8:0001:0002::/64` name the /56, the /48 and the
 * /32 that contain it.
 */
const IPV6_SIZES = [
  { length: 17, factor: 2 },
  { length: 15, factor: 4 },
  { length: 10, factor: 16 },
] as const;

/**
 * How many times as much a /24 may do as a single IPv4 address: behind it there are often many
 * customers, who share its addresses.
 */
const IPV4_24_FACTOR = 8;

const IPV4 = /^\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}$/;
