import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import postgres from 'postgres';
import { creditSat } from '../../src/base/amount.ts';
import type { Database } from '../../src/database/db.ts';
import { createPendingRecordsStore } from '../../src/history/sql/pending-records-store.ts';
import { namedAmountMsat } from '../../src/ledger/invoice.ts';
import { vacuumAll } from '../support/vacuum.ts';
import { startWalletApi } from '../support/wallet-api.ts';

const MANY = 3000;
const ASKED = 100;

describe('the newest invoices that no one has paid', async () => {
  let opened: Database | null = null;
  const api = await startWalletApi({ after }, {}, (database) => {
    opened = database;
    return {};
  });
  assert(opened !== null);
  const database: Database = opened;
  const owner = postgres(api.ownerUrl, { max: 1 });
  after(() => owner.end());
  const addUser = async (): Promise<string> => (await api.addUser()).user.id;

  /** Every second one was asked for by an address. */
  const addInvoices = (userId: string, count: number) => owner`
    insert into invoice (
      id, identifier, user_id, grant_id, node_pubkey, payment_hash, preimage, amount_sat,
      bolt11, expiry_sec, created_at, expires_at)
    select gen_random_uuid(), ${userId} || n, ${userId}::uuid,
      case when n % 2 = 0 then 'address' else 'some app' end, 'node', sha256(secret), secret,
      n, 'lnbc', 3600, now() + make_interval(secs => n), now() + interval '1 day'
    from (
      select n, decode(md5(${userId} || n), 'hex') || decode(md5(n || 'x'), 'hex') as secret
      from generate_series(1, ${count}::integer) n
    ) made`;

  test('leave out those of strangers, and come newest first', async () => {
    const [ann, bob] = [await addUser(), await addUser()];
    await addInvoices(ann, 9);
    await addInvoices(bob, 9);
    const store = createPendingRecordsStore(database);
    const amounts = (await store.listUnpaidInvoices(ann, 3)).map((invoice) =>
      creditSat(namedAmountMsat(invoice)),
    );
    assert.deepEqual(amounts, [9n, 7n, 5n]);
    assert.deepEqual(await store.listUnpaidInvoices(await addUser(), 5), []);
  });

  test('cost as much as is asked for, for one with many among people with few', async () => {
    for (let count = 0; count < 300; count += 1) await addInvoices(await addUser(), 6);
    const userId = await addUser();
    await addInvoices(userId, MANY);
    await vacuumAll(owner, 'invoice');
    await database.transaction(async (sql) => {
      // As for a statement that was prepared for another user.
      await sql`set local plan_cache_mode = force_generic_plan`;
      const store = createPendingRecordsStore({ query: (work) => work(sql) });
      const listed = await store.listUnpaidInvoices(userId, ASKED);
      assert.equal(listed.length, ASKED);
      const [read] = await sql<{ rows: bigint }[]>`
        select sum(pg_stat_get_xact_tuples_fetched(oid) + pg_stat_get_xact_tuples_returned(oid))
          ::bigint as rows
        from unnest(array['invoice', 'invoice_by_creation', 'invoice_by_user']::regclass[]) oid`;
      assert(read !== undefined);
      // An entry, the row behind it, and its key.
      assert.ok(read.rows <= BigInt(3 * ASKED), `${read.rows} were read`);
    });
  });
});
