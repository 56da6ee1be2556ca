import { accept, type Result, refuse } from '../../base/result.ts';
import {
  FINAL_SEQUENCE,
  type Transaction,
  type TransactionOutput,
  virtualSize,
} from '../../lightning/bitcoin/transaction.ts';
import type { Network } from '../network.ts';
import type { SimNode } from '../network-state.ts';
import { deriveAddress } from './addresses.ts';
import type { AddressKind } from './chain-state.ts';
import { signTransaction } from './sign.ts';
import { type Coin, coinsOf } from './wallet-view.ts';

export interface FundingOrder {
  readonly outputs: readonly TransactionOutput[];
  readonly satPerKw: bigint;
  /** The fewest confirmations that a coin needs to be spent. */
  readonly minDepth: number;
  /**
   * The kind of address for the change; null for an estimate, for which the wallet makes no
   * address.
   */
  readonly changeKind: AddressKind | null;
  /** Whether the change is the last output. Otherwise its position is random. */
  readonly isChangeLast: boolean;
}

export interface FundedTransaction {
  readonly transaction: Transaction;
  readonly coins: readonly Coin[];
  /** The index of the change output; −1 without change. */
  readonly changeIndex: number;
}

/** Reported when the node's spendable coins do not suffice for a transaction and its fee. */
export interface TooLittle {
  readonly neededSat: bigint;
  readonly availableSat: bigint;
}

/** Funds a transaction: chooses coins, the largest first, and adds an output for the change. */
export function fundTransaction(
  network: Network,
  node: SimNode,
  order: FundingOrder,
): Result<FundedTransaction, TooLittle> {
  const coins = coinsOf(network, node)
    .filter(({ depth, isLeased }) => depth >= order.minDepth && !isLeased)
    .sort((a, b) => (a.valueSat > b.valueSat ? -1 : 1));
  const sentSat = sumSat(order.outputs);
  for (let count = 1; count <= coins.length; count += 1) {
    const chosen = coins.slice(0, count);
    const bare = transactionOf(chosen, order.outputs);
    const withoutChangeSat = feeSat(network, bare, order);
    const spareSat = sumSat(chosen) - sentSat - withoutChangeSat;
    if (spareSat < 0n) continue;
    const changeSat = sumSat(chosen) - sentSat - feeSat(network, withChange(bare, 0n), order);
    if (changeSat < DUST_SAT) {
      return accept({ transaction: bare, coins: chosen, changeIndex: -1 });
    }
    const script =
      order.changeKind === null
        ? PLACEHOLDER_SCRIPT
        : deriveAddress(network, node, order.changeKind, true).script;
    const at = order.isChangeLast ? order.outputs.length : place(network, order.outputs.length);
    const outputs = [...order.outputs];
    outputs.splice(at, 0, { valueSat: changeSat, script });
    return accept({
      transaction: transactionOf(chosen, outputs),
      coins: chosen,
      changeIndex: at,
    });
  }
  return refuse({ neededSat: sentSat, availableSat: sumSat(coins) });
}

/** The dust limit of P2TR and P2WSH outputs: a smaller output costs more than it is worth. */
export const DUST_SAT = 330n;

/** The dust limit by the kind of script: P2WPKH, P2PKH, P2SH, all others. */
export function dustSat(script: string): bigint {
  if (script.startsWith('0014')) return 294n;
  if (script.startsWith('76a9')) return 546n;
  return script.startsWith('a914') ? 540n : DUST_SAT;
}

const sumSat = (items: readonly { readonly valueSat: bigint }[]): bigint =>
  items.reduce((sum, { valueSat }) => sum + valueSat, 0n);

const transactionOf = (
  coins: readonly Coin[],
  outputs: readonly TransactionOutput[],
): Transaction => ({
  version: 2,
  inputs: coins.map(({ txid, index }) => ({
    txid,
    index,
    scriptSig: '',
    sequence: FINAL_SEQUENCE,
    witness: [],
  })),
  outputs,
  lockTime: 0,
});

const PLACEHOLDER_SCRIPT = `5120${'00'.repeat(32)}`;

const withChange = (transaction: Transaction, valueSat: bigint): Transaction => ({
  ...transaction,
  outputs: [...transaction.outputs, { valueSat, script: PLACEHOLDER_SCRIPT }],
});

const feeSat = ({ state }: Network, transaction: Transaction, { satPerKw }: FundingOrder): bigint =>
  (BigInt(4 * virtualSize(signTransaction(state, transaction))) * satPerKw + 999n) / 1000n;

const place = ({ random }: Network, count: number): number =>
  (random.bytes(1)[0] ?? 0) % (count + 1);
