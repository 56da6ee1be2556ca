/**
 * Payments that wait for their owner's approval, as apps see them: as pending. Some apps take a
 * payment that they cannot find as failed, although it may still be made.
 */

import type { LookupReach } from '../apps/nwc-keys/method.ts';
import type { Caller } from '../authorization/caller.ts';
import { assert } from '../base/assert.ts';
import { hexToBytes } from '../base/hex.ts';
import { cleanText } from '../base/text.ts';
import type { UnpaidQuery } from '../history/grant-history-store.ts';
import { readBolt11 } from '../lightning/bolt11-decode.ts';
import { normalizeBolt11 } from '../lightning/bolt11-prefix.ts';
import { hashPreimage } from '../lightning/preimage.ts';
import type { Approval } from '../payments/approval.ts';
import type { ApprovalStore } from '../payments/approval-store.ts';
import { MAX_WAITING_OF_USER } from '../payments/limits.ts';
import type { PlannedLightning } from '../payments/planned-payment.ts';
import { type OutgoingPayment, presentOutgoing, type Transaction } from './transaction.ts';

export interface AskedPaymentsDeps {
  readonly approvals: Pick<ApprovalStore, 'listOfUser'>;
}

/** Finds a payment of an invoice that waits for approval; null if none does. */
export async function findAskedPayment(
  deps: AskedPaymentsDeps,
  { userId, grantId }: Pick<Caller, 'userId' | 'grantId'>,
  { paymentHash, reach }: { readonly paymentHash: string; readonly reach: LookupReach['outgoing'] },
  now: Date,
): Promise<Transaction | null> {
  const asked = (await listAsked(deps, userId)).find(
    (one) => one.paymentHash === paymentHash && (reach === 'all' || one.grantId === grantId),
  );
  return asked === undefined ? null : presentAsked(asked, now);
}

/** Lists the user's payments that wait for approval and were asked for in a time, newest first. */
export async function listAskedPayments(
  deps: AskedPaymentsDeps,
  { userId, createdFrom, createdBefore }: UnpaidQuery,
  now: Date,
): Promise<readonly Transaction[]> {
  const asked = await listAsked(deps, userId);
  return asked
    .filter(({ createdAt }) => createdAt >= createdFrom && createdAt < createdBefore)
    .flatMap((one) => presentAsked(one, now) ?? []);
}

const listAsked = (deps: AskedPaymentsDeps, userId: string): Promise<readonly Approval[]> =>
  deps.approvals.listOfUser({ userId, isWaiting: true, offset: 0, limit: MAX_WAITING_OF_USER });

/**
 * Presents a payment that waits; null for one to a bitcoin address, and for several keysends, which
 * apps are not shown.
 */
function presentAsked({ planned, amountMsat, createdAt }: Approval, now: Date): Transaction | null {
  const { order, ids } = planned;
  if (order.kind === 'onchain' || order.kind === 'keysends') return null;
  const payment = { ...textsOf(order, ids.preimage), state: 'reserved' as const };
  const { sentTo } = order;
  return presentOutgoing({ ...payment, amountMsat, sentTo, createdAt }, null, now);
}

function textsOf(
  order: PlannedLightning,
  preimageHex: string,
): Pick<OutgoingPayment, 'paymentHash' | 'bolt11' | 'memo' | 'descriptionHash' | 'records'> {
  if (order.kind === 'keysend') {
    const preimage = hexToBytes(preimageHex, 32);
    assert(preimage !== null, 'a preimage of ours is 32 bytes of hex');
    const { memo, records } = order;
    const paymentHash = hashPreimage(preimage);
    return { bolt11: '', paymentHash, descriptionHash: null, memo, records };
  }
  const bolt11 = normalizeBolt11(order.bolt11);
  const read = readBolt11(bolt11);
  assert(read.ok, 'an invoice that waits was read before');
  const { paymentHash, description, descriptionHash } = read.value;
  const memo = description === null ? null : cleanText(description, description.length);
  return { bolt11, paymentHash, descriptionHash, memo, records: new Map() };
}
