/**
 * Raises the fee of an unconfirmed withdrawal when an operator orders it. The operator bears the
 * added fee.
 */

import {
  type AuditedActionDeps,
  newAction,
  type Operator,
  runAudited,
} from '../alarms/audited-action.ts';
import { type Sat, sat } from '../base/amount.ts';
import { assert } from '../base/assert.ts';
import { newUuid } from '../base/id.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { encodePsbt } from '../lightning/bitcoin/psbt.ts';
import {
  decodeTransactionHex,
  type Transaction,
  txidOf,
  virtualSize,
} from '../lightning/bitcoin/transaction.ts';
import type { LeasedCoin } from '../lightning/chain-spending.ts';
import { NodeFault } from '../lightning/node-port.ts';
import { bumpLabelOf, type FeeBump, type FeeBumpStore } from './fee-bump.ts';
import type { Onchain } from './look-at-chain.ts';
import type { Withdrawal } from './withdrawal.ts';
import type { WithdrawalStore } from './withdrawal-store.ts';

export interface PlanBumpDeps {
  /** Access to the node's wallet; null when bitcoin addresses are switched off. */
  readonly onchain: Pick<Onchain, 'chainSpending' | 'rules'> | null;
  readonly feeBumps: Pick<FeeBumpStore, 'listOpen' | 'note'>;
}

export interface BumpWithdrawalDeps extends PlanBumpDeps, AuditedActionDeps {
  readonly withdrawals: Pick<WithdrawalStore, 'find'>;
}

export interface BumpOrder {
  readonly id: string;
  /**
   * The wanted fee rate in sat/vB: that of all transactions of the withdrawal together, the new one
   * included.
   */
  readonly feeRate: bigint;
  /** The highest fee for the new transaction; null for half of the coin that it spends. */
  readonly maxFeeSat: Sat | null;
}

/** Reasons why no fee was raised, in English for the operator. */
export type BumpRefusal =
  | { readonly kind: 'no_such_withdrawal' }
  | { readonly kind: 'not_possible'; readonly why: string };

/**
 * What a withdrawal pays in fees now, and the coin that a further transaction could spend to raise
 * them.
 */
export interface BumpRoom {
  readonly coin: LeasedCoin & { readonly script: string };
  /**
   * The fees of the withdrawal's transaction and of all earlier fee bumps. `size` is the size of
   * all these together, in vbytes.
   */
  readonly paidSat: Sat;
  readonly size: number;
}

/** The size of a transaction with one taproot input and one taproot output, in vbytes. */
const CHILD_SIZE = 111;
/** The smallest output that nodes relay (the dust limit). */
const DUST_SAT = 330n;
/** The sequence number that signals that a transaction may be replaced (BIP 125). */
const REPLACEABLE = 0xffff_fffd;

export async function bumpWithdrawal(
  deps: BumpWithdrawalDeps,
  by: Operator,
  { id, feeRate, maxFeeSat }: BumpOrder,
): Promise<Result<FeeBump, BumpRefusal>> {
  const withdrawal = await deps.withdrawals.find(id);
  if (withdrawal === null) return refuse({ kind: 'no_such_withdrawal' });
  const detail = { satPerVbyte: String(feeRate) };
  const action = newAction(deps, by, { kind: 'withdrawal_bump', subject: id, detail });
  const bumped = await runAudited(
    deps,
    action,
    () => bump(deps, withdrawal, { id, feeRate, maxFeeSat }),
    (answer) =>
      answer.ok
        ? {
            result: 'done',
            outcome: { txid: answer.value.txid, amountSat: String(answer.value.feeSat) },
          }
        : { result: 'refused', outcome: { why: answer.refusal } },
  );
  return bumped.ok ? bumped : refuse({ kind: 'not_possible', why: bumped.refusal });
}

