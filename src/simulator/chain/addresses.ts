import type { Network } from '../network.ts';
import type { SimNode } from '../network-state.ts';
import type { AddressKind, WalletAddress } from './chain-state.ts';
import { kindOf, walletAddress } from './wallet-address.ts';

/** Derives the next address of a wallet, like LND's NextAddr. */
export function deriveAddress(
  network: Network,
  node: SimNode,
  kind: AddressKind,
  isChange: boolean,
): WalletAddress {
  const label = `${node.name}/${node.wallet.addresses.size}`;
  const address = walletAddress(network.state.seedHex, label, kind, isChange);
  network.commit({ kind: 'address_derived', node: node.name, address });
  return address;
}

/**
 * Returns the wallet's newest address of the given kind if nothing was paid to it, or else a new
 * one.
 */
export function unusedAddress(network: Network, node: SimNode, kind: AddressKind): WalletAddress {
  const newest = [...node.wallet.addresses.values()]
    .filter((address) => kindOf(address) === kind && !address.isChange)
    .at(-1);
  if (newest === undefined || isUsed(network, newest)) {
    return deriveAddress(network, node, kind, false);
  }
  return newest;
}

const isUsed = ({ state }: Network, { script }: WalletAddress): boolean =>
  [...state.chain.transactions.values()].some(({ content }) =>
    content.outputs.some((output) => output.script === script),
  );
