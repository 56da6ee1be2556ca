import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import postgres from 'postgres';
import { NO_LIMITS, type UserLimits } from '../../src/authorization/user-limits.ts';
import { sat, satToMsat } from '../../src/base/amount.ts';
import { type Database, openDatabase } from '../../src/database/db.ts';
import type { InvoiceStore } from '../../src/invoices/invoice-store.ts';
import { createInvoiceStore } from '../../src/invoices/sql/invoice-store.ts';
import type { Invoice } from '../../src/ledger/invoice.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import {
  addUser,
  claim,
  creditInvoice,
  later,
  NODE_PUBKEY,
  newInvoice,
  payInvoice,
} from '../support/money-model/events.ts';
import { madeBy } from '../support/money-model/made-by.ts';
import type { MoneyWorld } from '../support/money-model/money-world.ts';
import { createPostgresWorld } from '../support/money-model/postgres-world.ts';

describe('invoice store', () => {
  const cleanups: (() => Promise<void>)[] = [];
  let opened: TestDatabase;
  let invoices: InvoiceStore;
  let world: MoneyWorld;
  let user: string;

  before(async () => {
    opened = await testDatabase({ after: (fn) => cleanups.push(fn) });
    invoices = createInvoiceStore(opened.database);
    world = createPostgresWorld(opened.database);
    await world.setBaseline(NODE_PUBKEY, 0n);
    user = await addUser(world, 1000);
  });
  after(async () => {
    assert.deepEqual(await world.findings(), []);
    for (const cleanup of cleanups) await cleanup();
  });

  const insert = async (fields: Partial<Invoice> = {}): Promise<Invoice> => {
    const invoice = { ...newInvoice(user), bolt11: null, ...fields };
    assert.deepEqual(await invoices.insertInvoice(invoice, madeBy('grant'), null), {
      kind: 'inserted',
    });
    return invoice;
  };

  test('gives back what was written, whatever it is', async () => {
    const bare = await insert({ memo: null });
    const full = await insert({
      memo: 'ä " \\ \u2028 💡',
      descriptionHash: 'ab'.repeat(32),
      comment: `it's`,
      metadataJson: '{"a":  [1, "\\u0001"]}',
      payerName: 'N',
      payerEmail: 'e@x',
      payerPubkey: '02',
    });
    for (const invoice of [bare, full]) {
      assert.deepEqual(await invoices.findInvoice(invoice.id), invoice);
      assert.deepEqual(await invoices.findInvoiceByIdentifier(invoice.identifier), invoice);
      const found = await invoices.findInvoiceByHash(invoice.paymentHash);
      assert.deepEqual(found, { invoice, receiptsCount: 0 });
    }
  });

  test('finds nothing by what is not there', async () => {
    assert.equal(await invoices.findInvoice(randomUUID()), null);
    assert.equal(await invoices.findInvoice('no uuid'), null);
    assert.equal(await invoices.findInvoiceByHash('00'.repeat(32)), null);
    assert.equal(await invoices.findInvoiceByIdentifier('x'), null);
  });

  test('takes the BOLT11 text once', async () => {
    const { id } = await insert();
    await invoices.setBolt11(id, 'lnbc1');
    await invoices.setBolt11(id, 'lnbc1');
    assert.equal((await invoices.findInvoice(id))?.bolt11, 'lnbc1');
    await assert.rejects(invoices.setBolt11(id, 'lnbc2'), { name: 'BugError' });
    await assert.rejects(invoices.setBolt11(randomUUID(), 'lnbc1'), { name: 'RowGone' });
  });

  test('writes one invoice for one key, in one statement', async () => {
    const key = claim(randomUUID());
    const [first, second] = [newInvoice(user), newInvoice(user)];
    opened.statements.length = 0;
    assert.deepEqual(await invoices.insertInvoice(first, madeBy('grant'), key), {
      kind: 'inserted',
    });
    assert.equal(opened.statements.length, 1);
    assert.deepEqual(await invoices.insertInvoice(second, madeBy('grant'), key), {
      kind: 'repeated',
      target: { kind: 'invoice', id: first.id },
    });
    assert.equal(await invoices.findInvoice(second.id), null);
    const changed = claim(key.key, 'another request');
    const mismatch = await invoices.insertInvoice(second, madeBy('grant'), changed);
    assert.deepEqual(mismatch, { kind: 'idempotency_mismatch' });
    assert.deepEqual(await invoices.insertInvoice(second, madeBy('other grant'), key), {
      kind: 'inserted',
    });
  });

  test('keeps apart what went to the database together', async () => {
    const key = claim(randomUUID());
    const taken = claim(randomUUID());
    await invoices.insertInvoice(newInvoice(user), madeBy('grant'), taken);
    const claims = [null, key, key, null, claim(taken.key, 'another request')];
    const orders = claims.map((one) => ({ invoice: newInvoice(user), claim: one }));
    opened.statements.length = 0;
    const outcomes = await Promise.all(
      orders.map((order) => invoices.insertInvoice(order.invoice, madeBy('grant'), order.claim)),
    );
    const inserts = opened.statements.filter((text) => text.includes('insert into invoice'));
    assert.equal(inserts.length, 2, 'those with keys look first whether theirs is taken');
    // Which of the two with one key is first is open: they went in one statement.
    const [plain, one, other, last, changed] = outcomes.map(({ kind }) => kind);
    assert.deepEqual([plain, last, changed], ['inserted', 'inserted', 'idempotency_mismatch']);
    assert.deepEqual([one, other].toSorted(), ['inserted', 'repeated']);
    for (const [place, { invoice }] of orders.entries()) {
      const stored = await invoices.findInvoice(invoice.id);
      const isInserted = outcomes[place]?.kind === 'inserted';
      assert.equal(stored?.paymentHash, isInserted ? invoice.paymentHash : undefined);
    }
  });

  test('sets texts together, the same one twice, and refuses only the one that differs', async () => {
    const [a, b, c] = [await insert(), await insert(), await insert({ bolt11: 'lnbc1' })];
    const settled = await Promise.allSettled([
      invoices.setBolt11(a.id, 'lnbca'),
      invoices.setBolt11(a.id, 'lnbca'),
      invoices.setBolt11(c.id, 'another'),
      invoices.setBolt11(b.id, 'lnbcb'),
      invoices.setBolt11(b.id, 'lnbcb'),
    ]);
    assert.deepEqual(
      settled.map(({ status }) => status === 'fulfilled'),
      [true, true, false, true, true],
    );
    const texts = await Promise.all([a, b, c].map(({ id }) => invoices.findInvoice(id)));
    assert.deepEqual(
      texts.map((invoice) => invoice?.bolt11),
      ['lnbca', 'lnbcb', 'lnbc1'],
    );
  });

  test('counts receipts, and remembers the first', async () => {
    const invoice = await insert();
    await world.store.credit([creditInvoice(invoice, true, { settledAt: later(1) })]);
    await world.store.credit([
      { ...creditInvoice(invoice, false, { settledAt: later(2) }), setId: 'second' },
    ]);
    const settled = { ...invoice, settledAt: later(1) };
    const found = await invoices.findInvoiceByHash(invoice.paymentHash);
    assert.deepEqual(found, { invoice: settled, receiptsCount: 2 });
  });

  test('lists what was paid internally until the node has cancelled it', async () => {
    const invoice = await insert();
    await world.store.settleInternal([payInvoice(user, invoice)]);
    const { id, paymentHash } = invoice;
    assert.deepEqual(await invoices.listNodeInvoicesToCancel(10), [{ id, paymentHash }]);
    await invoices.markNodeInvoicesCancelled([id]);
    await invoices.markNodeInvoicesCancelled([id]);
    assert.deepEqual(await invoices.listNodeInvoicesToCancel(10), []);
  });
});

