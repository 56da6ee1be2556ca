import { assert } from '../../base/assert.ts';
import { hexToBytea } from '../../database/column-values.ts';
import type { Database } from '../../database/db.ts';
import type { Sql } from '../../database/sql.ts';
import type { ClosingEvent, ClosingOutcome, ClosingStore, GivenUp } from '../closing-store.ts';

export const createClosingStore = (database: Database): ClosingStore => ({
  close: (event) => database.transaction((sql) => close(sql, event)),
});

async function close(sql: Sql, { userId, closedAt, givenUp }: ClosingEvent) {
  const text = JSON.stringify({
    user_id: userId,
    closed_at: closedAt,
    ...(givenUp === null ? { given_up_msat: '0' } : givenUpColumns(givenUp)),
  });
  const [answer] = await sql<{ outcome: string }[]>`select outcome from close_account(${text})`;
  const outcome = OUTCOMES.find((known) => known === answer?.outcome);
  assert(outcome !== undefined, `an answer to a closing: ${answer?.outcome}`);
  return outcome;
}

const givenUpColumns = ({ payment, record, receiptId, receiptIdentifier }: GivenUp) => ({
  given_up_msat: String(payment.amountMsat),
  payment_id: payment.id,
  identifier: payment.identifier,
  receipt_id: receiptId,
  receipt_identifier: receiptIdentifier,
  payment_hash: hexToBytea(payment.paymentHash),
  preimage: hexToBytea(payment.preimage),
  destination: payment.destination,
  memo: payment.memo,
  body: record,
});

const OUTCOMES: readonly ClosingOutcome[] = [
  'closed',
  'present',
  'open_payments',
  'balance',
  'last_admin',
];
