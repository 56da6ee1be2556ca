/**
 * The steps of one reserved withdrawal, each with what may go wrong at it. No network call happens
 * in a transaction, and what the database has is enough to go on after a crash anywhere.
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
  /** The transaction is stored. It is published again until the node takes it. */
  | 'signed'
  | 'failed'
  /** Until a block confirms coins, or leases of others end. */
  | 'waits_for_coins'
  /** The row is not reserved any more, or the database may not be the one that it was. */
  | 'moved_on'
  /** Another process leads now. */
  | 'fenced';

/** The wallet takes less, and the network then refuses what it has made. */
const MIN_SAT_PER_KW = 253n;

/** Throws when the node or the database gives no answer; the next try begins with the row again. */
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

  // Leases coins. If we die now, or the answer is lost, they bear our lock, and keepLeases ends it.
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

  // The signed transaction is in our memory only, and is lost with us: then nothing was sent.
  const raw = await chainSpending.sign(funded.psbt);
  const transaction = readSigned(funded, unsigned, raw);

  // If the answer is lost, this throws, and the row says at the next try whether it was stored.
  // What is not stored is never published.
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
      // The lease of the other one has ended. It is renewed before the next try.
      return await waitForCoins();
    case 'conflict':
      return 'moved_on';
    case 'fenced':
      // The leases are for the new leader to judge.
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
 * Whether enough is left to close channels, which the wallet itself does not see to. Coins that we
 * have just leased are not listed any more.
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

/** Nothing is stored, so nothing has left: the money goes back. */
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
