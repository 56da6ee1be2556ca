import { assert } from '../../../base/assert.ts';
import { batchCalls } from '../../../base/batch-calls.ts';
import type { FoundPayer, PayerQuestion, PayerStore } from '../../../wallet/payment-store.ts';
import { hexParameter } from '../connection/column-values.ts';
import type { Database } from '../connection/db.ts';
import { ARRAY_OF, type Sql } from '../connection/sql.ts';
import { parseView, paymentView, type ViewRow } from '../money/payment-store.ts';
import { OF_APPS } from './app-grant-store.ts';
import { type CallerRow, type CallerSource, findCaller, parseCaller } from './caller-query.ts';
import { PERSONAL } from './token-store.ts';

/** Calls that pay go to the database together, and once for what others ask in two steps. */
export function createPayerStore(database: Database): PayerStore {
  const find = (source: CallerSource) =>
    batchCalls(MERGED, (asked: readonly PayerQuestion[]) =>
      database.query((sql) => findPayers(sql, source, asked)),
    );
  const findByToken = { personal: find(PERSONAL), app: find(OF_APPS) };
  return { findPayer: (question) => findByToken[question.token](question) };
}

const MERGED = { maxItems: 64, maxCalls: 2 } as const;

type PayerRow = CallerRow & ViewRow;

async function findPayers(
  sql: Sql,
  source: CallerSource,
  asked: readonly PayerQuestion[],
): Promise<readonly (FoundPayer | null)[]> {
  const tokens = asked.map(({ tokenHash }) => tokenHash);
  const payments = asked.map(({ paymentHash }) => hexParameter(paymentHash));
  const rows = await sql<(PayerRow | { readonly grant_id: null })[]>`
    select found.*, null as payee_user_id, ${sql.unsafe(paymentView('found.user_id'))},
      null as request_hash, null as target_kind, null as target_id
    from unnest(${sql.array(tokens, ARRAY_OF.bytea)}, ${sql.array(payments, ARRAY_OF.bytea)})
      with ordinality asked (token_hash, payment_hash, place)
    ${sql.unsafe(findCaller(source))}
    order by asked.place`;
  assert(rows.length === asked.length, 'each token gets its own row');
  return rows.map((row) =>
    row.grant_id === null ? null : { found: parseCaller(row, null), view: parseView(row) },
  );
}
