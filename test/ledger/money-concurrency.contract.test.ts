import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, test } from 'node:test';
import { msat } from '../../src/base/amount.ts';
import { DatabaseFault, errorCode } from '../../src/database/database-fault.ts';
import { type Database, openDatabase } from '../../src/database/db.ts';
import { createInvoiceStore } from '../../src/invoices/sql/invoice-store.ts';
import { createMoney } from '../../src/ledger/money.ts';
import { MoneyOutcomeUnknown, type ReserveEvent } from '../../src/ledger/money-store.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import {
  addInvoice,
  addUser,
  claim,
  creditKeysend,
  failedEnd,
  internalKeysend,
  NODE_PUBKEY,
  newSecret,
  OWNER,
  payInvoice,
  reserveEvent,
  settledEnd,
} from '../support/money-model/events.ts';
import { madeBy } from '../support/money-model/made-by.ts';
import {
  chunks,
  killBackends,
  times,
  waitForLocksUntilDeadlock,
} from '../support/money-model/many-at-once.ts';
import type { MoneyWorld } from '../support/money-model/money-world.ts';
import { createPostgresWorld } from '../support/money-model/postgres-world.ts';

/** Many at once, on connections of their own, against a real database. */
describe('the money functions, many at once', () => {
  const cleanups: (() => Promise<void>)[] = [];
  let server: TestDatabase;
  let database: Database;
  let world: MoneyWorld;
  let callsCount = 0;

  before(async () => {
    server = await testDatabase({ after: (fn) => cleanups.push(fn) });
    database = openDatabase({
      url: server.serviceUrl,
      applicationName: 'many at once',
      poolSize: 32,
      clock: systemClock,
      random: systemRandom,
      onStatement: (text) => {
        if (/_payments\(|_receipts\(|settle_between_wallets\(/.test(text)) callsCount += 1;
      },
    });
    world = createPostgresWorld(database);
    await world.setBaseline(NODE_PUBKEY, 0n);
    await waitForLocksUntilDeadlock(server.ownerUrl);
  });
  after(async () => {
    await database.close();
    for (const cleanup of cleanups) await cleanup();
  });
  afterEach(async () => assert.deepEqual(await world.findings(), []));

  /** A call that was repeated had met a deadlock, as lock waits do not end otherwise here. */
  async function withoutRepeat<Answer>(calls: readonly (() => Promise<Answer>)[]) {
    callsCount = 0;
    const answers = await Promise.all(calls.map((call) => call()));
    assert.equal(callsCount, calls.length);
    return answers;
  }

  const addUsers = (count: number, fundedSat = 0) =>
    Promise.all(Array.from({ length: count }, () => addUser(world, fundedSat)));
  const walletMsat = async (userId: string) => (await world.wallet(userId)).walletMsat;
  const countKind = (answers: readonly (readonly { kind: string }[])[], kind: string): number =>
    answers.flat().filter((answer) => answer.kind === kind).length;

  test('M01 M02 50 internal payments from a wallet that covers 10', async () => {
    const [payer, payee] = [await addUser(world, 1000), await addUser(world)];
    const answers = await withoutRepeat(
      times(50, () => () => world.store.settleInternal([internalKeysend(payer, payee)])),
    );
    assert.equal(countKind(answers, 'settled'), 10);
    assert.equal(countKind(answers, 'refused'), 40);
    assert.deepEqual([await walletMsat(payer), await walletMsat(payee)], [0n, 1_000_000n]);
  });

  test('M01 M02 50 outside payments from a wallet that covers 10', async () => {
    const payer = await addUser(world, 1100);
    const answers = await withoutRepeat(
      times(50, () => () => world.store.reserve([reserveEvent(payer)])),
    );
    assert.equal(countKind(answers, 'reserved'), 10);
    const { walletMsat: left, heldMsat } = await world.wallet(payer);
    assert.deepEqual([left, heldMsat], [0n, 1_100_000n]);
  });

  test('20 payers, and one of them 20 times, on one invoice: one debit', async () => {
    const payers = await addUsers(20, 500);
    const invoice = await addInvoice(world, await addUser(world));
    const [first] = payers;
    assert(first !== undefined);
    const all = [...payers, ...times(19, () => first)];
    const answers = await withoutRepeat(
      all.map((payer) => () => world.store.settleInternal([payInvoice(payer, invoice)])),
    );
    assert.equal(countKind(answers, 'settled'), 1);
    const left = await Promise.all(payers.map(walletMsat));
    assert.equal(left.filter((balance) => balance === 400_000n).length, 1);
    assert.equal(left.filter((balance) => balance === 500_000n).length, 19);
  });

  test('64 payers pay one recipient, one payer pays 64 recipients', async () => {
    const others = await addUsers(64, 100);
    const hot = await addUser(world, 6400);
    const answers = await withoutRepeat([
      ...others.map((other) => () => world.store.settleInternal([internalKeysend(other, hot)])),
      ...others.map((other) => () => world.store.settleInternal([internalKeysend(hot, other)])),
    ]);
    assert.equal(countKind(answers, 'settled'), 128);
    assert.equal(await walletMsat(hot), 6_400_000n);
  });

  test('two wallets pay each other in both directions', async () => {
    const [a = '', b = ''] = await addUsers(2, 10_000);
    const answers = await withoutRepeat(
      times(
        60,
        (index) => () =>
          world.store.settleInternal([index % 2 ? internalKeysend(a, b) : internalKeysend(b, a)]),
      ),
    );
    assert.equal(countKind(answers, 'settled'), 60);
    assert.deepEqual([await walletMsat(a), await walletMsat(b)], [10_000_000n, 10_000_000n]);
  });

  test('lists that name the same users in every order', async () => {
    const users = await addUsers(12, 10_000);
    const list = (round: number) =>
      users.map((payer, index) =>
        internalKeysend(payer, users[(index * 5 + round * 7) % users.length] ?? payer),
      );
    const lists = times(24, (round) => (round % 2 ? list(round) : list(round).reverse()));
    const answers = await withoutRepeat(
      lists.map((events) => () => world.store.settleInternal(events)),
    );
    assert.equal(countKind(answers, 'settled'), 24 * 12);
    const balances = await Promise.all(users.map(walletMsat));
    assert.equal(
      balances.reduce((sum, balance) => sum + balance, 0n),
      120_000_000n,
    );
  });

  test('reserve, resolve, credit and internal payments of the same users', async () => {
    const users = await addUsers(6, 10_000);
    const dispatched: ReserveEvent[] = [];
    for (const user of [...users, ...users, ...users]) {
      const event = reserveEvent(user);
      await world.store.reserve([event]);
      await world.beginDispatch(event.order.id, OWNER);
      dispatched.push(event);
    }
    const ends = dispatched.map((event, index) =>
      index % 2 ? settledEnd(event.order, { feeMsat: msat(5000n) }) : failedEnd(event.order.id),
    );
    const [halves, thirds] = [chunks(ends, 2), chunks(ends.toReversed(), 3)];
    const answers = await withoutRepeat<readonly { kind: string }[]>([
      ...[...halves, ...thirds].map((list) => () => world.store.resolve(list)),
      ...times(12, () => () => world.store.reserve(users.map((user) => reserveEvent(user)))),
      ...times(12, () => () => world.store.credit(users.map((user) => creditKeysend(user)))),
      ...times(
        12,
        (round) => () =>
          world.store.settleInternal(
            users.map((user, index) =>
              internalKeysend(user, users[(index + round) % users.length] ?? user),
            ),
          ),
      ),
    ]);
    assert.equal(countKind(answers, 'resolved'), ends.length);
    assert.equal(countKind(answers, 'present'), ends.length);
    assert.equal(countKind(answers, 'credited'), 72);
  });

  test('one event at once ten times over is done once', async () => {
    const [payer, payee] = [await addUser(world, 1000), await addUser(world)];
    const [internal, external] = [internalKeysend(payer, payee), reserveEvent(payer)];
    const credit = creditKeysend(payee);
    const answers = await withoutRepeat<readonly { kind: string }[]>(
      times(10, () => [
        () => world.store.settleInternal([internal]),
        () => world.store.reserve([external]),
        () => world.store.credit([credit]),
      ]).flat(),
    );
    const kinds = ['settled', 'reserved', 'credited', 'present'];
    assert.deepEqual(
      kinds.map((kind) => countKind(answers, kind)),
      [1, 1, 1, 27],
    );
    assert.equal(await walletMsat(payee), 200_000n);
  });

  test('one key at once in many calls, one of them for an invoice, does one thing', async () => {
    const [user, payee] = [await addUser(world, 1000), await addUser(world)];
    const invoices = createInvoiceStore(database);
    const invoice = await addInvoice(world, payee);
    const other = { ...invoice, id: randomUUID(), ...newSecret() };
    const answers = await Promise.all([
      ...times(6, () =>
        world.store.settleInternal([internalKeysend(user, payee, { claim: claim('key') })]),
      ),
      ...times(6, () => world.store.reserve([reserveEvent(user, { claim: claim('key') })])),
      invoices
        .insertInvoice(
          { ...other, userId: user, identifier: 'x'.repeat(24) },
          madeBy('grant'),
          claim('key'),
        )
        .then((outcome) => [outcome]),
    ]);
    const done = ['settled', 'reserved', 'inserted'].map((kind) => countKind(answers, kind));
    assert.equal(
      done.reduce((sum, count) => sum + count),
      1,
    );
    assert.equal(countKind(answers, 'repeated'), 12);
  });

  test('an outside hash that many users want at once goes to one of them', async () => {
    const users = await addUsers(16, 500);
    const secrets = times(4, newSecret);
    const answers = await Promise.all(
      users.map((user, index) => {
        const list = secrets.map((secret) => reserveEvent(user, { secret }));
        return world.store.reserve(index % 2 ? list : list.reverse());
      }),
    );
    assert.equal(countKind(answers, 'reserved'), 4);
    assert.equal(countKind(answers, 'refused'), 60);
  });

  test('single events that wait together go together, and each gets its own answer', async () => {
    const money = createMoney(world.store, { batchMax: 64 });
    const users = await addUsers(40, 150);
    const hot = await addUser(world);
    callsCount = 0;
    const answers = await Promise.all(
      [...users, ...users].map((user) => money.settleInternal(internalKeysend(user, hot))),
    );
    assert.equal(countKind([answers], 'settled'), 40);
    assert.equal(countKind([answers], 'refused'), 40);
    assert.ok(callsCount < 10, `${callsCount} calls for 80 payments`);
  });

  test('backends that die in the middle lose and double nothing', async () => {
    const users = await addUsers(8, 10_000);
    const events = times(160, (index) =>
      internalKeysend(users[index % 8] ?? '', users[(index * 3 + 1) % 8] ?? ''),
    );
    let isOver = false;
    const killing = killBackends(server.superuserUrl, () => isOver);
    const lists = chunks(events, 4);
    const settle = async (list: typeof events) => {
      for (;;) {
        try {
          return await world.store.settleInternal(list);
        } catch (error) {
          // After its retries the store gives up; the caller asks again with the same ids.
          const isTransient = error instanceof DatabaseFault && error.isTransient;
          assert.ok(isTransient || error instanceof MoneyOutcomeUnknown, String(error));
        }
      }
    };
    const answers = await Promise.all(lists.map(settle));
    isOver = true;
    assert.ok((await killing) > 0, 'backends were killed');
    assert.equal(countKind(answers, 'settled') + countKind(answers, 'present'), 160);
    // A connection that was cut last may only be noticed by its next statement.
    const balances = await eventually('the balances are read', () =>
      Promise.all(users.map(walletMsat)).catch((error: unknown) => {
        assert.match(String(errorCode(error)), /^(CONNECTION_CLOSED|ECONNRESET|EPIPE|57P01)$/);
        return null;
      }),
    );
    assert.equal(
      balances.reduce((sum, balance) => sum + balance, 0n),
      80_000_000n,
    );
  });
});
