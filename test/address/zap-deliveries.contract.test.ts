import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { createZapDeliveryStore } from '../../src/address/sql/zap-delivery-store.ts';
import type { ZapClaimBounds } from '../../src/address/zap-delivery-store.ts';
import {
  addInvoice,
  creditInvoice,
  creditKeysend,
  payInvoice,
} from '../support/money-model/events.ts';
import { readingCost } from '../support/reading-cost.ts';
import { openZapBench } from '../support/zaps/zap-bench.ts';

/** Receipts of zaps in the database: who writes them, and who may send which. */

const bench = await openZapBench({ after });
const { store } = bench;
const RELAYS = ['wss://one.example/', 'wss://two.example/'];
const BOUNDS: ZapClaimBounds = { deliveriesMax: 64, perUser: 16, attemptsMax: 6, leaseMs: 60_000 };
const claim = (bounds: Partial<ZapClaimBounds> = {}) => store.claim({ ...BOUNDS, ...bounds });
/** Takes what other tests have left, so that the next claim sees its own only. */
const takeAll = async (): Promise<void> => {
  while ((await claim({ perUser: 1000, leaseMs: 3_600_000 })).length > 0);
};

describe('the settlement of a zap', () => {
  test('18 writes one receipt for each relay, paid from outside', async () => {
    const invoice = await bench.ask(await bench.addUser(), RELAYS);
    assert.deepEqual(await bench.states(invoice), []);
    await bench.payFromExternalNode(invoice);
    const waiting = RELAYS.map((relay) => `${relay} waiting after 0`);
    assert.deepEqual(await bench.states(invoice), waiting);
  });

  test('18 and paid within the service', async () => {
    const [payer, payee] = [await bench.addUser(1000), await bench.addUser()];
    const invoice = await bench.ask(payee, RELAYS);
    await bench.payInside(payer, invoice);
    assert.equal((await bench.states(invoice)).length, 2);
  });

  test('18 once, however often the invoice is paid', async () => {
    const [payer, payee] = [await bench.addUser(1000), await bench.addUser()];
    const invoice = await bench.ask(payee, RELAYS);
    await bench.payInside(payer, invoice);
    await takeAll();
    await bench.payFromExternalNode(invoice, false);
    assert.deepEqual(
      await bench.states(invoice),
      RELAYS.map((relay) => `${relay} waiting after 1`),
    );
  });

  test('18 in one list with others writes those of each zap, and once', async () => {
    const [payer, payee] = [await bench.addUser(1000), await bench.addUser()];
    const zaps = [
      await bench.ask(payee, RELAYS),
      await bench.ask(payee, ['wss://three.example/']),
      await bench.ask(payee, RELAYS),
    ];
    const [first, second, third] = zaps;
    assert(first !== undefined && second !== undefined && third !== undefined);
    const plain = await addInvoice(bench.world, payee);
    const { store: money } = bench.world;
    await money.settleInternal([first, plain, second].map((one) => payInvoice(payer, one)));
    const outcomes = await money.credit([
      creditKeysend(payee),
      creditInvoice(third, true),
      creditInvoice(third, false, { setId: 'ab'.repeat(32) }),
      creditInvoice(second, false),
    ]);
    assert(outcomes.every(({ kind }) => kind === 'credited'));
    const states = await Promise.all([...zaps, plain].map(bench.states));
    assert.deepEqual(
      states.map(({ length }) => length),
      [2, 1, 2, 0],
    );
  });

  test('of any other invoice writes none', async () => {
    const payee = await bench.addUser();
    const invoices = [
      await bench.ask(payee, null),
      await bench.ask(payee, []),
      await addInvoice(bench.world, payee),
      await addInvoice(bench.world, payee, { grantId: 'address' }),
    ];
    for (const invoice of invoices) {
      await bench.payFromExternalNode(invoice);
      assert.deepEqual(await bench.states(invoice), []);
    }
  });

  test('one that is not paid goes without a trace, one that is stays', async () => {
    const payee = await bench.addUser();
    const [paid, unpaid] = [await bench.ask(payee, RELAYS), await bench.ask(payee, RELAYS)];
    await bench.payFromExternalNode(paid);
    assert.equal(await bench.removeUnpaid(unpaid), 1);
    assert.equal(await bench.removeUnpaid(paid), 0);
  });
});

