/**
 * Sends a reserved withdrawal. Comments at each step say what a crash or failure there causes. No
 * network call is made inside a transaction of the database, and after a crash at any step the
 * database has enough to go on.
 */

import { scriptOfAddress } from '../lightning/bitcoin/address.ts';
import type { FundedTransaction } from '../lightning/chain-spending.ts';
import { readFunded, readSigned } from './check-transaction.ts';
import { SAT_PER_KW_OF_VBYTE } from './fee-bound.ts';
import { publishWithdrawal } from './publish-withdrawal.ts';
import { TARGET_BLOCKS, type Withdrawal, type WithdrawalFailure } from './withdrawal.ts';
import type { SendDeps } from './withdrawal-deps.ts';
import { FEE_TOO_HIGH, rejectedByWallet, SEND_STOPPED } from './withdrawal-failure.ts';
import { lockIdOf } from './withdrawal-label.ts';

export type SendOutcome =
  /** The transaction is stored. It is published repeatedly until the node accepts it. */
  | 'signed'
  | 'failed'
  /** The wallet has too few spendable coins until a block confirms some, or other leases end. */
  | 'waits_for_coins'
  /**
   * The withdrawal is no longer reserved, or the database may have been replaced by another one, so
   * nothing was sent.
   */
  | 'moved_on'
  /** Another process has taken over the lease for the chain, so nothing was stored. */
  | 'fenced';

/**
 * The lowest fee rate that the network relays. The wallet would accept a lower rate, and make a
 * transaction that the network refuses.
 */
const MIN_SAT_PER_KW = 253n;

/**
 * Sends a withdrawal. Throws when the node or the database does not answer; the next try reads the
 * withdrawal again first.
 */
export async function sendWithdrawal(
  deps: SendDeps,
  withdrawal: Withdrawal,
  fence: bigint,
): Promise<SendOutcome> {
  const { chainSpending } = deps;
  const { address, amountSat } = withdrawal;
  const script = scriptOfAddress(address, deps.node.network);
  if (script === null) {
    return await failReserved(deps, withdrawal, fence, rejectedByWallet('not an address'));
  }
  const satPerKw = await rateNow(deps, withdrawal);

  // The node leases the coins here. If this process dies now, or the answer is lost, the leases
  // bear the lock id of this withdrawal, by which keepLeases releases them.
  const lockId = lockIdOf(withdrawal.id);
  const funding = await chainSpending.fund({ address, amountSat, satPerKw, lockId });
  if (!funding.ok) {
    const { refusal } = funding;
    if (refusal.kind === 'insufficient_coins') return 'waits_for_coins';
    return await failReserved(deps, withdrawal, fence, rejectedByWallet(refusal.detail));
  }
  const funded = funding.value;
  const unsigned = readFunded(funded, { script, amountSat });
  const giveUp = async (failure: WithdrawalFailure): Promise<SendOutcome> => {
    await releaseAll(deps, lockId, funded);
    return await failReserved(deps, withdrawal, fence, failure);
  };
  const waitForCoins = async (): Promise<SendOutcome> => {
    await releaseAll(deps, lockId, funded);
    return 'waits_for_coins';
  };
  if (funded.feeSat > withdrawal.heldSat - amountSat) return await giveUp(FEE_TOO_HIGH);
  const changeSat = unsigned.outputs[funded.changeIndex ?? -1]?.valueSat ?? 0n;
  if (!(await keepsReserve(deps, changeSat))) return await waitForCoins();

  // The signed transaction exists only in the memory of this process. If the process dies now,
  // nothing was sent.
  const raw = await chainSpending.sign(funded.psbt);
  const transaction = readSigned(funded, unsigned, raw);

  // If the answer of the database is lost, this throws, and the next try sees in the row whether
  // the transaction was stored. A transaction that is not stored is never published.
  const at = deps.clock.now();
  const { id } = withdrawal;
  const signing = { id, transaction, fence, at, isFound: false };
  switch (await deps.withdrawals.sign(signing)) {
    case 'signed':
      await publishWithdrawal(deps, { ...withdrawal, state: 'signed', transaction });
      return 'signed';
    case 'stopped':
      return await giveUp(SEND_STOPPED);
    case 'input_taken':
      // Another withdrawal has this coin as an input, but its lease had ended. It renews the lease
      // before this withdrawal is tried again.
      return await waitForCoins();
    case 'conflict':
      return 'moved_on';
    case 'fenced':
      // The process that has the lease now decides about the coins that are leased to this
      // withdrawal.
      return 'fenced';
  }
}

async function rateNow({ chainSpending, rules }: SendDeps, { speed }: Withdrawal): Promise<bigint> {
  const rate = await chainSpending.feeRate(TARGET_BLOCKS[speed]);
  const highest = rules.maxFeeRate * SAT_PER_KW_OF_VBYTE;
  if (rate > highest) return highest;
  return rate < MIN_SAT_PER_KW ? MIN_SAT_PER_KW : rate;
}

/**
 * Whether enough coins stay in the wallet for closing channels. The wallet does not check this
 * itself. The coins that were just leased are no longer in its list.
 */
async function keepsReserve(
  { chainSpending, chainWallet }: SendDeps,
  changeSat: bigint,
): Promise<boolean> {
  const [coins, reserveSat] = await Promise.all([
    chainWallet.coins(),
    chainSpending.requiredReserve(),
  ]);
  const leftSat = coins.reduce((sum, { amountSat }) => sum + amountSat, changeSat);
  return leftSat >= reserveSat;
}

async function releaseAll(
  { chainSpending }: SendDeps,
  lockId: string,
  { inputs }: FundedTransaction,
): Promise<void> {
  for (const coin of inputs) await chainSpending.release(lockId, coin);
}

/**
 * Fails a withdrawal that has no stored transaction. Nothing was sent, so the money is returned.
 */
export async function failReserved(
  { withdrawals, clock }: Pick<SendDeps, 'withdrawals' | 'clock'>,
  { id }: Withdrawal,
  fence: bigint,
  failure: WithdrawalFailure,
): Promise<SendOutcome> {
  const failing = { id, failure, from: 'reserved', fence, at: clock.now() } as const;
  const outcome = await withdrawals.fail(failing);
  if (outcome === 'fenced') return 'fenced';
  return outcome === 'conflict' ? 'moved_on' : 'failed';
}
