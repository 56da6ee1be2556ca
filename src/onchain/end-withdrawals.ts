/**
 * Ends withdrawals by what the chain shows: a block with their transaction settles them, and a
 * block with a transaction that spends the same coin fails them.
 */

import type { AlarmStore } from '../alarms/alarm-store.ts';
import { type RaiseAlarmDeps, raiseAlarm } from '../alarms/raise-alarm.ts';
import type { Clock } from '../base/clock.ts';
import { scriptOfAddress } from '../lightning/bitcoin/address.ts';
import type { WalletTransaction } from '../lightning/chain-wallet.ts';
import type { NodeIdentity } from '../lightning/node-identity.ts';
import type { ComparisonStore } from '../node/comparison-store.ts';
import type { PaymentStopStore } from '../node/payment-stop-store.ts';
import { stopAsRewound } from '../node/rewind/stop-as-rewound.ts';
import { readFound } from './check-transaction.ts';
import { type BlockPlace, confirmationsOf } from './deposit.ts';
import type { Rival } from './find-replaced.ts';
import { type FoundWithdrawals, REORGANISED } from './find-withdrawals.ts';
import { renderWithdrawal } from './render-withdrawal.ts';
import type { SignedTransaction, Withdrawal } from './withdrawal.ts';
import { REPLACED } from './withdrawal-failure.ts';
import type { StepOutcome, WithdrawalStore } from './withdrawal-store.ts';

export interface EndWithdrawalsDeps extends RaiseAlarmDeps {
  readonly withdrawals: Pick<
    WithdrawalStore,
    'listToDrive' | 'listSigned' | 'sign' | 'settle' | 'fail' | 'placeSettled' | 'freeCoins'
  >;
  readonly comparisons: Pick<ComparisonStore, 'stopAsRewound'>;
  readonly stops: Pick<PaymentStopStore, 'stopForOperator'>;
  readonly alarms: Pick<AlarmStore, 'raiseAlarm' | 'endAlarm' | 'wasRaised'>;
  readonly node: NodeIdentity;
  readonly clock: Clock;
  /**
   * `isNodeShared`: other programs use the node's wallet too, and may label transactions in the
   * same way as this service.
   */
  readonly config: { readonly isNodeShared: boolean };
}

export interface WithdrawalLook {
  readonly withdrawals: readonly Withdrawal[];
  readonly found: FoundWithdrawals;
  readonly tipHeight: number;
  /** The height of the chain when this service first looked at it; null during that first look. */
  readonly firstHeight: number | null;
  /** Reads the hash of the chain's block at a height; null above the tip. */
  readonly hashes: (height: number) => Promise<string | null>;
  readonly fence: bigint;
}

/**
 * The number of confirmations at which a transaction is final, because no reorganisation is
 * expected to remove its block: a fee bump is booked, and a transaction that has spent the coin of
 * another ends that one.
 */
export const FINAL_DEPTH = 6;

/**
 * Ends the withdrawals that the chain has decided. False when another process has taken over the
 * lease for the chain.
 */
export async function endWithdrawals(
  deps: EndWithdrawalsDeps,
  look: WithdrawalLook,
): Promise<boolean> {
  for (const withdrawal of look.withdrawals) {
    if (withdrawal.isInternal || withdrawal.transaction === null) continue;
    const block = look.found.blocks.get(withdrawal.transaction.txid) ?? null;
    const outcome =
      withdrawal.state === 'settled'
        ? await followSettled(deps, look, withdrawal, block)
        : await endOpen(deps, look, withdrawal, block);
    if (outcome === 'fenced') return false;
  }
  return await claimLabelled(deps, look);
}

async function endOpen(
  deps: EndWithdrawalsDeps,
  look: WithdrawalLook,
  withdrawal: Withdrawal,
  block: BlockPlace | null,
): Promise<StepOutcome> {
  const { id, transaction } = withdrawal;
  const { fence } = look;
  if (block !== null && transaction !== null) {
    return await settleInBlock(deps, withdrawal, { transaction, block, fence });
  }
  if (!isRivalFinal(look.found.rivals, withdrawal, look.tipHeight)) return 'present';
  const at = deps.clock.now();
  return await deps.withdrawals.fail({ id, failure: REPLACED, from: 'signed', fence, at });
}

export interface SettleInBlockDeps {
  readonly withdrawals: Pick<WithdrawalStore, 'settle'>;
  readonly alarms: Pick<AlarmStore, 'endAlarm'>;
  readonly clock: Clock;
}

export interface FoundInBlock {
  readonly transaction: SignedTransaction;
  readonly block: BlockPlace;
  readonly fence: bigint | null;
}

export async function settleInBlock(
  deps: SettleInBlockDeps,
  withdrawal: Withdrawal,
  { transaction, block, fence }: FoundInBlock,
): Promise<StepOutcome> {
  const { id, identifier } = withdrawal;
  const at = deps.clock.now();
  const record = renderWithdrawal(withdrawal, transaction, block, at);
  const outcome = await deps.withdrawals.settle({ id, block, fence, at, record });
  if (outcome === 'done') await endAlarms(deps, identifier);
  return outcome;
}

/**
 * Whether a conflicting transaction is final. Only blocks that the chain still has are counted, so
 * a conflict that a reorganisation has removed does not count.
 */
export function isRivalFinal(
  rivals: ReadonlyMap<string, Rival>,
  { id }: Pick<Withdrawal, 'id'>,
  tipHeight: number,
): boolean {
  const rival = rivals.get(id);
  return rival !== undefined && confirmationsOf(rival, tipHeight) >= FINAL_DEPTH;
}

