import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import postgres from 'postgres';
import { NOTICE_KINDS, type NoticeWays } from '../../src/notifications/notice.ts';
import { createNoticeInboxStore } from '../../src/notifications/sql/notice-inbox-store.ts';
import { testDatabase } from '../support/database.ts';
import { addUser } from '../support/money-model/events.ts';
import { createPostgresWorld } from '../support/money-model/postgres-world.ts';

const { database, superuserUrl } = await testDatabase({ after });
const superuser = postgres(superuserUrl, { max: 1 });
after(() => superuser.end());
// Lets it write what no one else may, without the checks of the books.
await superuser`set session_replication_role = replica`;
const noticeInboxes = createNoticeInboxStore(database);

/** Receipts of 1 sat, as if they had been credited. */
async function receive(userId: string, receipts: number): Promise<void> {
  await superuser`
    with added as (
      insert into receipt (id, identifier, source, user_id, node_pubkey, settle_index,
        payment_hash, amount_msat, records, created_at, settled_at)
      select gen_random_uuid(), 'x' || n, 'node', ${userId}, 'node', n, sha256(int8send(n)), 1000,
        '{}', now(), now()
      from wallet w, generate_series(w.record_seq + 1, w.record_seq + ${receipts}::integer) n
      where w.user_id = ${userId}
      returning id, identifier, settle_index, payment_hash
    )
    insert into settled_record (id, user_id, direction, identifier, payment_hash, created_at,
      settled_at, booked_at, seq, has_boostagram, body)
    select id, ${userId}, 'incoming', identifier, payment_hash, now(), now(), now(), settle_index,
      false, '{}'
    from added`;
  await superuser`
    update wallet set record_seq = record_seq + ${receipts}::integer where user_id = ${userId}`;
}

test('ten thousand receipts are one notice and one mail; of more, the newest are counted', async () => {
  const userId = await addUser(createPostgresWorld(database, false));
  const byMail = Object.fromEntries(NOTICE_KINDS.map((kind) => [kind, 'mail'] as const));
  const { ways } = await noticeInboxes.readInbox(userId);
  await noticeInboxes.setWays(userId, { ...ways, ...byMail } satisfies NoticeWays);
  const told = async () => {
    assert.equal(await noticeInboxes.lookForNotices(userId, new Date()), 1);
    const { notices } = await noticeInboxes.readInbox(userId);
    return notices.map(({ count, isMore, amountMsat }) => [count, isMore, amountMsat]);
  };
  await receive(userId, 10_000);
  assert.deepEqual(await told(), [[10_000n, false, 10_000_000n]]);
  await receive(userId, 10_001);
  assert.deepEqual(await told(), [[20_000n, true, 20_000_000n]]);
  const jobs = await superuser`select from job where kind = 'mail-notices'`;
  assert.equal(jobs.length, 1);
});
