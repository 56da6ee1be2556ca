import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** Who calls, as the last proxy that is not trusted says, or the first one that is. */
export function callerAddress(
  {
    socket,
    headers,
  }: Pick<IncomingMessage, 'headers'> & {
    readonly socket: { readonly remoteAddress?: string | undefined };
  },
  isProxy: (address: string) => boolean,
): string {
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
  let address = socket.remoteAddress ?? '';
  for (const before of forwarded.reverse().map((text) => text.trim())) {
    if (before === '' || isIP(address) === 0 || !isProxy(address)) return address;
    address = before;
  }
  return address;
}
