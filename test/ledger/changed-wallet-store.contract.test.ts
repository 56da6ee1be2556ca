import assert from 'node:assert/strict';
import { test } from 'node:test';
import postgres from 'postgres';
import { createChangedWalletStore } from '../../src/ledger/sql/changed-wallet-store.ts';
import { createRecordFillingStore } from '../../src/ledger/sql/record-filling-store.ts';
import { createNoticeInboxStore } from '../../src/notifications/sql/notice-inbox-store.ts';
import { type Cleanup, testDatabase } from '../support/database.ts';
import { countReads } from '../support/reading-cost.ts';

const WALLETS = 10_000;
const FEW = 200;

/** Wallets whose users want mail, and where something was booked yesterday. */
async function openIdle(t: Cleanup) {
  const { database, superuserUrl } = await testDatabase(t);
  const admin = postgres(superuserUrl, { max: 1, onnotice: () => undefined });
  t.after(() => admin.end());
  await admin.unsafe(`
    set session_replication_role = replica;
    insert into wallet_user (id, identifier, email, password_hash, created_at)
      select gen_random_uuid(), 'user' || lpad(i::text, 16, '0'), i || '@example.com', '', now()
      from generate_series(1, ${WALLETS}) i;
    insert into wallet (user_id, record_seq) select id, 1 from wallet_user;
    insert into notice_inbox (user_id, bell, mail)
      select id, '{received}', '{received}' from wallet_user;`);
  const book = (table: string, ago: string, seq: number) =>
    admin.unsafe(`
      insert into settled_record (id, user_id, direction, identifier, payment_hash, created_at,
          settled_at, booked_at, seq, has_boostagram, body)
        select gen_random_uuid(), id, 'incoming', 'r' || ${seq} || identifier,
          sha256(id::text::bytea), now(), now(), now() - interval '${ago}', ${seq}, false,
          repeat('x', 1000)
        from ${table}`);
  return { database, admin, book };
}

test('a look reads what is new, however many wallets and records there are', async (t) => {
  const { database, admin, book } = await openIdle(t);
  await book('wallet_user', '1 day', 1);
  const look = (asked: readonly string[] = []) =>
    createChangedWalletStore(database).findChanged(2000, asked);
  const reads = () =>
    countReads(database, (over) => createChangedWalletStore(over).findChanged(2000, []));
  assert.deepEqual(await look(), []);
  assert.equal(await reads(), 0);
  const [ann, bob] = await admin<{ id: string }[]>`select id from wallet_user limit 2`;
  assert(ann !== undefined && bob !== undefined);
  await book(`wallet_user where id = '${ann.id}'`, '1 second', 2);
  assert.deepEqual(await look(), [{ userId: ann.id, recordSeq: 2n, mark: '2' }]);
  assert.deepEqual(
    (await look([bob.id])).find(({ userId }) => userId === bob.id),
    { userId: bob.id, recordSeq: 1n, mark: '1' },
  );
  assert.equal(await reads(), 1);

  const listed = await createNoticeInboxStore(database).listToLookAt([ann.id], null, 200);
  assert.deepEqual(listed, [ann.id]);
  const looked = await countReads(database, (over) =>
    createNoticeInboxStore(over).listToLookAt([ann.id], null, 200),
  );
  assert.ok(looked <= FEW, `${looked} rows`);
});

test('records that were just filled are not read by each look', async (t) => {
  const { database, admin, book } = await openIdle(t);
  await book('wallet_user', '1 day', 1);
  await admin`
    insert into receipt (id, identifier, source, user_id, payment_id, payment_hash, amount_msat,
        records, created_at, settled_at)
      select id, identifier, 'internal', user_id, id, payment_hash, 1000, '{}', created_at,
        settled_at
      from settled_record`;
  await admin`
    insert into record_filling (begun_at) values (now() - interval '1 hour')
    on conflict (is_only) do update set begun_at = excluded.begun_at`;
  const filling = createRecordFillingStore(database);
  while ((await filling.fillStep(500)) > 0);
  const unfilled = await admin`select from settled_record where amount_msat is null`;
  assert.equal(unfilled.length, 0);
  const reads = await countReads(database, (over) =>
    createChangedWalletStore(over).findChanged(2000, []),
  );
  assert.ok(reads <= FEW, `${reads} rows`);
});