describe('an invoice that the node makes first', () => {
  const cleanups: (() => Promise<void>)[] = [];
  after(async () => {
    for (const cleanup of cleanups.reverse()) await cleanup();
  });

  async function open(limits: UserLimits = NO_LIMITS, openMax = 1000) {
    const opened = await testDatabase({ after: (fn) => cleanups.push(fn) });
    const world = createPostgresWorld(opened.database);
    await world.setBaseline(NODE_PUBKEY, 0n);
    let isAway = false;
    const database: Database = {
      ...opened.database,
      query: (work) => (isAway ? Promise.reject(new Error('away')) : opened.database.query(work)),
    };
    const store = createInvoiceStore(database, openMax, limits);
    const payable = (user: string, amountSat = 1n) => ({
      ...newInvoice(user),
      amountMsat: satToMsat(sat(amountSat)),
      bolt11: `lnbc${randomUUID()}`,
    });
    const admit = async (user: string) => {
      const admission = await store.admitInvoice(payable(user), madeBy('grant'));
      if (admission.kind === 'admitted') admission.release();
      return admission.kind;
    };
    return {
      ...opened,
      store,
      payable,
      admit,
      addUser: (sats: number) => addUser(world, sats),
      goAway: (value: boolean) => {
        isAway = value;
      },
    };
  }

  test('is written whole by one statement, several of one moment by one', async () => {
    const { store, payable, statements, addUser } = await open();
    const user = await addUser(10);
    const invoices = [payable(user), payable(user), payable(user)];
    statements.length = 0;
    for (const invoice of invoices) {
      assert.equal((await store.admitInvoice(invoice, madeBy('grant'))).kind, 'admitted');
    }
    assert.deepEqual(statements, [], 'most are admitted without a look at the database');
    const written = await Promise.all(
      invoices.map((invoice) => store.insertPayable(invoice, madeBy('grant'))),
    );
    assert.deepEqual(new Set(written.map(({ kind }) => kind)), new Set(['inserted']));
    assert.equal(statements.length, 1);
    for (const invoice of invoices) {
      assert.deepEqual(await store.findInvoice(invoice.id), invoice);
    }
  });

  test('waits for the disk, as nothing is written after it; a row before its text does not', async () => {
    const { serviceUrl, superuserUrl, addUser, payable } = await open();
    const superuser = postgres(superuserUrl, { max: 1 });
    cleanups.push(() => superuser.end());
    const user = await addUser(10);
    await superuser.unsafe(`
      alter table invoice add column waits text default current_setting('synchronous_commit');
      do $$ begin execute format('alter database %I set synchronous_commit = on', current_database()); end $$;`);
    const database = openDatabase({
      url: serviceUrl,
      applicationName: 'satchel test',
      clock: systemClock,
      random: systemRandom,
    });
    cleanups.push(() => database.close());
    const store = createInvoiceStore(database);
    const [whole, row] = [payable(user), payable(user)];
    await store.insertPayable(whole, madeBy('grant'));
    await store.insertInvoice({ ...row, bolt11: null }, madeBy('grant'), null);
    const found = await superuser`select id, waits from invoice`;
    const waits = new Map(found.map(({ id, waits }) => [id, waits]));
    assert.deepEqual([waits.get(whole.id), waits.get(row.id)], ['on', 'off']);
  });

  test('comes second again for everyone after a write has failed, until one is safe', async () => {
    const { store, payable, admit, addUser, goAway } = await open();
    const [alice, bob] = [await addUser(10), await addUser(10)];
    goAway(true);
    await assert.rejects(store.insertPayable(payable(alice), madeBy('grant')), /away/);
    assert.deepEqual([await admit(alice), await admit(bob)], ['row_first', 'row_first']);
    await assert.rejects(store.insertInvoice(payable(bob), madeBy('grant'), null), /away/);
    goAway(false);
    const row = { ...payable(bob), bolt11: null };
    await store.insertInvoice(row, madeBy('grant'), null);
    assert.equal(await admit(alice), 'row_first', 'that write may still be lost');
    await store.setBolt11(row.id, 'lnbc1');
    assert.deepEqual([await admit(alice), await admit(bob)], ['admitted', 'admitted']);
  });

  test('is refused where the balance has no room, and the next one of its user before', async () => {
    const { store, payable, admit, addUser } = await open({
      ...NO_LIMITS,
      maxBalanceSat: sat(100n),
    });
    const [full, other] = [await addUser(60), await addUser(60)];
    const invoice = payable(full, 41n);
    assert.equal(await admit(full), 'admitted');
    assert.deepEqual(await store.insertPayable(invoice, madeBy('grant')), {
      kind: 'balance_limit_exceeded',
    });
    assert.equal(await store.findInvoice(invoice.id), null);
    assert.deepEqual([await admit(full), await admit(other)], ['row_first', 'admitted']);
    const kinds = [];
    for (const amount of [41n, 40n]) {
      const { kind } = await store.insertInvoice(payable(full, amount), madeBy('grant'), null);
      kinds.push(kind);
    }
    assert.deepEqual(kinds, ['balance_limit_exceeded', 'inserted']);
  });

  test('counts as open only once it is written, and not when it is given up', async () => {
    const { store, payable, admit, addUser } = await open(NO_LIMITS, 20);
    const user = await addUser(10);
    for (let count = 0; count < 50; count += 1) assert.equal(await admit(user), 'admitted');
    const kinds: string[] = [];
    for (let count = 0; count < 25; count += 1) {
      const invoice = payable(user);
      const admission = await store.admitInvoice(invoice, madeBy('grant'));
      kinds.push(admission.kind);
      if (admission.kind !== 'admitted') continue;
      await store.insertPayable(invoice, madeBy('grant'));
      admission.release();
    }
    assert.equal(kinds.filter((kind) => kind === 'admitted').length, 20);
    assert.equal(kinds.at(-1), 'too_many_open_invoices');
  });
});
