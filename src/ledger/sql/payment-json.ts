import { msat, sat } from '../../base/amount.ts';
import { recordsFromJson } from '../../database/column-values.ts';
import type { Payment } from '../payment.ts';
import type { PaymentState } from '../payment-state.ts';
import type { SentTo } from '../sent-to.ts';

/**
 * SQL for a row of `payment` as one JSON value, so that one statement can return rows of different
 * tables. Bigints are written as text, as JSON numbers would be read as floats.
 */
export const PAYMENT_JSON = `json_build_object(
  'id', payment.id, 'identifier', payment.identifier, 'user_id', payment.user_id,
  'grant_id', payment.grant_id, 'kind', payment.kind, 'path', payment.path,
  'state', payment.state, 'payment_hash', encode(payment.payment_hash, 'hex'),
  'preimage', encode(payment.preimage, 'hex'), 'amount_msat', payment.amount_msat::text,
  'held_msat', payment.held_msat::text, 'fee_msat', payment.fee_msat::text,
  'destination', payment.destination, 'bolt11', payment.bolt11, 'memo', payment.memo,
  'description_hash', encode(payment.description_hash, 'hex'), 'records', payment.records,
  'batch_id', payment.batch_id, 'batch_index', payment.batch_index,
  'created_at', payment.created_at, 'ended_at', payment.ended_at,
  'failure_reason', payment.failure_reason, 'failure_message', payment.failure_message,
  'owner_process_id', payment.owner_process_id, 'sender_process_id', payment.sender_process_id,
  'index_before', payment.index_before::text,
  'acknowledged_index', payment.acknowledged_index::text,
  'request_ended_at', payment.request_ended_at, 'first_not_found_at', payment.first_not_found_at,
  'sent_to', payment.sent_to)`;

interface PaymentJson {
  readonly id: string;
  readonly identifier: string;
  readonly user_id: string;
  readonly grant_id: string;
  readonly kind: Payment['kind'];
  readonly path: Payment['path'];
  readonly state: PaymentState;
  readonly payment_hash: string;
  readonly preimage: string | null;
  readonly amount_msat: string;
  readonly held_msat: string;
  readonly fee_msat: string | null;
  readonly destination: string;
  readonly bolt11: string;
  readonly memo: string | null;
  readonly description_hash: string | null;
  readonly records: Readonly<Record<string, string>>;
  readonly batch_id: string | null;
  readonly batch_index: number | null;
  readonly created_at: string;
  readonly ended_at: string | null;
  readonly failure_reason: string | null;
  readonly failure_message: string | null;
  readonly owner_process_id: string | null;
  readonly sender_process_id: string | null;
  readonly index_before: string | null;
  readonly acknowledged_index: string | null;
  readonly request_ended_at: string | null;
  readonly first_not_found_at: string | null;
  readonly sent_to: SentTo | null;
}

export function parsePayment(json: string): Payment {
  const row: PaymentJson = JSON.parse(json);
  return {
    id: row.id,
    identifier: row.identifier,
    userId: row.user_id,
    grantId: row.grant_id,
    kind: row.kind,
    path: row.path,
    state: row.state,
    paymentHash: row.payment_hash,
    preimage: row.preimage,
    amountMsat: msat(BigInt(row.amount_msat)),
    heldSat: sat(BigInt(row.held_msat) / 1000n),
    feeMsat: row.fee_msat === null ? null : msat(BigInt(row.fee_msat)),
    destination: row.destination,
    bolt11: row.bolt11,
    memo: row.memo,
    descriptionHash: row.description_hash,
    records: recordsFromJson(row.records),
    batch:
      row.batch_id === null || row.batch_index === null
        ? null
        : { batchId: row.batch_id, index: row.batch_index },
    sentTo: row.sent_to,
    createdAt: new Date(row.created_at),
    endedAt: toDate(row.ended_at),
    failure:
      row.failure_reason === null || row.failure_message === null
        ? null
        : { reason: row.failure_reason, message: row.failure_message },
    dispatch: {
      ownerProcessId: row.owner_process_id,
      senderProcessId: row.sender_process_id,
      indexBefore: toBigInt(row.index_before),
      acknowledgedIndex: toBigInt(row.acknowledged_index),
      requestEndedAt: toDate(row.request_ended_at),
      firstNotFoundAt: toDate(row.first_not_found_at),
    },
  };
}

const toBigInt = (text: string | null): bigint | null => (text === null ? null : BigInt(text));
const toDate = (text: string | null): Date | null => (text === null ? null : new Date(text));
