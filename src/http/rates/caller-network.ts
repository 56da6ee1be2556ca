import { isIPv6 } from 'node:net';

/**
 * The network that counts as one caller. With IPv6 each customer has at least a /64 (RFC 6177) and
 * may use any address in it. An IPv4 address counts by itself, also when mapped to IPv6 (RFC 4291,
 * 2.5.5.2), and so does any text that is not an address.
 */
export function callerNetwork(address: string): string {
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) return address;
  const groups = toGroups(plain);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) {
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.');
  }
  const network = groups.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}

/** The eight groups of an IPv6 address in any notation. */
function toGroups(address: string): readonly number[] {
  const [head = [], tail] = address.split('::').map(readGroups);
  if (tail === undefined) return [...head];
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}

function readGroups(text: string): readonly number[] {
  return text === '' ? [] : text.split(':').flatMap(readGroup);
}

/** The last two groups may be written as an IPv4 address. */
function readGroup(text: string): readonly number[] {
  const [a, b, c, d] = text.split('.').map(Number);
  if (a === undefined || b === undefined || c === undefined || d === undefined) {
    return [Number(`0x${text}`)];
  }
  return [a * 256 + b, c * 256 + d];
}
