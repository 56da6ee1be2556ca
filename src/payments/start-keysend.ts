import { assert } from '../base/assert.ts';
import { hexToBytes } from '../base/hex.ts';
import { MAX_ACCOUNT_LENGTH } from '../base/limits.ts';
import { type Result, refuse } from '../base/result.ts';
import type { BatchPlace, PaymentOrder } from '../ledger/payment.ts';
import type { PayRefusal } from '../ledger/wallet-refusals.ts';
import { ACCOUNT_RECORD, recordText } from '../lightning/custom-records.ts';
import { hashPreimage } from '../lightning/preimage.ts';
import { checkPaymentAmount } from './check-payment-amount.ts';
import { type CheckedKeysend, checkKeysendOrder, type KeysendOrder } from './keysend-order.ts';
import type { PayContext, PayDeps } from './pay-deps.ts';
import type { PlannedIds } from './planned-ids.ts';
import { startInternalPayment } from './start-internal-payment.ts';
import { type Started, startNodePayment } from './start-payment.ts';

/**
 * The ids and the preimage of a keysend, which are chosen before anything else, so that a repeated
 * keysend has the same hash.
 */
export interface KeysendIds extends PlannedIds {
  readonly batch: BatchPlace | null;
}

/**
 * Checks and reserves a keysend, and hands it over for sending. A keysend to our own node is paid
 * internally.
 */
export async function startKeysend(
  deps: PayDeps,
  context: PayContext,
  order: KeysendOrder,
  ids: KeysendIds,
): Promise<Result<Started, PayRefusal>> {
  const amount = checkPaymentAmount(order.amountMsat, deps.config);
  if (!amount.ok) return amount;
  const checked = checkKeysendOrder(order);
  if (!checked.ok) return checked;
  const payment = toPaymentOrder(deps, context, {
    ...checked.value,
    ...ids,
    amountMsat: order.amountMsat,
  });
  if (payment.destination !== deps.node.pubkey) {
    return await startNodePayment(deps, payment, context.idempotency);
  }
  return await startOwnKeysend(deps, context, payment);
}

/**
 * Pays a keysend to our own node, where record 696969 names the wallet. If it names no known
 * wallet, the keysend is refused.
 */
async function startOwnKeysend(
  deps: PayDeps,
  { caller, idempotency }: PayContext,
  order: PaymentOrder,
): Promise<Result<Started, PayRefusal>> {
  const account = order.records.get(ACCOUNT_RECORD);
  const payeeIdentifier = account === undefined ? null : recordText(account, MAX_ACCOUNT_LENGTH);
  if (payeeIdentifier === null) return refuse({ kind: 'account_record_missing' });
  const view = await deps.payments.readForPayment({
    userId: caller.userId,
    grantId: caller.grantId,
    paymentHash: null,
    payeeIdentifier,
    idempotencyKey: null,
  });
  if (view.payeeUserId === null) return refuse({ kind: 'account_record_unknown' });
  const payee = { kind: 'keysend' as const, userId: view.payeeUserId };
  return await startInternalPayment(deps, order, payee, idempotency);
}

function toPaymentOrder(
  { clock }: PayDeps,
  { caller }: PayContext,
  keysend: CheckedKeysend & KeysendIds & Pick<KeysendOrder, 'amountMsat'>,
): PaymentOrder {
  const preimage = hexToBytes(keysend.preimage, 32);
  assert(preimage !== null, 'a preimage of ours is 32 bytes of hex');
  return {
    id: keysend.paymentId,
    identifier: keysend.identifier,
    userId: caller.userId,
    grantId: caller.grantId,
    kind: 'keysend',
    paymentHash: hashPreimage(preimage),
    preimage: keysend.preimage,
    amountMsat: keysend.amountMsat,
    destination: keysend.destination,
    bolt11: '',
    memo: keysend.memo,
    descriptionHash: null,
    records: keysend.records,
    batch: keysend.batch,
    sentTo: keysend.sentTo,
    createdAt: clock.now(),
  };
}
