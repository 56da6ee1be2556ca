import { msat, sat } from '../../base/amount.ts';
import { assert } from '../../base/assert.ts';
import { bindQueries } from '../../database/bind-queries.ts';
import { isUuid } from '../../database/column-values.ts';
import type { Database } from '../../database/db.ts';
import type { Sql } from '../../database/sql.ts';
import type {
  OpenPayment,
  OpenPaymentCounts,
  OpenPaymentQuery,
  OpenPaymentsStore,
} from '../stuck-store.ts';

export const createOpenPaymentsStore = (database: Database): OpenPaymentsStore =>
  bindQueries(database, { listOpen, countOpen });

const FIRST_UUID = '00000000-0000-0000-0000-000000000000';

interface OpenRow {
  readonly id: string;
  readonly identifier: string;
  readonly user_identifier: string;
  readonly user_email: string | null;
  readonly state: OpenPayment['state'];
  readonly kind: OpenPayment['kind'];
  readonly target: string;
  readonly amount_msat: bigint;
  readonly held_msat: bigint;
  readonly created_at: Date;
  readonly is_acknowledged: boolean;
  readonly first_not_found_at: Date | null;
  readonly seen_at: Date | null;
  readonly away_sec: bigint | null;
}

/**
 * Selects payments that are under way. Limits for each user keep them few, so the partial indexes
 * that recovery reads every minute suffice; an index by age would slow down every payment.
 */
const OPEN = `
  select p.id, p.identifier, p.user_id, p.state::text, p.kind::text,
    encode(p.payment_hash, 'hex') as target, p.amount_msat, p.held_msat, p.created_at,
    p.acknowledged_index is not null as is_acknowledged, p.first_not_found_at,
    s.seen_at, s.away_sec
  from (select * from payment where ended_at is null offset 0) p
  left join stranded_payment s on s.payment_id = p.id and s.closed_at is null
  union all
  select w.id, w.identifier, w.user_id, w.state::text, 'onchain', w.address, w.amount_msat,
    w.held_msat, w.created_at, false, null, null, null
  from (select * from withdrawal where ended_at is null offset 0) w`;

async function listOpen(
  sql: Sql,
  { only, search, after, limit }: OpenPaymentQuery,
): Promise<readonly OpenPayment[]> {
  const id = after !== null && isUuid(after) ? after : null;
  const rows = await sql<OpenRow[]>`
    select p.*, u.identifier as user_identifier,
      case when u.closed_at is null then u.email end as user_email
    from (${sql.unsafe(OPEN)}) p
    join wallet_user u on u.id = p.user_id
    where (p.created_at, p.id) > (
        coalesce(
          (select created_at from payment where id = ${id}::uuid),
          (select created_at from withdrawal where id = ${id}::uuid), '-infinity'::timestamptz),
        coalesce(${id}::uuid, ${FIRST_UUID}::uuid))
      and ${
        only === 'unknown'
          ? sql`p.state = 'unknown'`
          : only === 'stranded'
            ? sql`p.seen_at is not null`
            : sql`true`
      }
      and ${search} in ('', p.id::text, p.identifier, u.identifier, p.target)
    order by p.created_at, p.id
    limit ${limit}`;
  return rows.map(parseOpen);
}

const parseOpen = (row: OpenRow): OpenPayment => ({
  id: row.id,
  identifier: row.identifier,
  userIdentifier: row.user_identifier,
  userEmail: row.user_email,
  state: row.state,
  kind: row.kind,
  target: row.target,
  amountMsat: msat(row.amount_msat),
  heldSat: sat(row.held_msat / 1000n),
  createdAt: row.created_at,
  isAcknowledged: row.is_acknowledged,
  firstNotFoundAt: row.first_not_found_at,
  stuck:
    row.seen_at === null || row.away_sec === null
      ? null
      : { seenAt: row.seen_at, awaySec: row.away_sec },
});

async function countOpen(sql: Sql): Promise<OpenPaymentCounts> {
  const [row] = await sql<{ open: bigint; unknown: bigint; stuck: bigint; held: bigint }[]>`
    select count(*) as open, count(*) filter (where state = 'unknown') as unknown,
      count(seen_at) as stuck, (coalesce(sum(held_msat), 0) / 1000)::bigint as held
    from (${sql.unsafe(OPEN)}) p`;
  assert(row !== undefined, 'an aggregate has one row');
  return {
    open: Number(row.open),
    unknown: Number(row.unknown),
    stuck: Number(row.stuck),
    heldSat: sat(row.held),
  };
}
