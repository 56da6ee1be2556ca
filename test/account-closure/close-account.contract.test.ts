import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, afterEach, describe, test } from 'node:test';
import type { NewSession } from '../../src/accounts/session-store.ts';
import { createSessionStore } from '../../src/accounts/sql/session-store.ts';
import { createAddressInvoiceStore } from '../../src/address/sql/address-invoice-store.ts';
import { createInvoiceStore } from '../../src/invoices/sql/invoice-store.ts';
import { createNoticeInboxStore } from '../../src/notifications/sql/notice-inbox-store.ts';
import { firstKind, openClosingBench } from '../support/closing-bench.ts';
import { eventually } from '../support/eventually.ts';
import {
  addInvoice,
  addUser,
  creditInvoice,
  creditKeysend,
  internalKeysend,
  NODE_PUBKEY,
  newInvoice,
  payInvoice,
  reserveEvent,
} from '../support/money-model/events.ts';
import { times } from '../support/money-model/many-at-once.ts';

const bench = await openClosingBench({ after });
const { close, database, holdWallet, meet, superuser, waiting, whileHeld, world } = bench;
const invoices = createInvoiceStore(database);
const sessions = createSessionStore(database);
const noticeInboxes = createNoticeInboxStore(database);
afterEach(async () => assert.deepEqual(await world.findings(), []));

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
  test('M13 as a payment leaves: the payment or the closing', () =>
    bothOrders(async () => {
      const userId = await addUser(world, 1000);
      const event = reserveEvent(userId);
      return {
        userId,
        move: () => firstKind(world.store.reserve([event])),
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

  test('M13 as an invoice is paid from outside: the money is theirs, or of no one', () =>
    bothOrders(async () => {
      const userId = await addUser(world);
      const invoice = await addInvoice(world, userId);
      const event = creditInvoice(invoice, true);
      return {
        userId,
        move: () => firstKind(world.store.credit([event])),
        close: () => close(userId),
        judge: async (moved, closed) => {
          oneOf(moved, closed, [
            ['credited', 'balance_left'],
            ['payee_closed', 'closed'],
          ]);
          const { walletMsat } = await world.wallet(userId);
          assert.equal(walletMsat, moved === 'credited' ? 100_000n : 0n);
          const isPassed = (await world.cursor(NODE_PUBKEY)) >= event.settleIndex;
          assert.equal(isPassed, moved === 'credited');
        },
      };
    }));

  test('as someone here pays them: the payment or the closing', () =>
    bothOrders(async () => {
      const [payer, userId] = [await addUser(world, 1000), await addUser(world)];
      const invoice = await addInvoice(world, userId);
      return {
        userId,
        move: () => firstKind(world.store.settleInternal([payInvoice(payer, invoice)])),
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
    const { ends } = await whileHeld(holdWallet(userId), async () => {
      const both = Promise.all([close(userId, 70), close(userId, 70)]);
      await waiting(2);
      return { ends: both };
    });
    assert.deepEqual(await ends, ['closed', 'closed']);
    assert.equal((await world.unclaimedMsat()) - before, 70_000n);
    assert.equal((await world.records(userId)).length, 2);
  });

  test('as the connection breaks: all of it or nothing, and the next try does it', async () => {
    const userId = await addUser(world, 70);
    const before = await world.unclaimedMsat();
    const { end } = await whileHeld(holdWallet(userId), async () => {
      const begun = close(userId, 70);
      const [{ pid } = { pid: 0 }] = await waiting(1);
      await superuser.sql`select pg_terminate_backend(${pid}::integer)`;
      // The close waits again, on another connection.
      await eventually('it tries again', async () => {
        const [again] = await waiting(1);
        return again !== undefined && again.pid !== pid ? again : null;
      });
      return { end: begun };
    });
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

  test('as their notices are looked for: none of them is left', async () => {
    for (const isFirst of [true, false]) {
      const userId = await addUser(world, 70);
      if (!isFirst) await noticeInboxes.lookForNotices(userId, new Date());
      await firstKind(world.store.credit([creditKeysend(userId)]));
      const holdInbox = (sql: typeof superuser.sql) =>
        sql`select from notice_inbox where user_id = ${userId} for update`;
      const { both } = await whileHeld(holdInbox, async () => {
        const look = noticeInboxes.lookForNotices(userId, new Date());
        await waiting(1);
        const { walletMsat } = await world.wallet(userId);
        const end = close(userId, Number(walletMsat / 1000n));
        await waiting(2);
        return { both: Promise.all([look, end]) };
      });
      assert.deepEqual(await both, [1, 'closed']);
      assert.deepEqual((await noticeInboxes.readInbox(userId)).notices, []);
    }
  });

  test('as they sign in elsewhere: nothing is kept of it', async () => {
    const userId = await addUser(world);
    const now = new Date();
    const session: NewSession = {
      id: randomUUID(),
      secretHash: randomBytes(32),
      userId,
      sessionEpoch: 0,
      signedInAt: now,
      confirmedAt: now,
      returnTo: null,
      notice: null,
      device: 'a browser',
      address: '192.0.2.1',
      createdAt: now,
      lastSeenAt: now,
      expiresAt: new Date(now.getTime() + 3_600_000),
    };
    const [closed] = await meet(
      userId,
      () => close(userId),
      () => sessions.insertSession(session),
    );
    assert.equal(closed, 'closed');
    for (const table of ['session', 'sign_in_place']) {
      const rows = await superuser.sql.unsafe(`select from ${table} where user_id = '${userId}'`);
      assert.equal(rows.length, 0, table);
    }
  });

  test('as pruning removes an invoice of theirs: what is gone is passed by', async () => {
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
    const [pruned = ''] = ids;
    const prune = (sql: typeof superuser.sql) =>
      sql`select remove_address_invoices(array[${pruned}::uuid])`;
    const { end } = await whileHeld(prune, async () => {
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
