import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { AddressInvoiceStore } from '../../src/address/address-invoice-store.ts';
import type { AddressNameStore } from '../../src/address/address-name-store.ts';
import { createAddressInvoiceStore } from '../../src/address/sql/address-invoice-store.ts';
import { createAddressNameStore } from '../../src/address/sql/address-name-store.ts';
import { DAY_SEC } from '../../src/base/durations.ts';
import { createInvoiceStore } from '../../src/invoices/sql/invoice-store.ts';
import type { Invoice } from '../../src/ledger/invoice.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import {
  addUser,
  creditInvoice,
  later,
  NODE_PUBKEY,
  newInvoice,
  payInvoice,
} from '../support/money-model/events.ts';
import { madeBy } from '../support/money-model/made-by.ts';
import type { MoneyWorld } from '../support/money-model/money-world.ts';
import { createPostgresWorld } from '../support/money-model/postgres-world.ts';

const cleanups: (() => Promise<void>)[] = [];
let opened: TestDatabase;
let world: MoneyWorld;

before(async () => {
  opened = await testDatabase({ after: (fn) => cleanups.push(fn) });
  world = createPostgresWorld(opened.database);
  await world.setBaseline(NODE_PUBKEY, 0n);
});
after(async () => {
  assert.deepEqual(await world.findings(), []);
  for (const cleanup of cleanups) await cleanup();
});

const NOW = later(0);

describe('names of lightning addresses', () => {
  let names: AddressNameStore;
  before(() => {
    names = createAddressNameStore(opened.database);
  });
  const claim = (userId: string, name: string | null, atSec = 0) =>
    names.claimName(userId, name, later(atSec), 3);

  test('a user has one at a time, and is found by it', async () => {
    const user = await addUser(world, 0);
    assert.equal(await names.findName(user), null);
    assert.equal(await claim(user, 'first'), 'claimed');
    assert.equal(await claim(user, 'first'), 'claimed', 'once more changes nothing');
    assert.equal(await claim(user, 'second'), 'claimed');
    assert.equal(await names.findName(user), 'second');
    assert.equal((await names.findPayee('second'))?.userId, user);
    assert.equal(await names.findPayee('first'), null, 'given up');
    assert.equal(await names.findPayee('no-one'), null);
  });

  test('one that was given up is for its first owner only', async () => {
    const [owner, other] = [await addUser(world, 0), await addUser(world, 0)];
    assert.equal(await claim(owner, 'kept'), 'claimed');
    assert.equal(await claim(other, 'kept'), 'taken');
    assert.equal(await claim(owner, null), 'claimed');
    assert.equal(await names.findName(owner), null);
    assert.equal(await claim(other, 'kept'), 'taken');
    assert.equal(await names.findName(other), null);
    assert.equal(await claim(owner, 'kept'), 'claimed');
  });

  test('says whose it is, also when they gave it up', async () => {
    const user = await addUser(world, 0);
    assert.equal(await names.findOwner('owned'), null, 'free');
    await claim(user, 'owned');
    assert.equal(await names.findOwner('owned'), user);
    await claim(user, null);
    assert.equal(await names.findOwner('owned'), user);
  });

  test('of many who want it at the same time one gets it', async () => {
    const users = await Promise.all(Array.from({ length: 8 }, () => addUser(world, 0)));
    const outcomes = await Promise.all(users.map((user) => claim(user, 'wanted')));
    assert.equal(outcomes.filter((outcome) => outcome === 'claimed').length, 1);
    const winner = users[outcomes.indexOf('claimed')];
    assert.equal((await names.findPayee('wanted'))?.userId, winner);
  });

  test('is changed three times a year, and by the operator as often as they like', async () => {
    const user = await addUser(world, 0);
    for (const [index, name] of ['y0', 'y1', 'y2', 'y3'].entries()) {
      assert.equal(await claim(user, name, index), 'claimed', name);
    }
    assert.equal(await claim(user, 'y4', 10), 'too_many_changes');
    assert.equal(await names.findName(user), 'y3');
    assert.equal(await claim(user, null, 11), 'claimed', 'to have none is always possible');
    assert.equal(await claim(user, 'y3', 12), 'too_many_changes');
    assert.equal(await names.claimName(user, 'y5', later(13), null), 'claimed');
    assert.equal(await claim(user, 'y6', 367 * DAY_SEC), 'claimed');
  });

  test('at the same time a user makes no more changes than that', async () => {
    const user = await addUser(world, 0);
    await claim(user, 'z0');
    const wanted = Array.from({ length: 10 }, (_, index) => `z${index + 1}`);
    const outcomes = await Promise.all(wanted.map((name) => claim(user, name)));
    assert.equal(outcomes.filter((outcome) => outcome === 'claimed').length, 3);
  });

  test('is released by the operator once its owner has given it up, which is noted', async () => {
    const [owner, next] = [await addUser(world, 0), await addUser(world, 0)];
    await claim(owner, 'freed');
    assert.equal(await names.releaseName('freed', NOW), 'in_use');
    await claim(owner, null);
    assert.equal(await names.releaseName('freed', NOW), 'released');
    assert.equal(await names.releaseName('freed', NOW), 'absent');
    assert.equal(await claim(next, 'freed'), 'claimed');
    const noted = await opened.database.sql`select name, user_id from address_name_release`;
    assert.deepEqual([...noted], [{ name: 'freed', user_id: owner }]);
  });

  test('of a disabled user is no one’s', async () => {
    const user = await addUser(world, 0);
    await claim(user, 'shut');
    await opened.database.sql`
      update wallet_user set disabled_at = ${NOW} where id = ${user}`;
    assert.equal(await names.findPayee('shut'), null);
  });
});

