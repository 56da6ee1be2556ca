/**
 * The address of a request without the slashes that clients add: they write a base address with a
 * slash at its end and one more before each path, or end every path with one. What decides by the
 * path (hosts, rates, routes, the relay) sees the address only in this form. The query stays, and
 * an encoded slash is a character of a name. A proxy may name the host in it (RFC 9112, 3.2.2).
 */
export function plainAddress(address: string): string {
  const [path = ''] = /^[^?#]*/.exec(address) ?? [];
  const own = path.replace(/^https?:\/\/[^/]*/i, '');
  if (!own.startsWith('/') && own !== '') return address;
  const plain = own.replaceAll(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '');
  return (plain === '' ? '/' : plain) + address.slice(path.length);
}
