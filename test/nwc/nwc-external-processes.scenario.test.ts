import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { eventually } from '../support/eventually.ts';
import { textField } from '../support/fields.ts';
import { type ExternalRelay, openExternalRelay } from '../support/nwc/external-relay.ts';
import type { AppAnswer, RelayApp } from '../support/nwc/relay-app.ts';
import { openTwoServices, type TwoServices } from '../support/nwc/two-services.ts';
import { field, untilPasses } from '../support/wallet-user.ts';

/** Two services on one database: one of them talks to the external relay. */
describe('external relays and two processes', () => {
  const cleanups: (() => unknown)[] = [];
  const cleanup = { after: (end: () => unknown) => void cleanups.push(end) };
  let relay: ExternalRelay;
  let services: TwoServices;
  let own: RelayApp;
  let external: RelayApp;

  before(async () => {
    relay = await openExternalRelay(cleanup);
    services = await openTwoServices(cleanup, { SATCHEL_NWC_RELAYS: relay.url });
    own = services.app;
    await untilPasses(async () => {
      assert.ok(relay.stored(13_194).some(({ pubkey }) => pubkey === own.walletPubkey));
    });
    external = await own.at(relay.url);
  });
  after(async () => {
    for (const end of cleanups.reverse()) await end();
  });

  const payees = (): number => relay.openCount();

  test('42: one of them is connected, and what either answers is published', async () => {
    const others = payees();
    const atSecond = await own.at(services.relays.second);
    for (const app of [own, atSecond]) {
      const event = app.request('get_balance');
      const answers = external.socket.subscribe({ kinds: [23_195], '#e': [event.id] });
      const [there, here] = await Promise.all([external.ask(event), app.ask(event)]);
      assert.equal(there.event.id, here.event.id);
      assert.equal((await answers.next()).id, here.event.id);
    }
    assert.equal(payees(), others, 'the app and one process');
    assert.equal(others, 2);
  });

  test('42: where the one that talks is killed in the middle, the other takes over', async () => {
    const { first, user, bill } = services;
    const before = await user.balanceSat();
    const externalWorld = await first.simulator();
    assert((await externalWorld.setFault({ kind: 'hold_settle', ms: 3000 })).ok);
    const connections = relay.connections();
    const event = external.request('pay_invoice', { invoice: await bill(700) });
    const answers = external.socket.subscribe({ kinds: [23_195], '#e': [event.id] });
    await external.socket.publish(event);
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
    const again = await external.ask(event);
    assert.equal(again.event.id, answer.id, 'it is the one answer, and nothing is paid again');
    assert.equal(await user.balanceSat(), before - 700 - feesSat);
  });

  test('42: one that slept was followed meanwhile, and leaves when it wakes', async () => {
    const { second, user, bill } = services;
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
      paid = await external.call('pay_invoice', { invoice: await bill(300) });
    } finally {
      process.kill(second.pid, 'SIGCONT');
    }
    await untilPasses(async () => assert.equal(relay.openCount(), open), 180_000);
    const feesSat = Number(field(paid.result, 'fees_paid')) / 1000;
    assert.equal(await user.balanceSat(), before - 300 - feesSat);
    assert.deepEqual((await external.call('get_balance')).result, {
      balance: (await user.balanceSat()) * 1000,
    });
  });
});
