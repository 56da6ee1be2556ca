import { type Outpoint, outpointText } from '../../lightning/bitcoin/transaction.ts';
import { type Network, nowSec } from '../network.ts';
import type { NetworkState, SimNode } from '../network-state.ts';
import { blockHash } from './block-hash.ts';
import { blockHeight, blockTime } from './blocks.ts';
import type { ChainTransaction, WalletAddress } from './chain-state.ts';
import { ownedValueSat } from './ownership.ts';

/**
 * A transaction as the wallet lists it. After some reorganisations, LND's wallet lists one
 * transaction twice.
 */
export interface WalletRow {
  readonly transaction: ChainTransaction;
  readonly label: string;
  /**
   * The height of the block; 0, with an empty hash, while the wallet takes the transaction for
   * unconfirmed.
   */
  readonly height: number;
  readonly hash: string;
  readonly timeSec: number;
}

/** An output of the wallet that no transaction of the wallet spends. */
export interface Coin extends Outpoint {
  readonly valueSat: bigint;
  readonly owner: WalletAddress;
  /** The number of confirmations, as the wallet sees them. */
  readonly depth: number;
  readonly isLeased: boolean;
}

/**
 * Lists the transactions of a wallet: unconfirmed ones first, then the newest before the older
 * ones.
 */
export function walletRows(network: Network, node: SimNode): WalletRow[] {
  const rows = [...node.wallet.txids].flatMap((txid) => rowsOf(network, node, txid));
  const rank = ({ height }: WalletRow): number => (height === 0 ? Number.MAX_VALUE : height);
  return rows.reverse().sort((a, b) => rank(b) - rank(a));
}

/**
 * The one or two entries of a transaction in the wallet's list, the newest first; empty when the
 * wallet does not know the transaction.
 */
export function rowsOf(network: Network, node: SimNode, txid: string): WalletRow[] {
  const { wallet } = node;
  const transaction = network.state.chain.transactions.get(txid);
  if (transaction === undefined || !wallet.txids.has(txid)) return [];
  const label = wallet.labels.get(txid) ?? '';
  const { place } = transaction;
  const mined =
    place === null
      ? []
      : [
          {
            transaction,
            label,
            height: place.height,
            hash: blockHash(network.state, place.height),
            timeSec: blockTime(network, place.height),
          },
        ];
  const orphans = wallet.orphans
    .filter((orphan) => orphan.txid === txid)
    .map(({ height, hash, timeSec }) => ({ transaction, label, height, hash, timeSec }));
  const rows = [...mined, ...orphans];
  if (rows.length > 0) return rows;
  if (isHidden(network, node, transaction)) return [];
  return [{ transaction, label, height: 0, hash: '', timeSec: transaction.seenAtSec }];
}

/**
 * Whether a wallet cannot see a transaction yet. With the fault `no_mempool`, a node learns of
 * other people's transactions only from blocks, like an LND with Neutrino.
 */
function isHidden(
  { state, faults }: Network,
  { name, wallet }: SimNode,
  { content }: ChainTransaction,
): boolean {
  if (faults.take('no_mempool', { node: name }) === null) return false;
  return content.inputs.every((input) => ownedValueSat(state, wallet, input) === null);
}

export function coinsOf(network: Network, node: SimNode): Coin[] {
  const { state } = network;
  const { wallet } = node;
  const tip = blockHeight(network);
  const coins: Coin[] = [];
  for (const txid of wallet.txids) {
    const [row] = rowsOf(network, node, txid);
    if (row === undefined) continue;
    for (const [index, { valueSat, script }] of row.transaction.content.outputs.entries()) {
      const owner = wallet.addresses.get(script);
      const key = outpointText({ txid, index });
      const spenders = state.chain.spenders.get(key) ?? [];
      if (owner === undefined || spenders.some((spender) => wallet.txids.has(spender))) continue;
      const depth = row.height === 0 ? 0 : tip - row.height + 1;
      coins.push({ txid, index, valueSat, owner, depth, isLeased: isLeased(network, node, key) });
    }
  }
  return coins;
}

export function isLeased(network: Network, { wallet }: SimNode, outpoint: string): boolean {
  const lease = wallet.leases.get(outpoint);
  return lease !== undefined && lease.untilSec > nowSec(network);
}

export interface WalletBalances {
  readonly confirmedSat: bigint;
  readonly unconfirmedSat: bigint;
  /** The sum of the wallet's coins that are leased or spent by an unconfirmed transaction. */
  readonly lockedSat: bigint;
}

export function walletBalances(network: Network, node: SimNode): WalletBalances {
  const free = coinsOf(network, node).filter((coin) => !coin.isLeased);
  const sumSat = (coins: readonly Coin[]): bigint =>
    coins.reduce((sum, { valueSat }) => sum + valueSat, 0n);
  const leased = [...node.wallet.leases.values()].filter(({ outpoint }) =>
    isLeased(network, node, outpointText(outpoint)),
  );
  const lockedSat = leased.reduce(
    (sum, { outpoint }) => sum + (ownedValueSat(network.state, node.wallet, outpoint) ?? 0n),
    0n,
  );
  return {
    confirmedSat: sumSat(free.filter(({ depth }) => depth > 0)),
    unconfirmedSat: sumSat(free.filter(({ depth }) => depth === 0)),
    lockedSat,
  };
}

const RESERVE_PER_CHANNEL_SAT = 10_000n;
const MAX_RESERVE_SAT = 100_000n;

/** The sum that has to stay in the wallet to raise the fees of commitment transactions. */
export function requiredReserveSat(
  { channels, opening, closing }: NetworkState,
  name: string,
  additional = 0n,
): bigint {
  const all = [...channels.values(), ...opening.values(), ...closing.values()];
  const count = BigInt(all.filter(({ ends }) => ends.includes(name)).length) + additional;
  const reserveSat = count * RESERVE_PER_CHANNEL_SAT;
  return reserveSat < MAX_RESERVE_SAT ? reserveSat : MAX_RESERVE_SAT;
}
