import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import postgres from 'postgres';
import { eventually } from '../support/eventually.ts';
import { answered, claimsOf, DELIVERED, finish, HOOK_URL } from '../support/webhooks/claims.ts';
import { openDeliveryBench } from '../support/webhooks/delivery-bench.ts';

const ENDPOINTS = 40;
const DELIVERED_BEFORE = 400;
const WAITING = 5000;
const CLAIMED = 50;

describe('looking for what is due', async () => {
  const bench = await openDeliveryBench({ after });
  const { claim, received } = claimsOf(bench);
  const sql = postgres(bench.opened.superuserUrl, { max: 1 });
  after(() => sql.end());

  /** Entries of the index that one look reads. */
  const entriesRead = (index: string): Promise<number> =>
    sql.begin(async (tx) => {
      const before = await entriesReadSoFar(tx, index);
      const due = await tx`select from list_due_webhook_endpoints('', 1000)`;
      assert.equal(due.length, ENDPOINTS);
      return (await entriesReadSoFar(tx, index)) - before;
    });

  test('costs the same however much went out before, all of it due at one moment', async () => {
    const busy = await received(DELIVERED_BEFORE + 1);
    for (let n = 1; n < ENDPOINTS; n += 1) await received();
    await sql`update webhook_delivery set next_at = now() - interval '1 minute'`;
    for (let sent = 0; sent < DELIVERED_BEFORE; sent += 100) {
      const claims = await claim(busy.endpointId, 100);
      assert.equal(claims.length, 100);
      await bench.store.record(claims.map((one) => finish(one, answered(200), DELIVERED)));
    }
    // A look passes what is gone, and leaves it marked for those that follow: as soon as no older
    // transaction of the whole server could still want to see it.
    await eventually('a look that reads nothing in vain', async () =>
      (await entriesRead('webhook_delivery_due')) <= ENDPOINTS ? true : null,
    );
  });

  test('reads each endpoint that waits once, and no other', async () => {
    for (let n = 0; n < ENDPOINTS; n += 1) await bench.addReceiver(HOOK_URL);
    assert((await entriesRead('webhook_endpoint_pkey')) <= ENDPOINTS);
  });
});

describe('what is claimed, recorded, given back and set aside', async () => {
  const bench = await openDeliveryBench({ after });
  const sql = postgres(bench.opened.superuserUrl, { max: 1 });
  after(() => sql.end());

  test('is read by its keys, though the plans were made when there was next to nothing', async () => {
    const { endpointId } = await bench.addReceiver(HOOK_URL);
    const wait = (count: number) => sql`
      insert into webhook_delivery (endpoint_id, message_id, event_type, body, state, next_at)
      select ${endpointId}, gen_random_uuid(), 'invoice.incoming.settled', '{}', 'pending', now()
      from generate_series(1, ${count}::integer)`;
    await wait(2);
    await useAll(sql, endpointId, 1);
    await wait(WAITING);
    await sql.begin(async (tx) => {
      const before = await deliveriesReadSoFar(tx);
      await useAll(tx, endpointId, CLAIMED);
      const read = (await deliveriesReadSoFar(tx)) - before;
      // A few reads for each; a walk through all that wait for it reads thousands.
      assert(read <= CLAIMED * 20, `${read} entries were read for ${CLAIMED} deliveries`);
    });
  });
});

/** So many are claimed and given back, claimed and recorded; and as many are set aside. */
async function useAll(sql: postgres.ISql, endpointId: string, count: number): Promise<void> {
  const claim = () => sql<{ id: string; attempts: number }[]>`
    select id, attempts from claim_webhook_deliveries(
      array[${endpointId}], array[${count}::integer], 60000)`;
  const given = await claim();
  await sql`
    select release_webhook_deliveries(
      array_agg(${endpointId}::text), array_agg(id), array_agg(number))
    from unnest(${given.map(({ id }) => id)}::bigint[], ${given.map((one) => one.attempts)}::integer[])
      given (id, number)`;
  const claimed = await claim();
  assert.equal(claimed.length, count);
  const numbers = claimed.map(({ attempts }) => attempts);
  await sql`
    select record_webhook_successes(
      array_agg(${endpointId}::text), array_agg(id), array_agg(number), array_agg(0),
      array_agg(now()), array_agg(1), array_agg(200), array_agg(''::text))
    from unnest(${claimed.map(({ id }) => id)}::bigint[], ${numbers}::integer[]) done (id, number)`;
  await sql`select end_some_webhook_deliveries(array[${endpointId}], 'skipped', ${count}::integer)`;
}

async function deliveriesReadSoFar(tx: postgres.ISql): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select sum(pg_stat_get_xact_tuples_returned(indexrelid))::integer as count
    from pg_index where indrelid = 'webhook_delivery'::regclass`;
  assert(row !== undefined);
  return row.count;
}

async function entriesReadSoFar(tx: postgres.TransactionSql, index: string): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select pg_stat_get_xact_tuples_returned(${index}::regclass)::integer as count`;
  assert(row !== undefined);
  return row.count;
}
