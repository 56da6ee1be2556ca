/**
 * Removes slashes that clients add to addresses: some write a base address with a slash at its end
 * and one more before each path, others end every path with one. Hosts, rates, routes and the relay
 * are all chosen by the resulting path. The query stays, and an encoded slash counts as a character
 * of a name. Proxies may put the host in front of the path (RFC 9112, 3.2.2), which is removed too.
 */
export function plainAddress(address: string): string {
  if (IS_PLAIN.test(address)) return address;
  const [path = ''] = /^[^?#]*/.exec(address) ?? [];
  const own = path.replace(/^https?:\/\/[^/]*/i, '');
  if (!own.startsWith('/') && own !== '') return address;
  const plain = own.replaceAll(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '');
  return (plain === '' ? '/' : plain) + address.slice(path.length);
}

/** A path of parts that are not empty. Nearly all requests have one. */
const IS_PLAIN = /^(?:\/[^/?#]+)+(?:[?#]|$)/;
