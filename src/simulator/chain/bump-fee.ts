import { accept, type Result, refuse } from '../../base/result.ts';
import {
  FINAL_SEQUENCE,
  type Outpoint,
  outpointText,
  type Transaction,
  virtualSize,
} from '../../lightning/bitcoin/transaction.ts';
import type { Network } from '../network.ts';
import type { SimNode } from '../network-state.ts';
import { deriveAddress } from './addresses.ts';
import { broadcast } from './broadcast.ts';
import type { ChainTransaction } from './chain-state.ts';
import { DUST_SAT } from './fund.ts';
import { signTransaction } from './sign.ts';
import { coinsOf } from './wallet-view.ts';

export interface BumpOrder {
  readonly outpoint: Outpoint;
  readonly satPerKw: bigint;
  /** The most that the child transaction may cost; 0 allows half of the amount that it spends. */
  readonly budgetSat: bigint;
}

/**
 * Spends an unconfirmed coin to a new address, with a fee that brings parent and child together to
 * the wanted rate. LND's sweeper would gather coins and wait for blocks, but the simulator sends
 * the child at once.
 */
export function bumpFee(network: Network, node: SimNode, order: BumpOrder): Result<void, string> {
  const key = outpointText(order.outpoint);
  const coin = coinsOf(network, node).find((candidate) => outpointText(candidate) === key);
  if (coin === undefined) return refuse('the passed output does not belong to the wallet');
  if (coin.depth > 0) return refuse('unable to bump fee of a confirmed transaction');
  const parent = network.state.chain.transactions.get(coin.txid);
  if (parent === undefined) return accept(undefined);
  const { script } = deriveAddress(network, node, 'p2tr', true);
  const childOf = (valueSat: bigint): Transaction =>
    signTransaction(network.state, {
      version: 2,
      inputs: [{ ...order.outpoint, scriptSig: '', sequence: FINAL_SEQUENCE, witness: [] }],
      outputs: [{ valueSat, script }],
      lockTime: 0,
    });
  const size = virtualSize(parent.content) + virtualSize(childOf(0n));
  const neededSat = (BigInt(4 * size) * order.satPerKw) / 1000n - feeSatOf(network, parent);
  const mostSat = order.budgetSat > 0n ? order.budgetSat : coin.valueSat / 2n;
  const feeSat = neededSat < mostSat ? neededSat : mostSat;
  if (feeSat <= 0n || coin.valueSat - feeSat < DUST_SAT) return accept(undefined);
  const sent = broadcast(network, childOf(coin.valueSat - feeSat));
  if (!sent.ok) return sent;
  const label = '0:sweep';
  network.commit({ kind: 'transaction_labelled', node: node.name, txid: sent.value, label });
  return accept(undefined);
}

/** The fee of a transaction; 0 if the network does not know its inputs. */
function feeSatOf({ state }: Network, { content }: ChainTransaction): bigint {
  let feeSat = 0n;
  for (const { txid, index } of content.inputs) {
    const spent = state.chain.transactions.get(txid)?.content.outputs[index];
    if (spent === undefined) return 0n;
    feeSat += spent.valueSat;
  }
  return content.outputs.reduce((rest, { valueSat }) => rest - valueSat, feeSat);
}
