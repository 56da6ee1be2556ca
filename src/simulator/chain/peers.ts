import type { Network } from '../network.ts';
import type { NetworkState, SimNode } from '../network-state.ts';

/** Whether two nodes are connected. Nodes that share a channel always are. */
export function isConnected(state: NetworkState, node: SimNode, peer: SimNode): boolean {
  if (node.wallet.peers.has(peer.name) || peer.wallet.peers.has(node.name)) return true;
  const all = [...state.channels.values(), ...state.opening.values(), ...state.closing.values()];
  return all.some(({ ends }) => ends.includes(node.name) && ends.includes(peer.name));
}

export const connectPeer = (network: Network, node: SimNode, peer: SimNode): void =>
  network.commit({ kind: 'peer_connected', node: node.name, peer: peer.name });

export const peersCount = (state: NetworkState, node: SimNode): number =>
  [...state.nodes.values()].filter((peer) => peer !== node && isConnected(state, node, peer))
    .length;
