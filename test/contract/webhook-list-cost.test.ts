import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import postgres from 'postgres';
import { eventually } from '../support/eventually.ts';
import { answered, claimsOf, DELIVERED, finish, HOOK_URL } from '../support/webhooks/claims.ts';
import { openDeliveryBench } from '../support/webhooks/delivery-bench.ts';

const ENDPOINTS = 40;
const DELIVERED_BEFORE = 400;

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

async function entriesReadSoFar(tx: postgres.TransactionSql, index: string): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select pg_stat_get_xact_tuples_returned(${index}::regclass)::integer as count`;
  assert(row !== undefined);
  return row.count;
}
