import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { NWC_METHODS } from '../../src/apps/nwc-keys/method.ts';
import { lockdownBenchAt } from '../support/lockdown-bench.ts';
import { startRelayWorld } from '../support/nwc/relay-world.ts';

/** What apps hear over Nostr Wallet Connect during a lockdown. */

const world = await startRelayWorld({ after });
const { api } = world;
const { press, lift } = lockdownBenchAt({ after }, api.serviceUrl);

test('every method is refused without effect, and works again afterwards', async () => {
  const ann = await api.addUser();
  await ann.receive(10_000);
  const app = await world.connect(ann);
  const params = () => ({ invoice: api.node.externalInvoice().bolt11 });
  await press();
  for (const method of NWC_METHODS) {
    const answer = await app.ask(app.request(method, params()));
    assert.equal(answer.code, 'RESTRICTED', method);
  }
  assert.equal(api.node.sent.length, 0);
  assert.equal(await world.countRows(), NWC_METHODS.length);
  await lift();
  assert.equal((await app.ask(app.request('get_balance', {}))).code, null);
  assert.equal((await app.ask(app.request('pay_invoice', params()))).code, null);
});
