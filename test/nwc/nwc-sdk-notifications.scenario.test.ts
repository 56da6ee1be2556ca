import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Nip47Notification, NWCClient } from '@getalby/sdk/nwc';
import { WebSocket } from 'ws';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { textField } from '../support/fields.ts';
import { openRelayApp } from '../support/nwc/relay-app.ts';
import {
  databaseVariables,
  type RunningService,
  startService,
} from '../support/running-service.ts';
import {
  addWalletUser,
  field,
  fund,
  untilPasses,
  type WalletUser,
} from '../support/wallet-user.ts';

// Node 20 has none of its own.
globalThis.WebSocket ??= WebSocket as unknown as typeof globalThis.WebSocket;

const START_SAT = 10_000;

/** The unmodified client hears of what the whole service settles. */
describe('32: @getalby/sdk 8.0.3 hears of payments', () => {
  const cleanups: (() => unknown)[] = [];
  let database: TestDatabase;
  let service: RunningService;
  let ann: WalletUser;
  let bob: WalletUser;

  before(async () => {
    database = await testDatabase({ after: (end) => cleanups.push(end) });
    service = await startService(databaseVariables(database));
    cleanups.push(() => service.dispose());
    ann = await addWalletUser(service);
    bob = await addWalletUser(service);
    for (const user of [ann, bob]) await fund(service, user, START_SAT);
  });
  after(async () => {
    for (const end of cleanups.reverse()) await end();
  });

  const add = async (user: WalletUser, ...options: string[]): Promise<string> =>
    textField(await service.cli('nwc', 'add', '--user', user.email, ...options), 'uri');
  const open = (uri: string): NWCClient => {
    const client = new NWCClient({ nostrWalletConnectUrl: uri });
    cleanups.push(() => client.close());
    return client;
  };
  const listen = async (client: NWCClient): Promise<readonly Nip47Notification[]> => {
    const heard: Nip47Notification[] = [];
    const end = await client.subscribeNotifications((notification) => heard.push(notification));
    cleanups.push(end);
    return heard;
  };
  const untilHeard = async (
    heard: readonly Nip47Notification[],
    expected: readonly (readonly [string, number])[],
  ): Promise<void> => {
    await untilPasses(async () => assert.ok(heard.length >= expected.length));
    const told = heard.map(({ notification_type: type, notification }) => [
      type,
      notification.amount / 1000,
    ]);
    assert.deepEqual(told, expected);
  };

  /** Until the service knows that the client has read all. */
  const untilRead = async ({ walletPubkey }: NWCClient): Promise<void> => {
    await untilPasses(async () => {
      const [key] = await database.database.sql<{ is_told: boolean }[]>`
        select k.notified_seq = w.record_seq as is_told
        from nwc_key k
        join grant_device d on d.id = k.device_id
        join app_grant g on g.id = d.app_grant_id
        join wallet w on w.user_id = g.user_id
        where k.wallet_pubkey = ${Buffer.from(walletPubkey, 'hex')}`;
      assert.equal(key?.is_told, true);
    });
  };

  test('of receipts from outside, from inside and by keysend, and of what it pays', async () => {
    const uri = await add(ann);
    const client = open(uri);
    const info = await client.getInfo();
    assert.deepEqual(info.notifications, ['payment_received', 'payment_sent']);
    const heard = await listen(client);
    const old = await openRelayApp({ after: (end) => cleanups.push(end) }, uri);
    const olds = old.socket.subscribe({ kinds: [23_196], authors: [old.walletPubkey] });
    await olds.opened();
    const simulator = await service.simulator();

    const made = await client.makeInvoice({ amount: 21_000, description: 'bread' });
    assert((await simulator.pay({ bolt11: made.invoice })).ok);
    await untilHeard(heard, [['payment_received', 21]]);
    const [first] = heard;
    assert(first !== undefined);
    const { notification } = first;
    assert.deepEqual(
      [notification.payment_hash, notification.description, notification.state],
      [made.payment_hash, 'bread', 'settled'],
    );
    assert.match(notification.preimage, /^[0-9a-f]{64}$/);

    const bill = await ann.post('/invoices', { amount: 22 });
    const bolt11 = textField(bill.body, 'payment_request');
    assert.equal((await bob.post('/payments/bolt11', { invoice: bolt11 })).status, 200);
    const account = (await ann.get('/user/value4value')).body;
    const destination = textField(account, 'keysend_pubkey');
    const records = { 696969: ann.identifier };
    const keysend = { destination, amount: 23, customRecords: records };
    assert.equal((await bob.post('/payments/keysend', keysend)).status, 200);
    assert((await simulator.keysend({ to: destination, amountSat: 25, records })).ok);
    await untilPasses(async () => assert.equal(heard.length, 4));
    const invoice = await simulator.invoice({ amountSat: 24 });
    assert(invoice.ok);
    await client.payInvoice({ invoice: invoice.value.paymentRequest });
    const all = [
      ['payment_received', 21],
      ['payment_received', 22],
      ['payment_received', 23],
      ['payment_received', 25],
      ['payment_sent', 24],
    ] as const;
    await untilHeard(heard, all);
    await untilPasses(async () => assert.equal(olds.events().length, all.length));
    const types = olds.events().map((event) => field(old.read(event), 'notification_type'));
    assert.deepEqual(
      types,
      all.map(([type]) => type),
    );
  });

  test('33: of what came while it was away, once', async () => {
    const uri = await add(ann);
    const pay = async (amount: number): Promise<void> => {
      const bill = await ann.post('/invoices', { amount });
      const paid = { invoice: textField(bill.body, 'payment_request') };
      assert.equal((await bob.post('/payments/bolt11', paid)).status, 200);
    };
    const first = open(uri);
    const heard = await listen(first);
    await pay(31);
    await untilHeard(heard, [['payment_received', 31]]);
    await untilRead(first);
    first.close();
    await pay(32);
    const second = open(uri);
    const later = await listen(second);
    await untilHeard(later, [['payment_received', 32]]);
    await untilRead(second);
    second.close();
    const last = await listen(open(uri));
    await pay(33);
    await untilHeard(last, [['payment_received', 33]]);
  });

  test('33: no more than its scopes allow, as its info says', async () => {
    const client = open(await add(bob, '--scopes', 'transactions:read payments:send'));
    assert.deepEqual((await client.getInfo()).notifications, ['payment_sent']);
    const { notifications, capabilities } = await client.getWalletServiceInfo();
    assert.deepEqual(notifications, ['payment_sent']);
    assert.ok(capabilities.includes('notifications'));
    const heard = await listen(client);
    await fund(service, bob, 41);
    const bill = await ann.post('/invoices', { amount: 42 });
    const invoice = textField(bill.body, 'payment_request');
    assert.equal((await bob.post('/payments/bolt11', { invoice })).status, 200);
    await untilHeard(heard, [['payment_sent', 42]]);
    const quiet = open(await add(bob, '--scopes', 'balance:read'));
    assert.deepEqual((await quiet.getInfo()).notifications, []);
    const told = await quiet.getWalletServiceInfo();
    assert.ok(!told.capabilities.includes('notifications'));
  });
});
