import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, test } from 'node:test';
import postgres from 'postgres';
import { createUserListStore } from '../../src/admin/sql/user-list-store.ts';
import type { UserListQuery } from '../../src/admin/user-list-store.ts';
import type { AlarmKind, AlarmQuery } from '../../src/alarms/alarm-store.ts';
import { createAlarmListStore, createAlarmStore } from '../../src/alarms/sql/alarm-store.ts';
import { sat } from '../../src/base/amount.ts';
import { createOpenPaymentsStore } from '../../src/payments/sql/open-payments-store.ts';
import { createPaymentStore } from '../../src/payments/sql/payment-store.ts';
import { createStuckStore } from '../../src/payments/sql/stuck-store.ts';
import type { OpenPaymentQuery } from '../../src/payments/stuck-store.ts';
import { createUnclaimedStore } from '../../src/receipts/sql/unclaimed-store.ts';
import { createUserStore } from '../../src/users/sql/user-store.ts';
import { insertPerson } from '../support/account-people.ts';
import { testDatabase } from '../support/database.ts';
import { emailOf } from '../support/email-of.ts';
import {
  addUser,
  creditUnclaimed,
  failedEnd,
  later,
  NODE_PUBKEY,
  OWNER,
  reserveEvent,
} from '../support/money-model/events.ts';
import { createPostgresWorld } from '../support/money-model/postgres-world.ts';
import { withdrawalSteps } from '../support/onchain/withdrawal-bench.ts';
import { newWithdrawal } from '../support/onchain/withdrawal-events.ts';
import { walk } from '../support/walk-pages.ts';

/** What admins see in lists, with rows in the database. */

const opened = await testDatabase({ after });
const { database } = opened;
const superuser = postgres(opened.superuserUrl, { max: 1 });
after(() => superuser.end());
const world = createPostgresWorld(database, false);
await world.setBaseline(NODE_PUBKEY, 0n);
const payer = await addUser(world, 1_000_000);

describe('users', async () => {
  const store = createUserListStore(database);
  const query = (fields: Partial<UserListQuery> = {}): UserListQuery => ({
    search: '',
    after: null,
    limit: 3,
    depth: 5,
    ...fields,
  });
  const emails: string[] = [];
  for (let index = 0; index < 8; index += 1) {
    // Two share each moment.
    const createdAt = new Date(Date.UTC(2030, 0, 1) + Math.floor(index / 2) * 1000);
    const name = index % 4 === 0 ? 'Zoë Q' : null;
    const person = await insertPerson(createUserStore(database), {
      email: `list-${index}@example.com`,
      name,
      createdAt,
    });
    emails.push(emailOf(person));
  }

  test('come newest first, each once, whatever the pages', async () => {
    for (const limit of [1, 2, 3, 20]) {
      const seen: string[] = [];
      for (let next: string | null = null; ; ) {
        const page: Awaited<ReturnType<typeof store.listPeople>> = await store.listPeople(
          query({ after: next, limit }),
        );
        assert.equal(page.isCut, false);
        seen.push(...page.people.map(emailOf));
        next = page.next;
        if (next === null) break;
      }
      assert.deepEqual(seen.filter((email) => emails.includes(email)).sort(), emails);
      assert.equal(new Set(seen).size, seen.length);
      assert.match(seen[0] ?? '', /list-[67]@/);
    }
  });

  test('a search looks at some, says so, and goes on behind them', async () => {
    const first = await store.listPeople(query({ search: 'zoë' }));
    assert.deepEqual(
      [first.people.map(({ email }) => email), first.isCut],
      [['list-4@example.com'], true],
    );
    const second = await store.listPeople(query({ search: 'zoë', after: first.next }));
    assert.deepEqual(
      second.people.map(({ email }) => email),
      ['list-0@example.com'],
    );
    assert.deepEqual([second.next, second.isCut], [null, false]);
  });

  test('with balance, held money, address, last visit, and a wish for a password', async () => {
    const [event] = [reserveEvent(payer)];
    await world.store.reserve([event]);
    await superuser`
      insert into address_name (name, user_id, is_current, claimed_at)
      values ('payer', ${payer}, true, now()), ('former', ${payer}, false, now())`;
    await superuser`update wallet_user set reset_asked_at = now() where id = ${payer}`;
    for (const search of ['payer', 'PAYER']) {
      const [person] = await store.findPeople(search, []);
      assert.equal(person?.id, payer);
      assert.equal(person?.addressName, 'payer');
      assert.notEqual(person?.resetAskedAt, null);
      assert.equal(person?.lastSeenAt, null);
      const { walletMsat, heldMsat } = await world.wallet(payer);
      assert.deepEqual([person?.balanceMsat, person?.heldMsat], [walletMsat, heldMsat]);
      assert(heldMsat > 0n);
    }
    assert.deepEqual(await store.findPeople('former', []), []);
    assert.equal((await store.findPeople('', [payer, randomUUID()])).length, 1);
    await world.store.resolve([failedEnd(event.order.id, 'reserved')]);
  });
});

