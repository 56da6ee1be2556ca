import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import postgres from 'postgres';
import { createActivityStore } from '../../src/activity/sql/activity-store.ts';
import { MAX_CONTACTS } from '../../src/contacts/limits.ts';
import { createContactStore } from '../../src/contacts/sql/contact-store.ts';
import type { Database } from '../../src/database/db.ts';
import { createRequestStore } from '../../src/money-requests/sql/request-store.ts';
import { OFFERED_PAYEES, RECENT_PAYMENTS } from '../../src/send/limits.ts';
import { createSendDraftStore } from '../../src/send/sql/send-draft-store.ts';
import { testDatabase } from '../support/database.ts';
import { addUser, internalKeysend, NODE_PUBKEY } from '../support/money-model/events.ts';
import { chunks, times } from '../support/money-model/many-at-once.ts';
import { createPostgresWorld } from '../support/money-model/postgres-world.ts';
import { readingCost } from '../support/reading-cost.ts';

/** Send, Home and Activity ask for names however long the history is: what that reads is bounded. */

const PAYMENTS = 2000;
const SHOWN = 50;
/** Requests for money, which reach the payer while they can be paid. */
const OPEN = 100;
const OLD_PER_OPEN = 20;
const AT = new Date('2026-01-01T00:00:00Z');

const opened = await testDatabase({ after });
const { database, superuserUrl } = opened;
const superuser = postgres(superuserUrl, { max: 1 });
after(() => superuser.end());
const world = createPostgresWorld(database, false);
await world.setBaseline(NODE_PUBKEY, 0n);
const [payer, payee] = [await addUser(world, 1_000_000), await addUser(world)];
for (const events of chunks(
  times(PAYMENTS, () => internalKeysend(payer, payee)),
  200,
)) {
  await world.store.settleInternal(events);
}
await superuser.unsafe(`
  insert into contact (id, user_id, name, name_key, target, created_at)
  select gen_random_uuid(), u.id, n::text, n::text, n || '@shop.example', now()
  from wallet_user u, generate_series(1, ${MAX_CONTACTS}) n;
  update wallet_user set shows_name_since = '2000-01-01', name = 'Ann';
  with made as (
    insert into invoice (id, identifier, user_id, grant_id, node_pubkey, payment_hash, preimage,
      amount_sat, bolt11, expiry_sec, created_at, expires_at)
    select gen_random_uuid(), encode(sha256(p), 'hex'), '${payee}', 'web', 'x', sha256(p), p, 1, 'x',
      1, '2025-01-01'::timestamptz + n * interval '1 hour',
      case when n % ${OLD_PER_OPEN} = 0 then '2026-02-01' else '2025-12-31' end::timestamptz
    from generate_series(1, ${OPEN * OLD_PER_OPEN}) n,
      lateral (select decode(repeat(md5(n::text), 2), 'hex') as p) seed
    returning id, created_at, expires_at)
  insert into money_request (id, invoice_id, asker_id, asked_name, payer_id, created_at)
  select gen_random_uuid(), id, '${payee}', 'ann',
    case when expires_at > '2026-01-01' then '${payer}'::uuid end, created_at
  from made;
  analyze`);
const incoming = await database.sql<{ identifier: string }[]>`
  select identifier from settled_record where user_id = ${payee} order by seq desc limit ${SHOWN}`;
const identifiers = incoming.map(({ identifier }) => identifier);

for (const [name, most, read] of [
  [
    'those last paid',
    RECENT_PAYMENTS,
    (db) => createSendDraftStore(db).listRecentPayees(payer, OFFERED_PAYEES),
  ],
  ['contacts of a page', SHOWN, (db) => createContactStore(db).findByTargets(payer, targets())],
  ['payers of a page', SHOWN, (db) => createActivityStore(db).namePayers(payee, identifiers)],
  ['requests to count', OPEN, (db) => createRequestStore(db).countAsked(payer, AT)],
  ['requests to show', OPEN, (db) => createRequestStore(db).listAsked(payer, AT)],
  ['requests that someone made', SHOWN, (db) => createRequestStore(db).listOwn(payee)],
  [
    'requests to remove',
    2 * SHOWN,
    (db) => createRequestStore(db).pruneRequests({ before: AT, now: AT }, SHOWN),
  ],
] satisfies readonly (readonly [string, number, (db: Database) => Promise<unknown>])[]) {
  test(`${name}: as many rows as are looked at, along indexes`, async () => {
    const { entries, wholeTables } = await readingCost(opened, read);
    assert.deepEqual(wholeTables, []);
    for (const [table, count] of entries) {
      // The row, and its entry in an index or two.
      assert(count <= 4 * most, `${table}: ${count}`);
    }
  });
}

function targets(): readonly string[] {
  return times(SHOWN, (index) => (index % 2 === 0 ? `${index}@shop.example` : randomUUID()));
}

test('so many rows are there', async () => {
  assert.equal(identifiers.length, SHOWN);
  assert.equal((await createActivityStore(database).namePayers(payee, identifiers)).size, SHOWN);
});
