import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { readAddress } from './caller-network.ts';

/**
 * Finds the IP address of the caller: the first one that is no trusted proxy, read from our end of
 * the chain. A trusted proxy that names no address stands for all its callers, who count as one.
 */
export function callerAddress(
  {
    socket,
    headers,
  }: Pick<IncomingMessage, 'headers'> & {
    readonly socket: { readonly remoteAddress?: string | undefined };
  },
  isProxy: (address: string) => boolean,
): string {
  let address = socket.remoteAddress ?? '';
  if (address === '' || !isProxy(address)) return address;
  const forwarded = [headers[FORWARDED] ?? []].flat().join(',').split(',');
  for (const text of forwarded.reverse()) {
    const before = readAddress(text);
    if (before === null) return address;
    address = before;
    if (!isProxy(address)) return address;
  }
  return address;
}

const FORWARDED = 'x-forwarded-for';

/**
 * Replaces all addresses that proxies have written into the forwarding header by one, the address
 * of the caller. The framework reads `request.ip` from that header, so all code gets the caller's
 * address. This hook must run before all others.
 */
export function readForwarded(app: FastifyInstance, isProxy: (address: string) => boolean): void {
  app.addHook('onRequest', ({ raw }, _, done) => {
    if (raw.headers[FORWARDED] !== undefined) {
      const { remoteAddress = '' } = raw.socket;
      const address = isProxy(remoteAddress) ? callerAddress(raw, isProxy) : remoteAddress;
      if (address !== remoteAddress) raw.headers[FORWARDED] = address;
      else if (isProxy(remoteAddress)) delete raw.headers[FORWARDED];
    }
    done();
  });
}