describe('receipts that wait', () => {
  test('are claimed with all that makes the event, by one process at a time', async () => {
    await takeAll();
    const userId = await bench.addUser();
    const invoice = await bench.ask(userId, RELAYS);
    await bench.payFromExternalNode(invoice);
    const [claims, others] = [await claim(), await claim()];
    assert.deepEqual(others, []);
    const [first] = claims.toSorted((a, b) => a.place - b.place);
    assert.equal(claims.length, 2);
    assert.deepEqual(first && { ...first, settledAt: null }, {
      invoiceId: invoice.id,
      userId,
      place: 1,
      relay: RELAYS[0],
      attempt: 1,
      bolt11: invoice.bolt11,
      preimage: invoice.preimage,
      settledAt: null,
      metadataJson: invoice.metadataJson,
    });
  });

  test('come back after the pause, and end when they are taken or given up', async () => {
    await takeAll();
    const invoice = await bench.ask(await bench.addUser(), RELAYS);
    await bench.payFromExternalNode(invoice);
    const [one, two] = (await claim()).toSorted((a, b) => a.place - b.place);
    assert(one !== undefined && two !== undefined);
    await store.record({ claim: one, isAccepted: true, retryAfterMs: null, error: null });
    await store.record({ claim: two, isAccepted: false, retryAfterMs: 3_600_000, error: 'away' });
    assert.deepEqual(await claim(), []);
    assert.deepEqual(await bench.states(invoice), [
      `${RELAYS[0]} accepted after 1`,
      `${RELAYS[1]} waiting after 1: away`,
    ]);
    await bench.makeDue();
    const again = (await claim({ perUser: 1000 })).find(
      ({ invoiceId }) => invoiceId === invoice.id,
    );
    assert.equal(again?.attempt, 2);
    assert(again !== undefined);
    // The first attempt comes late, and no one waits for it.
    await store.record({ claim: two, isAccepted: false, retryAfterMs: null, error: 'late' });
    assert.equal((await bench.states(invoice))[1], `${RELAYS[1]} waiting after 2: away`);
    await store.record({ claim: again, isAccepted: false, retryAfterMs: null, error: 'blocked' });
    assert.equal((await bench.states(invoice))[1], `${RELAYS[1]} given up after 2: blocked`);
  });

  test('taken by the relay counts, however late it is known', async () => {
    await takeAll();
    const invoice = await bench.ask(await bench.addUser(), ['wss://one.example/']);
    await bench.payFromExternalNode(invoice);
    const [first] = await claim();
    assert(first !== undefined);
    await bench.makeDue();
    await takeAll();
    await store.record({ claim: first, isAccepted: true, retryAfterMs: null, error: null });
    assert.deepEqual(await bench.states(invoice), ['wss://one.example/ accepted after 2']);
  });

  test('whose processes always died end as well', async () => {
    await takeAll();
    const invoice = await bench.ask(await bench.addUser(), ['wss://one.example/']);
    await bench.payFromExternalNode(invoice);
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      const mine = (await claim({ perUser: 1000 })).filter((one) => one.invoiceId === invoice.id);
      assert.deepEqual(
        mine.map((one) => one.attempt),
        [attempt],
      );
      await bench.makeDue();
    }
    await takeAll();
    assert.deepEqual(await bench.states(invoice), ['wss://one.example/ given up after 6']);
  });

  test('13 of one payee leave room for those of another', async () => {
    await takeAll();
    const [busy, quiet] = [await bench.addUser(), await bench.addUser()];
    const relays = Array.from({ length: 10 }, (_, index) => `wss://r${index}.example/`);
    for (let count = 0; count < 5; count += 1) {
      await bench.payFromExternalNode(await bench.ask(busy, relays));
    }
    await bench.payFromExternalNode(await bench.ask(quiet, ['wss://one.example/']));
    const claims = await claim();
    const count = (userId: string) => claims.filter((one) => one.userId === userId).length;
    assert.deepEqual([count(busy), count(quiet)], [16, 1]);
    assert.deepEqual(await claim(), [], 'those that run are counted in all processes');
    const [running] = claims.filter((one) => one.userId === busy);
    assert(running !== undefined);
    await store.record({ claim: running, isAccepted: true, retryAfterMs: null, error: null });
    assert.equal((await claim()).length, 1);
  });

  test('13 of many payees with much to send leave room for those of another', async () => {
    await takeAll();
    const relays = Array.from({ length: 10 }, (_, index) => `wss://hangs${index}.example/`);
    for (let busy = 0; busy < 4; busy += 1) {
      const invoice = await bench.ask(await bench.addUser(), relays);
      await bench.payFromExternalNode(invoice);
    }
    assert.equal((await claim({ deliveriesMax: 20 })).length, 20);
    const quiet = await bench.addUser();
    await bench.payFromExternalNode(await bench.ask(quiet, ['wss://one.example/']));
    const [next] = await claim({ deliveriesMax: 1 });
    assert.equal(next?.userId, quiet, 'the next free place is theirs');
    await takeAll();
  });

  test('13 cost nothing until they are due, however many of one payee wait', async (t) => {
    // Where nothing else was claimed before, of which a look would pass what is left of it.
    const own = await openZapBench(t);
    const invoice = await own.ask(await own.addUser(), RELAYS);
    await own.addWaiting(invoice, 2000);
    await own.payFromExternalNode(invoice);
    assert.equal((await own.store.claim(BOUNDS)).length, 2);
    const { entries } = await readingCost(own.opened, async (database) => {
      const counted = createZapDeliveryStore(database);
      for (let look = 0; look < 5; look += 1) assert.deepEqual(await counted.claim(BOUNDS), []);
    });
    const read = entries.get('zap_delivery') ?? 0;
    // A walk through those that wait reads ten thousand.
    assert(read < 100, `${read} entries were read`);
  });

  test('are forgotten a while after they ended, and counted until then', async () => {
    await takeAll();
    const before = await store.count();
    const invoice = await bench.ask(await bench.addUser(), RELAYS);
    await bench.payFromExternalNode(invoice);
    const claims = await claim();
    for (const [index, one] of claims.entries()) {
      const isAccepted = index === 0;
      await store.record({ claim: one, isAccepted, retryAfterMs: null, error: 'x' });
    }
    const { accepted, givenUp, waiting } = await store.count();
    assert.deepEqual(
      [accepted - before.accepted, givenUp - before.givenUp, waiting - before.waiting],
      [1, 1, 0],
    );
    const yesterday = new Date(Date.parse('2000-01-01'));
    assert.equal(await store.prune(yesterday, 100), 0);
    await bench.age(36_500);
    assert.equal(await store.prune(yesterday, 1), 1);
    assert.equal(await store.prune(yesterday, 100), accepted + givenUp - 1);
    assert.deepEqual(await bench.states(invoice), []);
    assert.equal((await store.count()).waiting, waiting, 'what waits stays');
  });
});
