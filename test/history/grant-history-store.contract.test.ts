import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import postgres from 'postgres';
import type { Database } from '../../src/database/db.ts';
import { BY_INDEX } from '../../src/database/pool.ts';
import type { UnpaidQuery } from '../../src/history/grant-history-store.ts';
import type { FoundByHash } from '../../src/history/history-store.ts';
import { createGrantHistoryStore } from '../../src/history/sql/grant-history-store.ts';
import type { ApiUser } from '../support/api-user.ts';
import { textField } from '../support/fields.ts';
import { vacuumAll } from '../support/vacuum.ts';
import { startWalletApi } from '../support/wallet-api.ts';

const MANY = 3000;

describe('a list of invoices and payments, paid or not', async () => {
  let opened: Database | null = null;
  const api = await startWalletApi({ after }, {}, (database) => {
    opened = database;
    return {};
  });
  assert(opened !== null);
  const database: Database = opened;
  const store = createGrantHistoryStore(database);
  const owner = postgres(api.ownerUrl, { max: 1 });
  after(() => owner.end());

  const queryOf = ({ user }: ApiUser, input: Partial<UnpaidQuery> = {}): UnpaidQuery => ({
    userId: user.id,
    direction: 'both',
    withUnpaid: { incoming: true, outgoing: true },
    createdFrom: new Date(0),
    createdBefore: new Date('2100-01-01'),
    offset: 0,
    limit: 50,
    ...input,
  });

  /** Unpaid ones, and ones that were paid in their time and left no record here. */
  const addInvoices = (userId: string, count: number, grantId: string) => owner`
    insert into invoice (
      id, identifier, user_id, grant_id, node_pubkey, payment_hash, preimage, amount_sat,
      bolt11, expiry_sec, created_at, expires_at)
    select gen_random_uuid(), ${`${userId}${grantId}`} || n, ${userId}::uuid, ${grantId}, 'node',
      sha256(secret), secret, n, 'lnbc', 3600, now() - make_interval(secs => n),
      now() + interval '1 day'
    from (
      select n, decode(md5(${`${userId}${grantId}`} || n), 'hex') || decode(md5(n || 'x'), 'hex')
        as secret
      from generate_series(1, ${count}::integer) n
    ) made`;

  test('shows each once, newest first, on whatever page', async () => {
    const ann = await api.addUser();
    const paid: string[] = [];
    for (const amountSat of [1000, 2000, 3000]) paid.push(await ann.receive(amountSat));
    await addInvoices(ann.user.id, 7, 'some app');
    await addInvoices(ann.user.id, 5, 'address');
    assert.equal((await ann.post('/payments/bolt11', { invoice: external() })).status, 200);
    api.node.plan = { kind: 'fail', reason: 'no_route' };
    assert.equal((await ann.post('/payments/bolt11', { invoice: external() })).status, 500);
    const all = await store.listWithUnpaid(queryOf(ann));
    const kinds = all.map(({ kind }) => kind).toSorted();
    const records = Array(4).fill('record');
    assert.deepEqual(kinds, [...Array(7).fill('invoice'), 'payment', ...records]);
    assert.equal(new Set(all.map(hashOf)).size, 12);
    for (const limit of [1, 4, 5]) {
      const paged: FoundByHash[] = [];
      for (let offset = 0; offset < 15; offset += limit) {
        paged.push(...(await store.listWithUnpaid(queryOf(ann, { offset, limit }))));
      }
      assert.deepEqual(paged.map(hashOf), all.map(hashOf), `pages of ${limit}`);
    }
    const onlyIn = await store.listWithUnpaid(queryOf(ann, { direction: 'incoming' }));
    assert.equal(onlyIn.length, 10);
    const outgoing = { incoming: false, outgoing: true };
    assert.equal((await store.listWithUnpaid(queryOf(ann, { withUnpaid: outgoing }))).length, 5);
  });

  test('costs as much as is asked for, for one with many', async () => {
    const ann = await api.addUser();
    await addInvoices(ann.user.id, MANY, 'some app');
    await addInvoices(ann.user.id, MANY, 'address');
    await vacuumAll(owner, 'invoice');
    await database.transaction(async (sql) => {
      for (const [name, value] of Object.entries(BY_INDEX)) {
        await sql`select set_config(${name}, ${value}, true)`;
      }
      const inHere = createGrantHistoryStore({ ...database, query: (work) => work(sql) });
      const listed = await inHere.listWithUnpaid(queryOf(ann, { offset: 20, limit: 30 }));
      assert.equal(listed.length, 30);
      const [read] = await sql<{ rows: bigint }[]>`
        select sum(pg_stat_get_xact_tuples_fetched(oid) + pg_stat_get_xact_tuples_returned(oid))
          ::bigint as rows
        from unnest(array['invoice', 'invoice_by_creation', 'invoice_by_user',
          'settled_record', 'settled_record_by_creation']::regclass[]) oid`;
      assert.ok(read !== undefined && read.rows < 1000n, `${read?.rows} rows`);
    });
  });

  const external = (): string => api.node.externalInvoice().bolt11;
});

function hashOf(found: FoundByHash): string {
  switch (found.kind) {
    case 'record':
      return textField(JSON.parse(found.body), 'payment_hash');
    case 'invoice':
      return found.found.invoice.paymentHash;
    case 'payment':
      return found.payment.paymentHash;
  }
}
