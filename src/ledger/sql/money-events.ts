import { satToMsat } from '../../base/amount.ts';
import { assert } from '../../base/assert.ts';
import type { Clock } from '../../base/clock.ts';
import { newUuid } from '../../base/id.ts';
import type { IdempotencyClaim } from '../../base/idempotency.ts';
import type { Random } from '../../base/random.ts';
import { bytesToBytea, hexToBytea, recordsToJson } from '../../database/column-values.ts';
import type {
  CreditEvent,
  CreditTarget,
  InternalPaymentEvent,
  ReserveEvent,
  ResolveEvent,
} from '../money-store.ts';
import type { PaymentOrder } from '../payment.ts';

/**
 * Writes money events as JSON for the composite types of the SQL functions, with the names of their
 * attributes. Bigints are written as text; missing attributes become null.
 */

export const fromReserveEvent = (event: ReserveEvent): object => ({
  ...fromOrder(event.order),
  ...fromClaim(event.idempotency),
  held_msat: String(satToMsat(event.heldSat)),
  node_pubkey: event.nodePubkey,
  owner_process_id: event.ownerProcessId,
  open_payments_max: event.openPaymentsMax,
});

export const fromInternalEvent = (event: InternalPaymentEvent): object => ({
  ...fromOrder(event.order),
  ...fromClaim(event.idempotency),
  preimage: hexToBytea(event.order.preimage ?? event.receipt.preimage),
  payee_user_id: event.payeeUserId,
  invoice_id: event.invoiceId,
  receipt_id: event.receipt.id,
  receipt_identifier: event.receipt.identifier,
  receipt_records: recordsToJson(event.receipt.records),
  receipt_created_at: event.receipt.createdAt,
  settled_at: event.receipt.settledAt,
  has_boostagram: event.hasBoostagram,
  payer_body: event.payerRecord,
  payee_body: event.payeeRecord,
});

const fromOrder = (order: PaymentOrder): object => ({
  payment_id: order.id,
  identifier: order.identifier,
  user_id: order.userId,
  grant_id: order.grantId,
  kind: order.kind,
  payment_hash: hexToBytea(order.paymentHash),
  preimage: hexToBytea(order.preimage),
  amount_msat: String(order.amountMsat),
  destination: order.destination,
  bolt11: order.bolt11,
  memo: order.memo,
  description_hash: hexToBytea(order.descriptionHash),
  records: recordsToJson(order.records),
  batch_id: order.batch?.batchId,
  batch_index: order.batch?.index,
  sent_to: order.sentTo,
  created_at: order.createdAt,
});

const fromClaim = (claim: IdempotencyClaim | null): object =>
  claim === null
    ? {}
    : { idempotency_key: claim.key, request_hash: bytesToBytea(claim.requestHash) };

export function fromResolveEvent(
  { paymentId, at, end }: ResolveEvent,
  deps: { readonly clock: Clock; readonly random: Random },
): object {
  const common = {
    payment_id: paymentId,
    transfer_id: newUuid(deps.clock, deps.random),
    ended_at: at,
    is_settled: end.kind === 'settled',
  };
  if (end.kind === 'settled') {
    return {
      ...common,
      preimage: hexToBytea(end.preimage),
      amount_msat: String(end.amountMsat),
      fee_msat: String(end.feeMsat),
      body: end.record,
    };
  }
  return {
    ...common,
    failure_reason: end.failure.reason,
    failure_message: end.failure.message,
    only_from_reserved: end.onlyFrom !== 'dispatched',
    is_presumed: end.onlyFrom === 'unsent',
  };
}

export function fromCreditEvent(event: CreditEvent): object {
  const { receipt } = event;
  assert(receipt.source === 'node', 'a credit comes from the node');
  return {
    receipt_id: receipt.id,
    identifier: receipt.identifier,
    node_pubkey: event.nodePubkey,
    payment_hash: hexToBytea(receipt.paymentHash),
    set_id: event.setId ?? '',
    preimage: hexToBytea(receipt.preimage),
    amount_msat: String(receipt.amountMsat),
    records: recordsToJson(receipt.records),
    created_at: receipt.createdAt,
    settled_at: receipt.settledAt,
    settle_index: String(event.settleIndex),
    fence: String(event.fence),
    has_boostagram: event.hasBoostagram,
    ...fromTarget(event.target),
  };
}

function fromTarget(target: CreditTarget): object {
  switch (target.kind) {
    case 'invoice':
      return {
        user_id: target.userId,
        invoice_id: target.invoiceId,
        is_first: target.isFirst,
        body: target.record,
      };
    case 'keysend':
      return { user_id: target.userId, body: target.record };
    case 'unclaimed':
      return { unclaimed_reason: target.reason, raw_event: target.rawEvent };
  }
}
