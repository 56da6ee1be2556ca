/** The chain ends withdrawals: by a block that has their transaction, or one that has a rival. */

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
import type { FoundWithdrawals, Rival } from './find-withdrawals.ts';
import { renderWithdrawal } from './render-withdrawal.ts';
import type { SignedTransaction, Withdrawal } from './withdrawal.ts';
import { REPLACED } from './withdrawal-failure.ts';
import type { StepOutcome, WithdrawalStore } from './withdrawal-store.ts';

export interface EndWithdrawalsDeps extends RaiseAlarmDeps {
  readonly withdrawals: Pick<
    WithdrawalStore,
    'listToDrive' | 'listSigned' | 'sign' | 'settle' | 'fail' | 'placeSettled'
  >;
  readonly comparisons: Pick<ComparisonStore, 'stopAsRewound'>;
  readonly stops: Pick<PaymentStopStore, 'stopForOperator'>;
  readonly alarms: Pick<AlarmStore, 'raiseAlarm' | 'endAlarm' | 'wasRaised'>;
  readonly node: NodeIdentity;
  readonly clock: Clock;
  /** Others who use the wallet of the node as well may label transactions as we do. */
  readonly config: { readonly isNodeShared: boolean };
}

export interface WithdrawalLook {
  readonly withdrawals: readonly Withdrawal[];
  readonly found: FoundWithdrawals;
  readonly tipHeight: number;
  /** The height of the chain at the first look of this service; null in the first one. */
  readonly firstHeight: number | null;
  /** The hash of the chain's block at a height; null above the tip. */
  readonly hashes: (height: number) => Promise<string | null>;
  readonly fence: bigint;
}

/** From this depth on, a spending of the same coin is final. */
const FINAL_DEPTH = 6;

/** False when another process leads now. */
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
  if (!isRivalFinal(look, withdrawal)) return 'present';
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

/** Only what the chain still has counts, so one that a reorganisation took out says nothing. */
function isRivalFinal({ found, tipHeight }: WithdrawalLook, { id }: Withdrawal): boolean {
  const rival = found.rivals.get(id);
  return rival !== undefined && confirmationsOf(rival, tipHeight) >= FINAL_DEPTH;
}

/** Alarms that a block with the transaction ends. */
const ALARMS = ['withdrawal_waits', 'withdrawal_not_confirmed', 'withdrawal_unknown'] as const;

async function endAlarms({ alarms }: SettleInBlockDeps, identifier: string): Promise<void> {
  for (const kind of ALARMS) {
    await alarms.endAlarm({ kind, subject: identifier }, 'a block has its transaction');
  }
}

/** Nothing is given back: a settled one whose place was taken is for an operator to judge. */
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
    // A chain that is shorter than it was says nothing yet.
    if (last.height > tipHeight || (await look.hashes(last.height)) === last.hash) return 'present';
    return await deps.withdrawals.placeSettled(id, null, fence);
  }
  const rival = look.found.rivals.get(id);
  if (rival !== undefined && isRivalFinal(look, withdrawal)) {
    await tellOfReplaced(deps, withdrawal, rival);
  }
  return 'present';
}

/** An operator who allows payments again is not stopped again by the same. */
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
 * A transaction of ours in the wallet that the database does not know as signed says that the
 * database has gone back. Then each withdrawal that was reserved is one that may have left.
 */
async function claimLabelled(deps: EndWithdrawalsDeps, look: WithdrawalLook): Promise<boolean> {
  const { labelled } = look.found;
  const known = await deps.withdrawals.listSigned([...labelled.keys()]);
  const owns = new Map(look.withdrawals.map((one) => [one.identifier, one]));
  for (const [identifier, transaction] of labelled) {
    if (isOfEarlierService(look, transaction)) continue;
    const own = owns.get(identifier);
    const isOther =
      own !== undefined && own.transaction !== null && own.transaction.txid !== transaction.txid;
    if (known.has(identifier) && !isOther) continue;
    if (own?.state === 'unknown' && (await findAgain(deps, look, own, transaction))) continue;
    // Only this service knows the identifier of a withdrawal of its own.
    if (deps.config.isNodeShared && own === undefined) continue;
    await tellOfUnknown(deps, identifier, transaction.txid);
  }
  return true;
}

/** A wallet may have served another Satchel, whose database is none of ours. */
const isOfEarlierService = (
  { firstHeight }: WithdrawalLook,
  { block }: WalletTransaction,
): boolean => firstHeight === null || (block !== null && block.height <= firstHeight);

/** One that a block has ends at once: the block may be one that the next looks do not read. */
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

/** An operator who has looked into it is not stopped again by the same transaction. */
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