/** Kinds of alarms that end when a block contains the transaction of the withdrawal. */
const ALARMS = ['withdrawal_waits', 'withdrawal_not_confirmed', 'withdrawal_unknown'] as const;

async function endAlarms({ alarms }: SettleInBlockDeps, identifier: string): Promise<void> {
  for (const kind of ALARMS) {
    await alarms.endAlarm({ kind, subject: identifier }, 'a block has its transaction');
  }
}

/**
 * Follows a settled withdrawal through reorganisations. No money is returned here: if another
 * transaction has taken its place, an operator has to decide. Its other coins are free then.
 */
async function followSettled(
  deps: EndWithdrawalsDeps,
  look: WithdrawalLook,
  withdrawal: Withdrawal,
  block: BlockPlace | null,
): Promise<StepOutcome> {
  const { id, block: last } = withdrawal;
  const { fence, tipHeight } = look;
  if (block !== null) {
    const isWhereItWas = block.hash === last?.hash;
    return isWhereItWas ? 'present' : await deps.withdrawals.placeSettled(id, block, fence);
  }
  if (last !== null) {
    // The chain is shorter than before, so the block may come back.
    if (last.height > tipHeight || (await look.hashes(last.height)) === last.hash) return 'present';
    return await deps.withdrawals.placeSettled(id, null, fence);
  }
  const rival = look.found.rivals.get(id);
  if (rival !== undefined && isRivalFinal(look.found.rivals, withdrawal, tipHeight)) {
    await tellOfReplaced(deps, withdrawal, rival);
    return await deps.withdrawals.freeCoins(id, fence);
  }
  return 'present';
}

/**
 * Stops payments when a settled withdrawal was replaced, once for each withdrawal: an operator who
 * has looked into it and allows payments again is not stopped by it again.
 */
async function tellOfReplaced(
  deps: EndWithdrawalsDeps,
  { identifier, transaction }: Withdrawal,
  rival: Rival,
): Promise<void> {
  const kind = 'withdrawal_replaced';
  if (await deps.alarms.wasRaised(kind, identifier)) return;
  const detail =
    `transaction ${transaction?.txid} was in a block, and now ${rival.txid} has spent its coin: ` +
    'payments to other nodes are stopped';
  await deps.stops.stopForOperator(detail);
  await raiseAlarm(deps, { kind, subject: identifier, detail });
}

/**
 * Looks for transactions in the wallet that bear the label of a withdrawal which the database does
 * not know as signed. One such transaction proves that the database was restored to an earlier
 * state, and then each withdrawal that was reserved may have been sent.
 */
async function claimLabelled(deps: EndWithdrawalsDeps, look: WithdrawalLook): Promise<boolean> {
  const { labelled } = look.found;
  const known = await deps.withdrawals.listSigned([...labelled.keys()]);
  const owns = new Map(look.withdrawals.map((one) => [one.identifier, one]));
  for (const [identifier, transaction] of labelled) {
    const own = owns.get(identifier);
    if (own === undefined && isOfEarlierService(look, transaction)) continue;
    const isOther =
      own !== undefined && own.transaction !== null && own.transaction.txid !== transaction.txid;
    if (known.has(identifier) && !isOther) continue;
    if (own?.state === 'unknown' && (await findAgain(deps, look, own, transaction))) continue;
    // In a shared wallet, only the identifier of a withdrawal in our database shows that the
    // transaction is ours.
    if (deps.config.isNodeShared && own === undefined) continue;
    await tellOfUnknown(deps, identifier, transaction.txid);
  }
  return true;
}

/**
 * Whether a transaction is older than this service. The wallet may have served another Satchel
 * before, with another database. A reorganisation shortly after the first look may have put
 * transactions of this service into blocks as low as those that it removed, so a transaction in
 * these blocks is not taken for an older one.
 */
const isOfEarlierService = (
  { firstHeight }: WithdrawalLook,
  { block }: WalletTransaction,
): boolean => firstHeight === null || (block !== null && block.height <= firstHeight - REORGANISED);

/**
 * Gives an unknown withdrawal the transaction that was found in the wallet. If a block contains it,
 * the withdrawal settles at once, because the next looks at the chain read only recent blocks.
 */
async function findAgain(
  deps: EndWithdrawalsDeps,
  look: WithdrawalLook,
  withdrawal: Withdrawal,
  listed: WalletTransaction,
): Promise<boolean> {
  const { id, address, amountSat, heldSat } = withdrawal;
  const script = scriptOfAddress(address, deps.node.network);
  const transaction = script === null ? null : readFound(listed, { script, amountSat });
  if (transaction === null || amountSat + transaction.feeSat > heldSat) return false;
  const signing = { id, transaction, fence: look.fence, at: deps.clock.now(), isFound: true };
  const outcome = await deps.withdrawals.sign(signing);
  const block = look.found.blocks.get(transaction.txid) ?? null;
  if (outcome === 'signed' && block !== null) {
    await endOpen(deps, look, { ...withdrawal, state: 'signed', transaction }, block);
  }
  return outcome !== 'conflict';
}

/**
 * Stops payments because of a transaction that is missing in the database, once for each
 * transaction: an operator who has looked into it is not stopped by it again.
 */
async function tellOfUnknown(
  deps: EndWithdrawalsDeps,
  identifier: string,
  txid: string,
): Promise<void> {
  if (await deps.alarms.wasRaised('withdrawal_not_in_books', txid)) return;
  const detail = `transaction ${txid} of withdrawal ${identifier} was sent and is missing`;
  await stopAsRewound(deps, detail);
  await raiseAlarm(deps, { kind: 'withdrawal_not_in_books', subject: txid, detail });
}
