/**
 * What operators can do about an unknown withdrawal: one that may have been sent before the
 * database was restored to an earlier state.
 */

import type { AlarmStore } from '../alarms/alarm-store.ts';
import {
  type AuditedActionDeps,
  newAction,
  type Operator,
  runAudited,
} from '../alarms/audited-action.ts';
import type { ActionEnd, NewAction } from '../alarms/operator-log/operator-action.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { scriptOfAddress } from '../lightning/bitcoin/address.ts';
import type { WalletTransaction } from '../lightning/chain-wallet.ts';
import { readFound, readShared } from './check-transaction.ts';
import { type CheckUnknownDeps, checkUnknown } from './check-unknown.ts';
import { settleInBlock } from './end-withdrawals.ts';
import type { SignedTransaction, Withdrawal } from './withdrawal.ts';
import { FOUND_UNSENT } from './withdrawal-failure.ts';
import type { WithdrawalStore } from './withdrawal-store.ts';

export interface EndUnknownDeps extends CheckUnknownDeps, AuditedActionDeps {
  readonly withdrawals: Pick<
    WithdrawalStore,
    'find' | 'listTransactions' | 'sign' | 'settle' | 'fail'
  >;
  readonly alarms: Pick<AlarmStore, 'endAlarm'>;
}

/** Reasons why the withdrawal was not changed, in English for the operator. */
export type EndUnknownRefusal =
  | { readonly kind: 'no_such_withdrawal' }
  | { readonly kind: 'not_proven'; readonly why: string };

/**
 * Fails an unknown withdrawal of which the node knows nothing, and returns the held money to its
 * payer. Repeating the call returns the same answer and moves no money.
 */
export async function failUnknown(
  deps: EndUnknownDeps,
  by: Operator,
  id: string,
): Promise<Result<Withdrawal, EndUnknownRefusal>> {
  const withdrawal = await deps.withdrawals.find(id);
  if (withdrawal === null) return refuse({ kind: 'no_such_withdrawal' });
  if (isGivenBack(withdrawal)) return accept(await endAlarm(deps, withdrawal));
  const detail = { amountSat: String(withdrawal.heldSat) };
  const action = newAction(deps, by, { kind: 'withdrawal_fail', subject: id, detail });
  return await runLogged(deps, action, () => failProven(deps, withdrawal));
}

/**
 * Stores which transaction of the wallet is that of an unknown withdrawal, as an operator has found
 * out.
 */
export async function claimUnknown(
  deps: EndUnknownDeps,
  by: Operator,
  { id, txid }: { readonly id: string; readonly txid: string },
): Promise<Result<Withdrawal, EndUnknownRefusal>> {
  const withdrawal = await deps.withdrawals.find(id);
  if (withdrawal === null) return refuse({ kind: 'no_such_withdrawal' });
  if (withdrawal.transaction?.txid === txid) return accept(await endAlarm(deps, withdrawal));
  const action = newAction(deps, by, { kind: 'withdrawal_found', subject: id, detail: { txid } });
  return await runLogged(deps, action, () => claimProven(deps, withdrawal, txid));
}

async function runLogged(
  deps: EndUnknownDeps,
  action: NewAction,
  work: () => Promise<Result<Withdrawal, string>>,
): Promise<Result<Withdrawal, EndUnknownRefusal>> {
  const answer = await runAudited(deps, action, work, toEnd);
  return answer.ok ? answer : refuse({ kind: 'not_proven', why: answer.refusal });
}

const toEnd = (answer: Result<Withdrawal, string>): ActionEnd =>
  answer.ok
    ? { result: 'done', outcome: { state: answer.value.state } }
    : { result: 'refused', outcome: { why: answer.refusal } };

/**
 * Fails the withdrawal if the wallet shows no sign that it was sent. The process that looks at the
 * chain may find its transaction at the same moment, or another operator may act: the database
 * allows only one step out of `unknown`, and the slower one is told what the faster one did.
 */