describe('invoices that strangers ask for', () => {
  const LIMITS = { perNetwork: 10, perUser: 40, inAll: 100 };
  const ALL = { limit: 1000, offset: 0 };
  let addresses: AddressInvoiceStore;
  before(() => {
    addresses = createAddressInvoiceStore(opened.database, LIMITS);
  });

  let count = 0;
  /** Each test has a day of its own: what is open in one has expired in the next. */
  let day = 0;
  beforeEach(() => {
    day += 1;
  });
  const today = (sec: number): Date => later(day * DAY_SEC + sec);
  const ask = async (userId: string, network: string, fields: Partial<Invoice> = {}) => {
    count += 1;
    const verifyId = `verify${String(count).padStart(18, '0')}`;
    const times = { createdAt: today(0), expiresAt: today(900) };
    const invoice = { ...newInvoice(userId), bolt11: null, ...times, ...fields };
    const order = { invoice, nodePubkey: NODE_PUBKEY, network, verifyId, zapRelays: null };
    return { invoice, verifyId, outcome: await addresses.insertInvoice(order) };
  };
  const askMany = async (userId: string, network: string, howMany: number) => {
    const asked = await Promise.all(Array.from({ length: howMany }, () => ask(userId, network)));
    return asked.filter(({ outcome }) => outcome === 'inserted').map(({ invoice }) => invoice);
  };

  test('are found by the id that their payer got', async () => {
    const user = await addUser(world, 0);
    const { invoice, verifyId, outcome } = await ask(user, 'n');
    assert.equal(outcome, 'inserted');
    assert.deepEqual(await addresses.findByVerifyId(verifyId), invoice);
    assert.equal(await addresses.findByVerifyId(invoice.identifier), null);
    assert.equal(await addresses.findByVerifyId(invoice.paymentHash), null);
  });

  test('a network has so many open, whoever is paid, and no more when it asks all at once', async () => {
    const [ann, bob] = [await addUser(world, 0), await addUser(world, 0)];
    const made = [...(await askMany(ann, 'one', 30)), ...(await askMany(bob, 'one', 30))];
    assert.ok(made.length <= LIMITS.perNetwork, `${made.length}`);
    assert.ok(made.length >= LIMITS.perNetwork / 2, `${made.length}`);
    assert.equal((await ask(ann, 'another')).outcome, 'inserted');
  });

  test('a flood from many networks leaves room at the address for one more', async () => {
    const user = await addUser(world, 0);
    const before = await addresses.listExpired(today(0), ALL);
    for (let network = 0; network < 12; network += 1) await askMany(user, `flood ${network}`, 20);
    const open = await addresses.listExpired(today(901), ALL);
    const ofToday = open.length - before.length;
    assert.ok(ofToday < LIMITS.perUser, `${ofToday}`);
    assert.equal((await ask(user, 'an honest payer')).outcome, 'inserted');
  });

  test('a network has so many open at each of its sizes, and leaves room for others', async () => {
    const user = await addUser(world, 0);
    const within = (n: number): string => `2001:0db8:0001:${n.toString(16).padStart(4, '0')}::/64`;
    const flood = async (networkOf: (n: number) => string): Promise<number> => {
      let made = 0;
      for (let n = 0; n < 30; n += 1) made += (await askMany(user, networkOf(n), 1)).length;
      return made;
    };
    const of56 = await flood(within);
    assert.ok(of56 <= 2 * LIMITS.perNetwork && of56 >= LIMITS.perNetwork, `${of56} of a /56`);
    const of48 = of56 + (await flood((n) => within(256 + 256 * n)));
    assert.ok(of48 <= 3 * LIMITS.perNetwork, `${of48} of a /48, as the user’s room shrinks`);
    const elsewhere = ['203.0.113.7', '2001:0db8:0002:0001::/64', '2001:0db9:0001:0001::/64'];
    for (const network of elsewhere) assert.equal((await ask(user, network)).outcome, 'inserted');
    const others = await addUser(world, 0);
    const of24 = [];
    for (let n = 0; n < 30; n += 1) of24.push(...(await askMany(others, `203.0.113.${n}`, 1)));
    assert.ok(of24.length >= LIMITS.perNetwork, `${of24.length} of a /24`);
  });

  test('networks count at each of their sizes in one statement too', async () => {
    const user = await addUser(world, 0);
    const asked = await Promise.all(
      Array.from({ length: 40 }, (_, n) => ask(user, `2001:0db8:0003:00${n + 10}::/64`)),
    );
    const made = asked.filter(({ outcome }) => outcome === 'inserted').length;
    assert.ok(made <= 2 * LIMITS.perNetwork && made >= LIMITS.perNetwork, `${made}`);
  });

  test('paid ones do not count', async () => {
    const user = await addUser(world, 0);
    for (let round = 0; round < 3; round += 1) {
      for (const invoice of await askMany(user, 'a shop', LIMITS.perNetwork)) {
        await world.store.credit([creditInvoice(invoice, true)]);
      }
    }
    assert.equal((await ask(user, 'a shop')).outcome, 'inserted');
  });

  test('paid ones are not looked at by pruning, also when another user of ours paid', async () => {
    const [user, payer] = [await addUser(world, 0), await addUser(world, 100_000)];
    const [external, inside, unpaid] = await askMany(user, 'n', 3);
    assert(external !== undefined && inside !== undefined && unpaid !== undefined);
    await world.store.credit([creditInvoice(external, true)]);
    const paid = await world.store.settleInternal([payInvoice(payer, inside)]);
    assert.equal(paid[0]?.kind, 'settled');
    const expired = await addresses.listExpired(today(901), ALL);
    const ofUser = expired.filter(({ id }) => [external.id, inside.id, unpaid.id].includes(id));
    assert.deepEqual(ofUser, [{ id: unpaid.id, paymentHash: unpaid.paymentHash }]);
  });

  test('do not use up what the user may make themselves', async () => {
    const user = await addUser(world, 0);
    await askMany(user, 'n', 10);
    const own = createInvoiceStore(opened.database, LIMITS.perNetwork);
    const made = await own.insertInvoice(newInvoice(user), madeBy('token'), null);
    assert.deepEqual(made, { kind: 'inserted' });
  });

  test('unpaid ones are removed, and those that were paid meanwhile stay', async () => {
    const user = await addUser(world, 0);
    const [first, second, third] = await askMany(user, 'n', 3);
    assert(first !== undefined && second !== undefined && third !== undefined);
    await world.store.credit([creditInvoice(second, true)]);
    const ids = [first.id, second.id, third.id];
    assert.equal(await addresses.removeUnpaid(ids), 2);
    assert.equal(await addresses.removeUnpaid(ids), 0, 'once more changes nothing');
    const invoices = createInvoiceStore(opened.database);
    assert.equal(await invoices.findInvoice(first.id), null);
    assert.notEqual(await invoices.findInvoice(second.id), null);
    const own = newInvoice(user);
    await invoices.insertInvoice(own, madeBy('token'), null);
    assert.equal(await addresses.removeUnpaid([own.id]), 0, 'one that the user made themselves');
    assert.notEqual(await invoices.findInvoice(own.id), null);
  });
});
