import type { ChainOrder, ChainSums } from './chain-book.ts';
import type { ChainOutput, ChainSide } from './chain-side.ts';
import type { OrderBook } from './order-book.ts';

/** What must have come of all that moved on the chain, with the chain as the witness. */
export interface ChainPrediction {
  /** What each wallet has more or less for it, in sats by user id. */
  readonly changesSat: ReadonlyMap<string, bigint>;
  /** What came in less what left, fees included: the coins of the node have grown by it. */
  readonly gainedSat: bigint;
  readonly sums: ChainSums;
  readonly complaints: readonly string[];
}

export function predictChain(
  { chain: { addresses, orders } }: OrderBook,
  { outputs }: ChainSide,
): ChainPrediction {
  const changesSat = new Map<string, bigint>();
  const complaints: string[] = [];
  const add = ({ userId }: { readonly userId: string }, amountSat: bigint): void =>
    void changesSat.set(userId, (changesSat.get(userId) ?? 0n) + amountSat);
  const sums = {
    ...{ deposits: 0, depositedSat: 0n, withdrawals: 0, withdrawnSat: 0n, feesSat: 0n },
    ...{ internal: 0, failed: 0 },
  };
  for (const output of outputs) {
    const wallet = addresses.get(output.address);
    if (wallet === undefined) continue;
    if (!output.isInBlock) complaints.push(`a deposit waits for a block: ${output.txid}`);
    sums.deposits += 1;
    sums.depositedSat += output.amountSat;
    add(wallet, output.amountSat);
  }
  for (const order of orders) {
    const sent = outputs.filter(({ address }) => address === order.body.address);
    complaints.push(...judgeOrder(order, order.payee === null ? sent : []));
    if (order.end?.state === 'failed') sums.failed += 1;
    if (order.end?.state !== 'confirmed') continue;
    const amountSat = BigInt(order.body.amount);
    const feeSat = BigInt(order.end.feeSat);
    add(order.payer, -amountSat - feeSat);
    if (order.payee === null) {
      sums.withdrawals += 1;
      sums.withdrawnSat += amountSat;
      sums.feesSat += feeSat;
    } else {
      sums.internal += 1;
      add(order.payee, amountSat);
    }
  }
  const gainedSat = sums.depositedSat - sums.withdrawnSat - sums.feesSat;
  return { changesSat, gainedSat, sums, complaints };
}

/** Each address of someone outside is paid by one order, once, and by none that was not confirmed. */
function judgeOrder(
  { key, body, end, isRefused, payee }: ChainOrder,
  sent: readonly ChainOutput[],
): readonly string[] {
  if (end === null) {
    if (!isRefused) return [`the order ${key} has no end`];
    return sent.length === 0 ? [] : [`the order ${key} was refused, and is paid`];
  }
  if (end.state === 'failed') {
    return sent.length === 0 ? [] : [`the order ${key} has failed, and is paid`];
  }
  if (payee !== null) return end.feeSat === 0 ? [] : [`the order ${key} costs a fee inside`];
  const told = `${end.txid} ${body.amount} ${end.feeSat} true`;
  const found = sent.map((one) => `${one.txid} ${one.amountSat} ${one.feeSat} ${one.isInBlock}`);
  const isSame = found.length === 1 && found[0] === told;
  return isSame ? [] : [`the order ${key} is told as ${told}, and the chain has ${found.join()}`];
}
