import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import postgres from 'postgres';
import { createInvoiceStore } from '../../src/invoices/sql/invoice-store.ts';
import type { Invoice } from '../../src/ledger/invoice.ts';
import { testDatabase } from '../support/database.ts';
import { addUser, later, NODE_PUBKEY, newInvoice } from '../support/money-model/events.ts';
import { madeBy } from '../support/money-model/made-by.ts';
import { createPostgresWorld } from '../support/money-model/postgres-world.ts';

/** How many unpaid invoices a user may have, and what it costs to know. */

const { database, statements, superuserUrl } = await testDatabase({ after });
const world = createPostgresWorld(database);
await world.setBaseline(NODE_PUBKEY, 0n);
const superuser = postgres(superuserUrl, { max: 1 });
after(() => superuser.end());

const MAX = 40;
/** The part that a process lets through without a count. */
const SHARE = MAX / 20;

const invoiceOf = (user: string, atSec: number): Invoice => ({
  ...newInvoice(user),
  createdAt: later(atSec),
  expiresAt: later(atSec + 3600),
});

function startStore() {
  const store = createInvoiceStore(database, MAX);
  const make = async (user: string, atSec: number, key: string | null = null): Promise<string> => {
    const requestHash = new Uint8Array(32);
    const claim = key === null ? null : { key, requestHash };
    return (await store.insertInvoice(invoiceOf(user, atSec), madeBy('grant'), claim)).kind;
  };
  const makeMany = async (user: string, count: number, atSec = 0): Promise<readonly string[]> => {
    const kinds: string[] = [];
    for (let n = 0; n < count; n += 1) kinds.push(await make(user, atSec));
    return kinds;
  };
  return { make, makeMany };
}

const count = (kinds: readonly string[], kind: string): number =>
  kinds.filter((one) => one === kind).length;

test('a user has up to so many that are open, others have their own', async () => {
  const [alice, bob] = [await addUser(world, 0), await addUser(world, 0)];
  const { make, makeMany } = startStore();
  const kinds = await makeMany(alice, MAX + 3);
  assert.equal(count(kinds.slice(0, MAX), 'inserted'), MAX);
  assert.equal(count(kinds.slice(MAX), 'too_many_open_invoices'), 3);
  assert.equal(await make(bob, 0), 'inserted');
});

test('what is paid or has expired makes room', async () => {
  const alice = await addUser(world, 0);
  const { make, makeMany } = startStore();
  await makeMany(alice, MAX);
  assert.equal(await make(alice, 1), 'too_many_open_invoices');
  await superuser`
    update invoice set settled_at = now(), receipts_count = 1
    where id = (select id from invoice where user_id = ${alice} limit 1)`;
  assert.equal(await make(alice, 1.5), 'too_many_open_invoices', 'known for a second');
  assert.equal(await make(alice, 3), 'inserted');
  assert.equal(await make(alice, 3), 'too_many_open_invoices');
  assert.deepEqual(new Set(await makeMany(alice, MAX - 1, 3600)), new Set(['inserted']));
  await superuser`update invoice set settled_at = null, receipts_count = 0`;
});

test('a repeat under a key finds what it made, however many there are', async () => {
  const alice = await addUser(world, 0);
  const { make, makeMany } = startStore();
  const key = randomUUID();
  assert.equal(await make(alice, 0, key), 'inserted');
  await makeMany(alice, MAX - 1);
  assert.equal(await make(alice, 0), 'too_many_open_invoices');
  assert.equal(await make(alice, 0, key), 'repeated');
  assert.equal(await make(alice, 0, randomUUID()), 'too_many_open_invoices');
});

test('all at once do not slip through', async () => {
  const alice = await addUser(world, 0);
  const { make } = startStore();
  const kinds = await Promise.all(Array.from({ length: 1000 }, () => make(alice, 0)));
  assert.equal(count(kinds, 'inserted'), MAX);
});

test('several processes are over it by a share each at most', async () => {
  const alice = await addUser(world, 0);
  const stores = [startStore(), startStore(), startStore()];
  const kinds: string[] = [];
  for (let n = 0; n < MAX; n += 1) {
    kinds.push(...(await Promise.all(stores.map(({ make }) => make(alice, 0)))));
  }
  const written = count(kinds, 'inserted');
  assert(written >= MAX && written <= MAX + 2 * SHARE, `${written} were written`);
});

test('who makes few costs no statement more, who makes many one for a share', async () => {
  const alice = await addUser(world, 0);
  const { make, makeMany } = startStore();
  statements.length = 0;
  await makeMany(alice, SHARE);
  assert.equal(statements.length, SHARE);
  await makeMany(alice, 5 * SHARE);
  assert.equal(statements.length, 6 * SHARE + 5);
  await makeMany(alice, MAX);
  statements.length = 0;
  for (let n = 0; n < 50; n += 1) assert.equal(await make(alice, 0), 'too_many_open_invoices');
  assert.deepEqual(statements, [], 'a refusal is known for a second');
});

test('a payment of an invoice writes no entry of the index', async () => {
  const [row] = await superuser<{ columns: string }[]>`
    select pg_get_indexdef('invoice_by_user'::regclass) as columns`;
  assert.match(row?.columns ?? '', /\(user_id, expires_at\)$/);
});