async function failProven(
  deps: EndUnknownDeps,
  withdrawal: Withdrawal,
): Promise<Result<Withdrawal, string>> {
  const { id } = withdrawal;
  const finding = await checkUnknown(deps, withdrawal);
  if (finding.kind === 'not_asked') return refuse(finding.why);
  if (finding.lacks !== null) return refuse(finding.lacks);
  const at = deps.clock.now();
  await deps.withdrawals.fail({ id, failure: FOUND_UNSENT, from: 'unknown', fence: null, at });
  const now = await readNow(deps, withdrawal);
  return isGivenBack(now) ? accept(await endAlarm(deps, now)) : refuse(goneOn(now));
}

const isGivenBack = ({ failure }: Withdrawal): boolean => failure?.reason === FOUND_UNSENT.reason;

async function claimProven(
  deps: EndUnknownDeps,
  withdrawal: Withdrawal,
  txid: string,
): Promise<Result<Withdrawal, string>> {
  const finding = await checkUnknown(deps, withdrawal);
  if (finding.kind === 'not_asked') return refuse(finding.why);
  const listed = finding.candidates.find((one) => one.txid === txid);
  const claimed = listed === undefined ? NO_SUCH : await claim(deps, withdrawal, listed);
  // Another operator may have named the same transaction at this moment, or the process that looks
  // at the chain may have found it.
  const now = await readNow(deps, withdrawal);
  if (now.transaction?.txid === txid) return accept(await endAlarm(deps, now));
  return now.state !== 'unknown' || claimed.ok ? refuse(goneOn(now)) : claimed;
}

const NO_SUCH = refuse('the wallet of the node has no such transaction that pays what was ordered');

/**
 * Takes over a transaction as that of the withdrawal. If a block contains it, the withdrawal
 * settles at once, because later looks at the chain read only recent blocks.
 */
async function claim(
  deps: EndUnknownDeps,
  withdrawal: Withdrawal,
  listed: WalletTransaction,
): Promise<Result<null, string>> {
  const { id } = withdrawal;
  const read = readClaimed(deps, withdrawal, listed);
  if (!read.ok) return read;
  const transaction = read.value;
  const at = deps.clock.now();
  const signing = { id, transaction, fence: null, at, isFound: true };
  const outcome = await deps.withdrawals.sign(signing);
  if (outcome === 'input_taken') return refuse('it spends a coin of another withdrawal');
  if (outcome === 'signed' && listed.block !== null) {
    await settleInBlock(deps, withdrawal, { transaction, block: listed.block, fence: null });
  }
  return accept(null);
}

/**
 * Checks that the transaction pays the order, and that its fee is known and covered by the held
 * money.
 */
function readClaimed(
  { node }: EndUnknownDeps,
  { address, amountSat, heldSat }: Withdrawal,
  listed: WalletTransaction,
): Result<SignedTransaction, string> {
  const script = scriptOfAddress(address, node.network);
  const ordered = script === null ? null : { script, amountSat };
  const transaction = ordered && (readFound(listed, ordered) ?? readShared(listed, ordered));
  if (transaction === null) return refuse('it pays something else than what was ordered');
  const { feeSat } = transaction;
  if (feeSat === 0n) return refuse('the wallet does not know what it cost');
  return amountSat + feeSat <= heldSat
    ? accept(transaction)
    : refuse(`it cost ${feeSat} sat, and ${heldSat - amountSat} sat are held for that`);
}

async function readNow(deps: EndUnknownDeps, withdrawal: Withdrawal): Promise<Withdrawal> {
  return (await deps.withdrawals.find(withdrawal.id)) ?? withdrawal;
}

const goneOn = ({ state, transaction }: Withdrawal): string =>
  `the withdrawal is ${state} now` +
  (transaction === null ? '' : `, with transaction ${transaction.txid}`);

async function endAlarm({ alarms }: EndUnknownDeps, withdrawal: Withdrawal): Promise<Withdrawal> {
  const alarm = { kind: 'withdrawal_unknown', subject: withdrawal.identifier } as const;
  await alarms.endAlarm(alarm, 'an operator has found out what became of it');
  return withdrawal;
}
