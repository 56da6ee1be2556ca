import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { testDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { textField } from '../support/fields.ts';
import { type OutsideRelay, openOutsideRelay } from '../support/nwc/outside-relay.ts';
import { type AppAnswer, openRelayApp, type RelayApp } from '../support/nwc/relay-app.ts';
import {
  databaseVariables,
  type RunningService,
  startService,
} from '../support/running-service.ts';
import { nodeOf } from '../support/simulated-lnd.ts';
import {
  addWalletUser,
  field,
  fund,
  untilPasses,
  type WalletUser,
} from '../support/wallet-user.ts';

/** Two services on one database: one of them talks to the outside relay. */
describe('outside relays and two processes', () => {
  const cleanups: (() => unknown)[] = [];
  const cleanup = { after: (end: () => unknown) => void cleanups.push(end) };
  let relay: OutsideRelay;
  let first: RunningService;
  let second: RunningService;
  let user: WalletUser;
  let own: RelayApp;
  let outside: RelayApp;

  before(async () => {
    relay = await openOutsideRelay(cleanup);
    const database = await testDatabase({ after: (end) => cleanups.push(end) });
    const shared = {
      ...databaseVariables(database),
      SATCHEL_SECRET_KEY: 'ab'.repeat(32),
      SATCHEL_NWC_RELAYS: relay.url,
    };
    first = await startService(shared);
    cleanups.push(() => first.dispose());
    second = await startService({ ...shared, ...(await nodeOf(first)) });
    cleanups.push(async () => {
      await second.end('SIGTERM');
      await rm(second.dataDir, { recursive: true });
    });
    user = await addWalletUser(first);
    await fund(first, user, 50_000);
    const added = await first.cli('nwc', 'add', '--user', user.email);
    own = await openRelayApp(cleanup, textField(added, 'uri'));
    await untilPasses(async () => {
      assert.ok(relay.stored(13_194).some(({ pubkey }) => pubkey === own.walletPubkey));
    });
    outside = await own.at(relay.url);
  });
  after(async () => {
    for (const end of cleanups.reverse()) await end();
  });

  const bill = async (amountSat: number): Promise<string> => {
    const made = await (await first.outside()).invoice({ amountSat });
    assert(made.ok);
    return made.value.paymentRequest;
  };
  const payees = (): number => relay.openCount();

  test('42: one of them is connected, and what either answers is published', async () => {
    const others = payees();
    const atSecond = await own.at(`${second.baseUrl.replace(/^http/, 'ws')}/relay`);
    for (const app of [own, atSecond]) {
      const event = app.request('get_balance');
      const answers = outside.socket.subscribe({ kinds: [23_195], '#e': [event.id] });
      const [there, here] = await Promise.all([outside.ask(event), app.ask(event)]);
      assert.equal(there.event.id, here.event.id);
      assert.equal((await answers.next()).id, here.event.id);
    }
    assert.equal(payees(), others, 'the app and one process');
    assert.equal(others, 2);
  });

  test('42: where the one that talks is killed in the middle, the other takes over', async () => {
    const before = await user.balanceSat();
    const outsideWorld = await first.outside();
    assert((await outsideWorld.setFault({ kind: 'hold_settle', ms: 3000 })).ok);
    const connections = relay.connections();
    const event = outside.request('pay_invoice', { invoice: await bill(700) });
    const answers = outside.socket.subscribe({ kinds: [23_195], '#e': [event.id] });
    await outside.socket.publish(event);
    await first.withStores(async ({ payments }) => {
      await untilPasses(async () => {
        const [open] = await payments.listOpenPayments();
        assert.equal(open?.state, 'in_flight');
      });
    });
    await first.end('SIGKILL');
    // The lease of the run, and then that of the payment, have to end first.
    const answer = await eventually('it is answered', () => answers.events()[0] ?? null, 180_000);
    assert.ok(relay.connections() > connections);
    const result = field(own.read(answer), 'result');
    assert.match(textField(result, 'preimage'), /^[0-9a-f]{64}$/);
    await first.start();
    const feesSat = Number(field(result, 'fees_paid')) / 1000;
    assert.equal(await user.balanceSat(), before - 700 - feesSat);
    const again = await outside.ask(event);
    assert.equal(again.event.id, answer.id, 'it is the one answer, and nothing is paid again');
    assert.equal(await user.balanceSat(), before - 700 - feesSat);
  });

  test('42: one that slept was followed meanwhile, and leaves when it wakes', async () => {
    // The first one has started again after the second had taken over.
    const before = await user.balanceSat();
    const open = relay.openCount();
    const questions = (): number => relay.asked.filter(({ kinds }) => kinds?.has(23_194)).length;
    const asked = questions();
    process.kill(second.pid, 'SIGSTOP');
    let paid: AppAnswer;
    try {
      await untilPasses(async () => assert.ok(questions() > asked), 180_000);
      assert.equal(relay.openCount(), open + 1);
      paid = await outside.call('pay_invoice', { invoice: await bill(300) });
    } finally {
      process.kill(second.pid, 'SIGCONT');
    }
    await untilPasses(async () => assert.equal(relay.openCount(), open), 180_000);
    const feesSat = Number(field(paid.result, 'fees_paid')) / 1000;
    assert.equal(await user.balanceSat(), before - 300 - feesSat);
    assert.deepEqual((await outside.call('get_balance')).result, {
      balance: (await user.balanceSat()) * 1000,
    });
  });
});
