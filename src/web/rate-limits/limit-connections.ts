import { BlockList, isIPv6, type Server } from 'node:net';
import { createNetworkLimit } from '../../base/network-limit.ts';
import { MAX_CONNECTIONS, MAX_CONNECTIONS_OF_NETWORK } from '../limits.ts';
import { callerNetwork, readAddress } from './caller-network.ts';

/**
 * Limits how many connections are open, in total and per network. A trusted proxy carries the
 * connections of all its clients, so it counts only in the total.
 */
export function limitConnections(
  server: Server,
  trustedProxies: readonly string[],
  maxOfNetwork = MAX_CONNECTIONS_OF_NETWORK,
): void {
  server.maxConnections = MAX_CONNECTIONS;
  const shares = createNetworkLimit(maxOfNetwork, MAX_CONNECTIONS);
  const isProxy = proxyCheck(trustedProxies);
  server.on('connection', (socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || isProxy(remoteAddress)) return;
    const network = callerNetwork(remoteAddress);
    if (!shares.acquire(network)) {
      socket.destroy();
      return;
    }
    socket.once('close', () => shares.release(network));
  });
}

export function proxyCheck(networks: readonly string[]): (address: string) => boolean {
  // Without a trusted proxy, which is the default, there is nothing to search for each call.
  if (networks.length === 0) return () => false;
  const list = new BlockList();
  for (const text of networks) {
    const [address = '', bits] = text.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (text) => {
    const address = readAddress(text);
    return address !== null && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  };
}