async function bump(
  deps: BumpWithdrawalDeps,
  withdrawal: Withdrawal,
  { feeRate, maxFeeSat }: BumpOrder,
): Promise<Result<FeeBump, string>> {
  const room = await findRoom(deps, withdrawal);
  if (!room.ok) return room;
  const { onchain, clock, random } = deps;
  assert(onchain?.chainSpending != null, 'there is room only where the wallet may spend');
  const { chainSpending, rules } = onchain;
  if (feeRate > rules.maxFeeRate) {
    return refuse(`SATCHEL_ONCHAIN_MAX_FEE_RATE allows ${rules.maxFeeRate} sat/vB at most`);
  }
  const feeSat = feeFor(room.value, feeRate);
  if (!feeSat.ok) return feeSat;
  const { coin } = room.value;
  const mostSat = maxFeeSat ?? coin.amountSat / 2n;
  if (feeSat.value > mostSat) {
    return refuse(`it would cost ${feeSat.value} sat, and ${mostSat} sat are allowed`);
  }
  // The rest returns to where it came from. A new address would not do: a wallet that was restored
  // from its seed may give out one that belongs to a user, who would be credited with the rest.
  const unsigned: Transaction = {
    version: 2,
    inputs: [{ ...coin, scriptSig: '', sequence: REPLACEABLE, witness: [] }],
    outputs: [{ script: coin.script, valueSat: coin.amountSat - feeSat.value }],
    lockTime: 0,
  };
  const raw = await chainSpending.sign(toPsbt(unsigned, coin));
  const txid = txidOf(unsigned);
  const signed = decodeTransactionHex(raw);
  if (signed === null || txidOf(signed) !== txid) {
    throw new NodeFault('the node has signed another transaction than the one that it was given');
  }
  // The transaction is stored before it is published. If this process dies in between, the process
  // that holds the lease for the chain publishes the stored transaction.
  const made = { id: newUuid(clock, random), withdrawalId: withdrawal.id, coin, txid, raw };
  const bumped: FeeBump = { ...made, feeSat: feeSat.value };
  const noted = await deps.feeBumps.note(bumped, clock.now());
  if (noted === 'ended') return refuse('it does not wait for a block any more');
  if (noted === 'coin_taken') return refuse('another one has raised its fee in this moment');
  if (noted === 'stopped') return refuse('what leaves this service has reached its limit');
  await chainSpending.publish(raw, bumpLabelOf(withdrawal.identifier));
  return accept(bumped);
}

/** Finds the coin that can be spent to raise the fee of a withdrawal, or says why there is none. */
export async function findRoom(
  { onchain, feeBumps }: PlanBumpDeps,
  { id, state, transaction }: Withdrawal,
): Promise<Result<BumpRoom, string>> {
  if (transaction === null || (state !== 'signed' && state !== 'broadcast')) {
    return refuse(`it waits for no block: the withdrawal is ${state}`);
  }
  if (onchain === null || onchain.chainSpending === null) {
    return refuse('sending to bitcoin addresses is off, so the wallet cannot spend');
  }
  const { changeIndex, raw, txid, feeSat } = transaction;
  if (changeIndex === null) {
    return refuse('nothing of it comes back to the wallet of the node that could pay for it');
  }
  const former = (await feeBumps.listOpen()).filter((one) => one.withdrawalId === id);
  const last = former.at(-1);
  const index = last === undefined ? changeIndex : 0;
  const output = decodeTransactionHex(last?.raw ?? raw)?.outputs[index];
  if (output === undefined) return refuse('its transaction cannot be read');
  if (!output.script.startsWith('5120')) {
    return refuse('what comes back of it is no taproot output: use `lncli wallet bumpfee`');
  }
  const { script, valueSat } = output;
  return accept({
    coin: { txid: last?.txid ?? txid, index, amountSat: sat(valueSat), script },
    paidSat: sat(former.reduce((sum, one) => sum + one.feeSat, BigInt(feeSat))),
    size: [raw, ...former.map((one) => one.raw)].reduce((sum, one) => sum + sizeOf(one), 0),
  });
}

function sizeOf(raw: string): number {
  const transaction = decodeTransactionHex(raw);
  assert(transaction !== null, 'what is stored was read before');
  return virtualSize(transaction);
}

function feeFor({ coin, paidSat, size }: BumpRoom, feeRate: bigint): Result<Sat, string> {
  const missingSat = feeRate * BigInt(size + CHILD_SIZE) - paidSat;
  if (feeRate * BigInt(size) <= paidSat) return refuse('it pays as much already');
  // Nodes relay no transaction that pays less than one sat per vbyte.
  const leastSat = BigInt(CHILD_SIZE);
  const feeSat = missingSat < leastSat ? leastSat : missingSat;
  return coin.amountSat - feeSat < DUST_SAT
    ? refuse(`it would cost ${feeSat} sat, and ${coin.amountSat} sat come back of it`)
    : accept(sat(feeSat));
}

const toPsbt = (transaction: Transaction, { amountSat, script }: BumpRoom['coin']): string =>
  Buffer.from(
    encodePsbt({
      transaction,
      spentOutputs: [{ valueSat: amountSat, script }],
      witnesses: [],
    }),
  ).toString('base64');
