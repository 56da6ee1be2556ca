import { assert } from '../../base/assert.ts';
import type { Database } from '../../database/db.ts';
import type { Sql } from '../../database/sql.ts';
import type {
  ClaimedZap,
  EndedZapAttempt,
  ZapClaimBounds,
  ZapCounts,
  ZapDeliveryStore,
} from '../zap-delivery-store.ts';

export const createZapDeliveryStore = (database: Database): ZapDeliveryStore => ({
  claim: (bounds) => database.query((sql) => claim(sql, bounds)),
  record: (ended) => database.query((sql) => record(sql, ended)),
  prune: (endedBefore, limit) => database.query((sql) => prune(sql, endedBefore, limit)),
  count: () => database.query(count),
});

interface ClaimRow {
  readonly invoice_id: string;
  readonly place: number;
  readonly user_id: string;
  readonly relay: string;
  readonly attempts: number;
  readonly bolt11: string;
  readonly preimage: string;
  readonly settled_at: Date;
  readonly metadata_json: string;
}

async function claim(
  sql: Sql,
  { deliveriesMax, perUser, attemptsMax, leaseMs }: ZapClaimBounds,
): Promise<readonly ClaimedZap[]> {
  const rows = await sql<ClaimRow[]>`
    select * from claim_zap_deliveries(${deliveriesMax}, ${perUser}, ${attemptsMax}, ${leaseMs})`;
  return rows.map((row) => ({
    invoiceId: row.invoice_id,
    userId: row.user_id,
    place: row.place,
    relay: row.relay,
    attempt: row.attempts,
    bolt11: row.bolt11,
    preimage: row.preimage,
    settledAt: row.settled_at,
    metadataJson: row.metadata_json,
  }));
}

async function record(
  sql: Sql,
  { claim: { invoiceId, place, attempt }, isAccepted, retryAfterMs, error }: EndedZapAttempt,
): Promise<void> {
  await sql`
    select record_zap_delivery(
      ${invoiceId}, ${place}, ${attempt}, ${isAccepted}, ${retryAfterMs}, ${error})`;
}

async function prune(sql: Sql, endedBefore: Date, limit: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select sweep_zap_deliveries(${endedBefore}, ${limit}) as count`;
  return row?.count ?? 0;
}

async function count(sql: Sql): Promise<ZapCounts> {
  const [row] = await sql<ZapCounts[]>`
    select count(*) filter (where ended_at is null)::int as waiting,
      count(*) filter (where is_accepted)::int as accepted,
      count(*) filter (where not is_accepted)::int as "givenUp"
    from zap_delivery`;
  assert(row !== undefined, 'a count answers');
  return row;
}