test('open payments: oldest first, by state, hash, identifier and user; ended ones are gone', async () => {
  const store = createOpenPaymentsStore(database);
  const stuck = createStuckStore(database);
  const payments = createPaymentStore(database);
  const query = (fields: Partial<OpenPaymentQuery> = {}): OpenPaymentQuery => ({
    only: 'all',
    search: '',
    after: null,
    limit: 2,
    ...fields,
  });
  const events = Array.from({ length: 5 }, () => reserveEvent(payer));
  await world.store.reserve(events);
  const ids = events.map(({ order }) => order.id);
  const [first = '', second = '', third = ''] = ids;
  for (const id of [first, second]) {
    await payments.beginDispatch({ paymentId: id, ownerProcessId: OWNER, indexBefore: 7n });
  }
  await superuser`update payment set state = 'unknown' where id = ${second}`;
  await stuck.markStuck(first, { seenAt: later(1), awaySec: 600n });
  const listed = await walk(
    (cursor) => store.listOpen(query({ after: cursor })),
    2,
    ({ id }) => id,
  );
  assert.deepEqual(listed.map(({ id }) => id).sort(), [...ids].sort());
  const idsOf = async (fields: Partial<OpenPaymentQuery>) =>
    (await store.listOpen(query(fields))).map(({ id }) => id);
  assert.deepEqual(await idsOf({ only: 'unknown' }), [second]);
  assert.deepEqual(await idsOf({ only: 'stranded' }), [first]);
  const shown = listed.find(({ id }) => id === third);
  assert(shown !== undefined);
  for (const search of [third, shown.identifier, shown.target]) {
    assert.deepEqual(await idsOf({ search }), [third], search);
  }
  assert.equal((await idsOf({ search: shown.userIdentifier })).length, 2);
  assert.deepEqual(await idsOf({ search: 'no such' }), []);
  const counts = await store.countOpen();
  const held = listed.reduce((sum, { heldSat }) => sum + heldSat, 0n);
  assert.deepEqual(counts, { open: 5, unknown: 1, stuck: 1, heldSat: held });
  await world.store.resolve([failedEnd(third, 'reserved')]);
  assert.deepEqual(await idsOf({ search: third }), []);
  assert.equal((await store.countOpen()).open, 4);

  const { withdrawals, fail } = withdrawalSteps(database);
  const sent = newWithdrawal(payer, { amountSat: sat(500n), heldSat: sat(700n) });
  await withdrawals.order(sent);
  await superuser`update withdrawal set state = 'unknown' where id = ${sent.id}`;
  const both = await walk(
    (cursor) => store.listOpen(query({ after: cursor })),
    2,
    ({ id }) => id,
  );
  assert.equal(both.length, 5, 'those to addresses are among them');
  for (const search of [sent.id, sent.identifier, sent.address]) {
    assert.deepEqual(await idsOf({ search }), [sent.id], search);
  }
  assert((await idsOf({ only: 'unknown' })).includes(sent.id));
  assert.deepEqual(await idsOf({ only: 'stranded' }), [first]);
  assert.deepEqual(await store.countOpen(), {
    ...{ open: 5, unknown: 2, stuck: 1 },
    heldSat: both.reduce((sum, { heldSat }) => sum + heldSat, 0n),
  });
  assert.equal(await fail(sent.id, 'unknown', { fence: null }), 'done');
  assert.equal((await store.countOpen()).open, 4);
});

test('unclaimed money: oldest first, each once, also where several arrived at one moment', async () => {
  const store = createUnclaimedStore(database);
  const events = [5, 1, 1, 1, 3].map((minute) => creditUnclaimed({ settledAt: later(minute) }));
  for (const event of events) await world.store.credit([event]);
  const all = await walk(
    (cursor) => store.listUnclaimedAfter(cursor, 2),
    2,
    ({ id }) => id,
  );
  assert.deepEqual(
    all.map(({ settledAt }) => settledAt),
    [1, 1, 1, 3, 5].map((minute) => later(minute)),
  );
  assert.equal(new Set(all.map(({ id }) => id)).size, events.length);
  assert.deepEqual(await store.listUnclaimedAfter('nonsense', 9), await store.listUnclaimed(9));
});

test('alarms: open or acknowledged, of one kind or all, newest first, each once', async () => {
  const [alarms, store] = [createAlarmStore(database), createAlarmListStore(database)];
  const raise = (kind: AlarmKind, subject: string) =>
    alarms.raiseAlarm({ kind, subject, detail: 'x' });
  for (let index = 0; index < 5; index += 1) {
    await raise('job_parked', `${index}`);
    await raise('node_changed', `${index}`);
  }
  const query = (fields: Partial<AlarmQuery>): AlarmQuery => ({
    isOpen: true,
    kind: null,
    after: null,
    limit: 2,
    ...fields,
  });
  const subjects = async (fields: Partial<AlarmQuery>) =>
    (
      await walk(
        (cursor) => store.listAlarmPage(query({ ...fields, after: cursor })),
        2,
        ({ id }) => id,
      )
    ).map(({ kind, subject }) => `${kind} ${subject}`);
  const all = await subjects({});
  assert.equal(new Set(all).size, 10);
  assert.equal(all[0], 'node_changed 4');
  const parked = [4, 3, 2, 1, 0].map((index) => `job_parked ${index}`);
  assert.deepEqual(await subjects({ kind: 'job_parked' }), parked);
  assert.deepEqual(await subjects({ isOpen: false }), []);
  await superuser`update alarm set acknowledged_at = now() where subject in ('1', '3')`;
  assert.deepEqual(await subjects({ kind: 'job_parked', isOpen: false }), [parked[1], parked[3]]);
  assert.equal((await subjects({ isOpen: false })).length, 4);
  await raise('job_parked', '1');
  assert.equal((await subjects({ kind: 'job_parked' }))[0], 'job_parked 1', 'it is open again');
});

test('the books balance', async () => {
  assert.deepEqual(await world.findings(), []);
});
