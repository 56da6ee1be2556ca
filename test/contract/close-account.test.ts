import assert from 'node:assert/strict';
import { after, afterEach, describe, test } from 'node:test';
import { createClosingStore } from '../../src/adapters/postgres/accounts/closing-store.ts';
import { createAddressInvoiceStore } from '../../src/adapters/postgres/addresses/address-invoice-store.ts';
import { openDatabase } from '../../src/adapters/postgres/connection/db.ts';
import { createInvoiceStore } from '../../src/adapters/postgres/money/invoice-store.ts';
import { systemClock } from '../../src/adapters/system-clock.ts';
import { systemRandom } from '../../src/adapters/system-random.ts';
import { sat } from '../../src/base/amount.ts';
import { closeAccount } from '../../src/usecases/accounts/close-account.ts';
import { testDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { createListeningLog } from '../support/listening-log.ts';
import {
  addInvoice,
  addUser,
  creditInvoice,
  creditKeysend,
  creditUnclaimed,
  internalKeysend,
  madeBy,
  NODE_PUBKEY,
  newInvoice,
  payInvoice,
  reserveEvent,
} from '../support/money-model/events.ts';
import { times, waitForLocksUntilDeadlock } from '../support/money-model/many-at-once.ts';
import { createPostgresWorld } from '../support/money-model/postgres-world.ts';

/** Closing an account against everything that moves money, each on a connection of its own. */

const { database, superuserUrl, ownerUrl } = await testDatabase({ after });
const world = createPostgresWorld(database);
await world.setBaseline(NODE_PUBKEY, 0n);
await waitForLocksUntilDeadlock(ownerUrl);
const parts = { clock: systemClock, random: systemRandom };
const superuser = openDatabase({ url: superuserUrl, applicationName: 'holder', ...parts });
after(() => superuser.close());
afterEach(async () => assert.deepEqual(await world.findings(), []));

const node = { pubkey: NODE_PUBKEY, alias: 'node', network: 'regtest' } as const;
const closings = createClosingStore(database);
const invoices = createInvoiceStore(database);
const deps = { closings, node, log: createListeningLog(), ...parts };

/** `closed`, or why not. */
async function close(userId: string, givenUpSat = 0): Promise<string> {
  const closed = await closeAccount(deps, { userId, givenUpSat: sat(BigInt(givenUpSat)) });
  return closed.ok ? 'closed' : closed.refusal.kind;
}

const waiting = (count: number) =>
  eventually(`${count} wait for a lock`, async () => {
    const rows = await superuser.sql<{ pid: number }[]>`
      select distinct l.pid from pg_locks l join pg_stat_activity a using (pid)
      where not l.granted and a.datname = current_database()`;
    return rows.length === count ? rows : null;
  });

/** Both begin while the wallet is held, in this order, and go on when it is let go. */
async function meet<First, Second>(
  userId: string,
  first: () => Promise<First>,
  second: () => Promise<Second>,
): Promise<[First, Second]> {
  const { answers } = await whileHeld(
    (sql) => sql`select from wallet where user_id = ${userId} for no key update`,
    async () => {
      const begun = first();
      await waiting(1);
      const both = Promise.all([begun, second()]);
      await waiting(2);
      return { answers: both };
    },
  );
  return await answers;
}

/** What has begun goes on after it, so it comes wrapped. */
async function whileHeld<T>(
  hold: (sql: typeof superuser.sql) => Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  return await superuser.transaction(async (sql) => {
    await hold(sql);
    return await work();
  });
}

const kindOf = async (answers: Promise<readonly { readonly kind: string }[]>): Promise<string> =>
  (await answers)[0]?.kind ?? '';

const bothOrders = async (
  make: () => Promise<{
    readonly userId: string;
    readonly move: () => Promise<string>;
    readonly close: () => Promise<string>;
    readonly judge: (moved: string, closed: string) => Promise<void>;
  }>,
): Promise<void> => {
  const ahead = await make();
  await ahead.judge(...(await meet(ahead.userId, ahead.move, ahead.close)));
  const behind = await make();
  const [closed, moved] = await meet(behind.userId, behind.close, behind.move);
  await behind.judge(moved, closed);
};

/** One of the two happened, the other one was told so. */
const oneOf = (moved: string, closed: string, ways: readonly (readonly [string, string])[]) =>
  assert.ok(
    ways.some(([move, end]) => move === moved && end === closed),
    `${moved}, ${closed}`,
  );

describe('an account that is closed in the same moment', () => {
  test('as a payment leaves: the payment or the closing', () =>
    bothOrders(async () => {
      const userId = await addUser(world, 1000);
      const event = reserveEvent(userId);
      return {
        userId,
        move: () => kindOf(world.store.reserve([event])),
        close: () => close(userId, 1000),
        judge: async (moved, closed) => {
          oneOf(moved, closed, [
            ['reserved', 'open_payments'],
            ['refused', 'closed'],
          ]);
          const { walletMsat, heldMsat } = await world.wallet(userId);
          const left = closed === 'closed' ? 0n : 1_000_000n;
          assert.equal(walletMsat + heldMsat, left);
        },
      };
    }));

  test('as an invoice is paid from outside: the money is theirs, or of no one', () =>
    bothOrders(async () => {
      const userId = await addUser(world);
      const invoice = await addInvoice(world, userId);
      const event = creditInvoice(invoice, true);
      const before = await world.cursor(NODE_PUBKEY);
      return {
        userId,
        move: () => kindOf(world.store.credit([event])),
        close: () => close(userId),
        judge: async (moved, closed) => {
          oneOf(moved, closed, [
            ['credited', 'balance_left'],
            ['payee_closed', 'closed'],
          ]);
          const { walletMsat } = await world.wallet(userId);
          assert.equal(walletMsat, moved === 'credited' ? 100_000n : 0n);
          const passed = moved === 'credited' ? event.settleIndex : before;
          assert.equal(await world.cursor(NODE_PUBKEY), passed);
        },
      };
    }));

  test('as someone here pays them: the payment or the closing', () =>
    bothOrders(async () => {
      const [payer, userId] = [await addUser(world, 1000), await addUser(world)];
      const invoice = await addInvoice(world, userId);
      return {
        userId,
        move: () => kindOf(world.store.settleInternal([payInvoice(payer, invoice)])),
        close: () => close(userId),
        judge: async (moved, closed) => {
          oneOf(moved, closed, [
            ['settled', 'balance_left'],
            ['refused', 'closed'],
          ]);
          const sum =
            (await world.wallet(payer)).walletMsat + (await world.wallet(userId)).walletMsat;
          assert.equal(sum, 1_000_000n);
        },
      };
    }));

  test('by two: it is closed once, and the rest is given up once', async () => {
    const userId = await addUser(world, 70);
    const before = await world.unclaimedMsat();
    const { ends } = await whileHeld(
      (sql) => sql`select from wallet where user_id = ${userId} for no key update`,
      async () => {
        const both = Promise.all([close(userId, 70), close(userId, 70)]);
        await waiting(2);
        return { ends: both };
      },
    );
    assert.deepEqual(await ends, ['closed', 'closed']);
    assert.equal((await world.unclaimedMsat()) - before, 70_000n);
    assert.equal((await world.records(userId)).length, 2);
  });

  test('as the connection breaks: all of it or nothing, and the next try does it', async () => {
    const userId = await addUser(world, 70);
    const before = await world.unclaimedMsat();
    const { end } = await whileHeld(
      (sql) => sql`select from wallet where user_id = ${userId} for no key update`,
      async () => {
        const begun = close(userId, 70);
        const [{ pid } = { pid: 0 }] = await waiting(1);
        await superuser.sql`select pg_terminate_backend(${pid}::integer)`;
        // It waits anew, on another connection.
        await eventually('it tries again', async () => {
          const [again] = await waiting(1);
          return again !== undefined && again.pid !== pid ? again : null;
        });
        return { end: begun };
      },
    );
    assert.equal(await end, 'closed');
    assert.equal((await world.unclaimedMsat()) - before, 70_000n);
  });

  test('as an invoice is made: it is cancelled at the node like the others', async () => {
    const userId = await addUser(world);
    const invoice = { ...newInvoice(userId), expiresAt: new Date(Date.now() + 3_600_000) };
    const insert = (sql: typeof superuser.sql) => sql`
        insert into invoice (id, identifier, user_id, grant_id, node_pubkey, payment_hash, preimage,
          amount_sat, bolt11, expiry_sec, created_at, expires_at)
        values (${invoice.id}, ${invoice.identifier}, ${userId}, 'grant', ${NODE_PUBKEY},
          ${Buffer.from(invoice.paymentHash, 'hex')}, ${Buffer.from(invoice.preimage, 'hex')}, 100,
          'lnbcrt1', 3600, ${invoice.createdAt}, ${invoice.expiresAt})`;
    const { end } = await whileHeld(insert, async () => {
      const begun = close(userId);
      await waiting(1);
      return { end: begun };
    });
    assert.equal(await end, 'closed');
    const due = await invoices.listNodeInvoicesToCancel(1000);
    assert.ok(due.some(({ id }) => id === invoice.id));
  });

  test('as a sweep removes an invoice of theirs: what is gone is passed by', async () => {
    const userId = await addUser(world);
    const limits = { perNetwork: 100, perUser: 100, inAll: 100 };
    const addresses = createAddressInvoiceStore(database, limits);
    const ids: string[] = [];
    for (const place of ['a', 'b']) {
      const expiresAt = new Date(Date.now() + 3_600_000);
      const invoice = { ...newInvoice(userId), bolt11: null, expiresAt };
      const order = { invoice, nodePubkey: NODE_PUBKEY, network: 'n', zapRelays: null };
      assert.equal(
        await addresses.insertInvoice({ ...order, verifyId: `${userId}${place}` }),
        'inserted',
      );
      ids.push(invoice.id);
    }
    const [swept = ''] = ids;
    const sweep = (sql: typeof superuser.sql) =>
      sql`select remove_address_invoices(array[${swept}::uuid])`;
    const { end } = await whileHeld(sweep, async () => {
      const begun = close(userId);
      await waiting(1);
      return { end: begun };
    });
    assert.equal(await end, 'closed');
    const due = await invoices.listNodeInvoicesToCancel(1000);
    assert.deepEqual(
      due.map(({ id }) => id).filter((id) => ids.includes(id)),
      ids.slice(1),
    );
  });
});

describe('a closed account', () => {
  test('holds up no one else in a list of credits, and the cursor waits for it', async () => {
    const [gone, other] = [await addUser(world), await addUser(world)];
    assert.equal(await close(gone), 'closed');
    const before = await world.cursor(NODE_PUBKEY);
    const [late, fine] = [creditKeysend(gone), creditKeysend(other)];
    const answers = await world.store.credit([late, fine]);
    assert.deepEqual(
      answers.map(({ kind }) => kind),
      ['payee_closed', 'credited'],
    );
    assert.equal(await world.cursor(NODE_PUBKEY), before);
    const again = { ...creditUnclaimed({ settleIndex: late.settleIndex }), receipt: late.receipt };
    assert.equal(await kindOf(world.store.credit([again])), 'credited');
    assert.equal(await kindOf(world.store.credit([fine])), 'present');
    assert.equal(await world.cursor(NODE_PUBKEY), fine.settleIndex);
    assert.equal((await world.wallet(gone)).walletMsat, 0n);
  });

  test('takes nothing, whoever writes: the database refuses it', async () => {
    const gone = await addUser(world);
    assert.equal(await close(gone), 'closed');
    await assert.rejects(
      superuser.sql`update wallet set wallet_msat = 1000 where user_id = ${gone}`,
      /wallet_closed_is_empty/,
    );
    for (const change of [
      `name = 'Ada'`,
      `email = 'ada@example.com'`,
      'disabled_at = null',
      `time_zone = 'Europe/Berlin'`,
    ]) {
      await assert.rejects(
        superuser.sql.unsafe(`update wallet_user set ${change} where id = '${gone}'`),
        /wallet_user_closed_is_blank/,
      );
    }
  });

  test('that made an invoice too late gets nothing by it', async () => {
    const [gone, payer] = [await addUser(world), await addUser(world, 1000)];
    assert.equal(await close(gone), 'closed');
    const invoice = newInvoice(gone);
    await invoices.insertInvoice(invoice, madeBy('grant'), null);
    const kind = await kindOf(world.store.settleInternal([payInvoice(payer, invoice)]));
    assert.equal(kind, 'refused');
    assert.equal(await kindOf(world.store.credit([creditInvoice(invoice, true)])), 'payee_closed');
  });
});

test('many leave while all pay one another: nothing is lost, and no one waits for ever', async () => {
  const users = await Promise.all(times(12, () => addUser(world, 100)));
  const sum = async (): Promise<bigint> => {
    const wallets = await Promise.all(users.map((userId) => world.wallet(userId)));
    const held = wallets.reduce((all, { walletMsat, heldMsat }) => all + walletMsat + heldMsat, 0n);
    return held + (await world.unclaimedMsat());
  };
  const before = await sum();
  const next = (place: number): string => users[place % users.length] ?? '';
  const work = times(6, (round) =>
    users.flatMap((userId, place) => [
      world.store.settleInternal(
        times(4, (step) => internalKeysend(next(place + step), next(place + 5 * step + round + 1))),
      ),
      close(userId, 100 * (round % 3)),
    ]),
  );
  await Promise.all(work.flat());
  assert.equal(await sum(), before);
  for (const userId of users) {
    const { walletMsat } = await world.wallet(userId);
    assert.equal(await close(userId, Number(walletMsat / 1000n)), 'closed');
  }
});
