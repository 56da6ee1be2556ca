import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, test } from 'node:test';
import { WebSocket } from 'ws';
import { HOUR_MS } from '../../src/base/durations.ts';
import { createUserStore } from '../../src/users/sql/user-store.ts';
import { bookAt } from '../support/book-at.ts';
import { eventually } from '../support/eventually.ts';
import { textField } from '../support/fields.ts';
import { addInvoice, creditKeysend, newRecordIdentifier } from '../support/money-model/events.ts';
import {
  type NotificationBench,
  openNotificationBench,
} from '../support/nwc/notification-bench.ts';
import type { OpenSubscription, RelayApp } from '../support/nwc/relay-app.ts';
import { startRelay } from '../support/nwc/relay-server.ts';
import { field, untilPasses } from '../support/wallet-user.ts';

/** What apps hear of money that comes and goes, from the relay. */
describe('notifications', () => {
  const cleanups: (() => unknown)[] = [];
  let bench: NotificationBench;
  before(async () => {
    bench = await openNotificationBench({ after: (end) => cleanups.push(end) });
  });
  after(async () => {
    for (const end of cleanups.reverse()) await end();
  });

  const listen = async (app: RelayApp, ...kinds: number[]): Promise<OpenSubscription> => {
    const wanted = kinds.length === 0 ? [23_197] : kinds;
    const filter = { kinds: wanted, authors: [app.walletPubkey], '#p': [app.pubkey] };
    const subscription = app.socket.subscribe(filter);
    await subscription.opened();
    return subscription;
  };
  /** What it heard of which payments, in the order in which it heard. */
  const heardBy = (app: RelayApp, subscription: OpenSubscription): readonly string[] =>
    subscription.events().map((event) => {
      const said = app.read(event);
      assert.equal(textField(said, 'notification_type'), 'payment_received');
      return textField(field(said, 'notification'), 'payment_hash');
    });
  const untilHeard = async (
    app: RelayApp,
    subscription: OpenSubscription,
    hashes: readonly string[],
  ): Promise<void> => {
    await eventually('it heard as many', () =>
      subscription.events().length >= hashes.length ? true : null,
    );
    assert.deepEqual(heardBy(app, subscription), hashes);
  };
  const untilMark = (app: RelayApp, seq: bigint) =>
    eventually('the mark moves', async () =>
      (await bench.markOf(app.walletPubkey)) === seq ? true : null,
    );

  test('32: two receipts of one invoice are told once each, in both kinds', async () => {
    const userId = await bench.addUser();
    const app = await bench.connect(userId);
    const subscription = await listen(app, 23_196, 23_197);
    const invoice = await addInvoice(bench.world, userId);
    await bench.receive(invoice, true);
    await bench.receive(invoice, false);
    const { paymentHash } = invoice;
    await untilHeard(
      app,
      subscription,
      Array.from({ length: 4 }, () => paymentHash),
    );
    const events = subscription.events();
    assert.deepEqual(events.map(({ kind }) => kind).sort(), [23_196, 23_196, 23_197, 23_197]);
    assert.equal(new Set(events.map(({ id }) => id)).size, 4);
    await untilMark(app, 2n);
  });

  test('32: what was rolled back is not told', async () => {
    const userId = await bench.addUser();
    const app = await bench.connect(userId);
    const subscription = await listen(app);
    const identifier = newRecordIdentifier();
    const twice = [creditKeysend(userId), creditKeysend(userId)].map((event) => ({
      ...event,
      receipt: { ...event.receipt, identifier },
    }));
    await assert.rejects(bench.world.store.credit(twice));
    const hashes = await bench.settle(userId);
    await untilHeard(app, subscription, hashes);
    await untilMark(app, 1n);
  });

  test('33: what no one heard is told once at the return, and not again', async () => {
    const userId = await bench.addUser();
    const older = await bench.settle(userId);
    const app = await bench.connect(userId);
    await app.socket.close();
    const missed = await bench.settle(userId, 3);
    assert.equal(older.length, 1, 'what was there before the key is no news to it');
    const back = await app.at(bench.relay.url);
    await untilHeard(back, await listen(back), missed);
    await untilMark(app, 4n);
    const again = await app.at(bench.relay.url);
    const subscription = await listen(again);
    await untilHeard(again, subscription, await bench.settle(userId));
  });

  test('33: a key that may not read invoices hears of no receipt, then or later', async () => {
    const userId = await bench.addUser();
    const app = await bench.connect(userId, ['transactions:read', 'invoices:create']);
    const subscription = await listen(app);
    await bench.settle(userId, 2);
    await untilMark(app, 2n);
    assert.deepEqual(subscription.events(), []);
  });

  test('what is older than a day is passed over', async () => {
    const userId = await bench.addUser();
    const app = await bench.connect(userId);
    await bench.settle(userId, 100);
    await bookAt(bench.opened.superuserUrl, userId, new Date(Date.now() - 25 * HOUR_MS));
    const fresh = await bench.settle(userId, 3);
    const subscription = await listen(app);
    await untilHeard(app, subscription, fresh);
    await untilMark(app, 103n);
  });

  test('all who listen hear each, here and at another process; later ones do not', async () => {
    const userId = await bench.addUser();
    const app = await bench.connect(userId);
    const other = await startRelay(bench.database);
    bench.after(() => other.close());
    const there = await app.at(other.url);
    const listening = [
      [app, await listen(app)],
      [app, await listen(app)],
      [there, await listen(there)],
    ] as const;
    const hashes = await bench.settle(userId, 40);
    for (const [who, subscription] of listening) await untilHeard(who, subscription, hashes);
    const ids = listening.map(([, subscription]) => subscription.events().map(({ id }) => id));
    assert.deepEqual(ids[1], ids[0]);
    assert.deepEqual(ids[2], ids[0]);
    await untilMark(app, 40n);
    const late = await listen(there);
    await untilHeard(there, late, await bench.settle(userId));
  });

  test('37: what the network took for one who does not read is told to the next', async () => {
    const userId = await bench.addUser();
    const app = await bench.connect(userId);
    const silent = new WebSocket(bench.relay.url);
    await once(silent, 'open');
    const filter = { kinds: [23_197], authors: [app.walletPubkey] };
    silent.send(JSON.stringify(['REQ', 'silent', filter]));
    await once(silent, 'message');
    silent.pause();
    const hashes = await bench.settle(userId, 2);
    const quick = await bench.connect(userId);
    await untilHeard(quick, await listen(quick), []);
    await bench.settle(userId);
    await eventually('another app heard of it', async () =>
      (await bench.markOf(quick.walletPubkey)) === 3n ? true : null,
    );
    assert.equal(await bench.markOf(app.walletPubkey), 0n);
    silent.terminate();
    const subscription = await listen(app);
    await eventually('all came', () => subscription.events()[2] ?? null);
    assert.deepEqual(heardBy(app, subscription).slice(0, 2), hashes);
  });

  test('29: a revoked key hears nothing, nor does that of a user who is switched off', async () => {
    const [ann, bob] = [await bench.addUser(), await bench.addUser()];
    const [revoked, off] = [await bench.connect(ann), await bench.connect(bob)];
    const [deaf, waiting] = [await listen(revoked), await listen(off)];
    await bench.endKey(revoked);
    const users = createUserStore(bench.database);
    await users.updateUser(bob, { disabledAt: new Date() });
    await bench.settle(bob);
    const live = await bench.connect(ann);
    const subscription = await listen(live);
    await untilHeard(live, subscription, await bench.settle(ann, 2));
    assert.deepEqual([...deaf.events(), ...waiting.events()], []);
    await users.updateUser(bob, { disabledAt: null });
    const later = await bench.settle(bob);
    await untilPasses(async () => assert.deepEqual(heardBy(off, waiting).slice(-1), later));
    assert.deepEqual([deaf.events(), await bench.markOf(revoked.walletPubkey)], [[], 0n]);
  });
});
