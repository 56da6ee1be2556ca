import { assert } from '../../base/assert.ts';
import { batchCalls } from '../../base/batch-calls.ts';
import { createRepeatCallerLinger } from '../../base/batch-linger.ts';
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../database/db.ts';
import type { Sql } from '../../database/sql.ts';
import type { FoundPayer, PayerQuestion, PayerStore } from '../../payments/payment-store.ts';
import { parseView, paymentView, type ViewRow } from '../../payments/sql/payment-store.ts';
import { OF_APPS } from './app-grant-store.ts';
import { type CallerRow, type CallerSource, findCaller, parseCaller } from './caller-query.ts';
import { PERSONAL } from './token-store.ts';

/**
 * Creates the store for calls that pay. It reads the caller and the payment in one statement, which
 * calls that wait at the same time share.
 */
export function createPayerStore(database: Database, clock: Clock): PayerStore {
  const find = (source: CallerSource) => {
    const text = payersText(source);
    return batchCalls(
      { ...MERGED, linger: createRepeatCallerLinger(clock) },
      (asked: readonly PayerQuestion[]) => database.query((sql) => findPayers(sql, text, asked)),
    );
  };
  const findByToken = { personal: find(PERSONAL), app: find(OF_APPS) };
  return { findPayer: (question) => findByToken[question.token](question) };
}

/**
 * Only one statement at a time reads the callers of payments, so that more callers gather for the
 * next one. Callers that were read together then also book their payments together.
 */
const MERGED = { maxItems: 64, maxCalls: 1 } as const;

type PayerRow = CallerRow & ViewRow;

/** SQL that finds the callers of payments, by the hashes of their tokens and the payment hashes. */
const payersText = (source: CallerSource): string => `
  select found.*, null as payee_user_id, ${paymentView('found.user_id')},
    null as request_hash, null as target_kind, null as target_id
  from unnest($1::bytea[], $2::bytea[])
    with ordinality asked (token_hash, payment_hash, place)
  ${findCaller(source)}
  order by asked.place`;

async function findPayers(
  sql: Sql,
  text: string,
  asked: readonly PayerQuestion[],
): Promise<readonly (FoundPayer | null)[]> {
  const rows = await sql.unsafe<(PayerRow | { readonly grant_id: null })[]>(text, [
    asked.map(({ tokenHash }) => Buffer.from(tokenHash)),
    asked.map(({ paymentHash }) => Buffer.from(paymentHash, 'hex')),
  ]);
  assert(rows.length === asked.length, 'each token gets its own row');
  return rows.map((row) =>
    row.grant_id === null ? null : { found: parseCaller(row, null), view: parseView(row) },
  );
}
