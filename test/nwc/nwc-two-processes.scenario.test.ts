import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { textField } from '../support/fields.ts';
import { type RelayApp, untilSent } from '../support/nwc/relay-app.ts';
import { openTwoServices, type TwoServices } from '../support/nwc/two-services.ts';
import { field, untilPasses } from '../support/wallet-user.ts';

/** Two services behind a load balancer, and apps at both. */
describe('requests of apps at two processes', () => {
  const cleanups: (() => unknown)[] = [];
  const cleanup = { after: (end: () => unknown) => void cleanups.push(end) };
  let services: TwoServices;
  let here: RelayApp;
  let there: RelayApp;

  before(async () => {
    services = await openTwoServices(cleanup);
    here = services.app;
    there = await here.at(services.relays.second);
  });
  after(async () => {
    for (const end of cleanups.reverse()) await end();
  });

  test('3: one event 100 times at once, on three sockets: one payment, one answer', async () => {
    const { user, bill, relays } = services;
    const before = await user.balanceSat();
    const event = here.request('pay_invoice', { invoice: await bill(1000) });
    const third = await here.at(relays.first);
    const sockets = [here, there, third].map(({ socket }) => ({
      socket,
      answers: socket.subscribe({ kinds: [23_195], '#e': [event.id] }),
    }));
    for (let count = 0; count < 100; count += 1) {
      sockets[count % 3]?.socket.send(['EVENT', event]);
    }
    for (const { answers } of sockets) await answers.next();
    await untilPasses(async () => {
      const said = sockets.flatMap(({ socket }) => socket.heard);
      const taken = said.filter(
        ([name, id, isTaken]) => name === 'OK' && id === event.id && isTaken,
      );
      assert.equal(taken.length, 100);
    });
    const ids = new Set(sockets.flatMap(({ answers }) => answers.events().map(({ id }) => id)));
    assert.equal(ids.size, 1);
    const [answer] = sockets[0]?.answers.events() ?? [];
    assert(answer !== undefined);
    const result = field(here.read(answer), 'result');
    const feesSat = Number(field(result, 'fees_paid')) / 1000;
    assert.equal(await user.balanceSat(), before - 1000 - feesSat);
  });

  test('an answer reaches those who listen at the other process', async () => {
    const byId = here.request('get_balance');
    const answers = there.socket.subscribe({ kinds: [23_195], '#e': [byId.id] });
    await answers.opened();
    await here.socket.publish(byId);
    assert.equal(field(here.read(await answers.next()), 'error'), undefined);
    const all = there.socket.subscribe({ kinds: [23_195], authors: [here.walletPubkey], limit: 0 });
    await all.opened();
    const asked = await here.call('get_info');
    await untilPasses(async () => {
      assert.ok(all.events().some(({ id }) => id === asked.event.id));
    });
    assert.equal(all.events().filter(({ id }) => id === asked.event.id).length, 1, 'once');
  });

  test('4: what a killed process was running is taken up by the other one', async () => {
    const { first, second, user, bill, relays } = services;
    const before = await user.balanceSat();
    const simulator = await first.simulator();
    assert((await simulator.setFault({ kind: 'hold_settle', ms: 2000 })).ok);
    const event = there.request('pay_invoice', { invoice: await bill(700) });
    const answers = here.socket.subscribe({ kinds: [23_195], '#e': [event.id] });
    await there.socket.publish(event);
    await untilSent(first);
    await second.end('SIGKILL');
    const result = field(here.read(await answers.next()), 'result');
    assert.match(textField(result, 'preimage'), /^[0-9a-f]{64}$/);
    const feesSat = Number(field(result, 'fees_paid')) / 1000;
    assert.equal(await user.balanceSat(), before - 700 - feesSat);
    await second.start();
    const again = await here.at(relays.second);
    assert.equal((await again.ask(event)).event.id, (await answers.next()).id);
  });
});
