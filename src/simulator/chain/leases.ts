import { accept, type Result, refuse } from '../../base/result.ts';
import { type Outpoint, outpointText } from '../../lightning/bitcoin/transaction.ts';
import { type Network, nowSec } from '../network.ts';
import type { SimNode } from '../network-state.ts';
import type { Lease } from './chain-state.ts';
import { ownedValueSat } from './ownership.ts';

export const DEFAULT_LEASE_SEC = 600;

export function liveLeases(network: Network, { wallet }: SimNode): Lease[] {
  const now = nowSec(network);
  return [...wallet.leases.values()].filter(({ untilSec }) => untilSec > now);
}

/** Leases a coin. A lease under the same id is extended. */
export function leaseCoin(network: Network, node: SimNode, lease: Lease): Result<Lease, string> {
  if (!isKnown(network, node, lease.outpoint)) return refuse('unknown output');
  const other = leaseOn(network, node, lease.outpoint);
  if (other !== undefined && other.id !== lease.id) return refuse('output already locked');
  network.commit({ kind: 'coin_leased', node: node.name, lease });
  return accept(lease);
}

/** Ends a lease. A coin that is not leased may be released too. The error text is LND's. */
export function releaseCoin(
  network: Network,
  node: SimNode,
  { id, outpoint }: Pick<Lease, 'id' | 'outpoint'>,
): Result<void, string> {
  if (!isKnown(network, node, outpoint)) return refuse('unknown output');
  const lease = leaseOn(network, node, outpoint);
  if (lease === undefined) return accept(undefined);
  if (lease.id !== id) return refuse('output unlock not alowed');
  network.commit({ kind: 'lease_ended', node: node.name, outpoint });
  return accept(undefined);
}

/**
 * Whether the wallet knows an output. The wallet forgets an output once a block contains the
 * transaction that spends it.
 */
function isKnown({ state }: Network, { wallet }: SimNode, outpoint: Outpoint): boolean {
  if (ownedValueSat(state, wallet, outpoint) === null) return false;
  const { spenders, transactions } = state.chain;
  return !(spenders.get(outpointText(outpoint)) ?? []).some(
    (txid) => (transactions.get(txid)?.place ?? null) !== null,
  );
}

const leaseOn = (network: Network, node: SimNode, outpoint: Outpoint): Lease | undefined =>
  liveLeases(network, node).find(
    (lease) => outpointText(lease.outpoint) === outpointText(outpoint),
  );
