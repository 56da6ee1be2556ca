/**
 * Removes slashes that clients add to addresses: some write a base address with a slash at its end
 * and one more before each path, others end every path with one. Everything that decides by the
 * path (hosts, rates, routes, the relay) sees this form only. The query stays, and an encoded slash
 * is a character of a name. A proxy may put the host in front (RFC 9112, 3.2.2).
 */
export function plainAddress(address: string): string {
  const [path = ''] = /^[^?#]*/.exec(address) ?? [];
  const own = path.replace(/^https?:\/\/[^/]*/i, '');
  if (!own.startsWith('/') && own !== '') return address;
  const plain = own.replaceAll(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '');
  return (plain === '' ? '/' : plain) + address.slice(path.length);
}
