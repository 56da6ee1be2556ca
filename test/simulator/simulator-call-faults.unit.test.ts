import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { eventually } from '../support/eventually.ts';
import { type FaultySimulator, openFaultySimulator } from '../support/faulty-simulator.ts';
import { objectIn } from '../support/simulator-here.ts';

describe('faults of calls to a simulated node', () => {
  let faulty: FaultySimulator;
  before(async () => {
    faulty = await openFaultySimulator();
  });
  afterEach(() => faulty.here.simulator.network.faults.clear(null));
  after(() => faulty.here.close());

  it('silent: payment calls are never answered, nor done; other calls are', async () => {
    faulty.set('silent');
    const { bolt11, hash } = await faulty.invoiceOf('alice');
    const stream = faulty.here.open('satchel', '/v2/router/send', { payment_request: bolt11 });
    assert.equal((await faulty.here.call('satchel', '/v1/getinfo')).status, 200);
    faulty.here.simulator.network.faults.clear('silent');
    assert.equal((await faulty.track(hash)).status, 404);
    assert.equal(stream.status(), 0);
    stream.close();
  });

  it('frozen: calls are done when the node thaws, though no one waits any more', async () => {
    faulty.set('frozen');
    const { bolt11, hash } = await faulty.invoiceOf('alice');
    const body = { payment_request: bolt11, fee_limit_sat: '100' };
    const stream = faulty.here.open('satchel', '/v2/router/send', body);
    await faulty.here.call('satchel', '/v1/getinfo');
    stream.close();
    await eventually('it has hung up', () => (stream.isClosed() ? true : null));
    faulty.here.simulator.network.faults.clear(null);
    await eventually('the payment was made', async () =>
      (await faulty.track(hash)).status === 200 ? true : null,
    );
  });

  it('slow, alias_slow: the answer takes its time', async () => {
    for (const [kind, path] of [
      ['slow', '/v1/getinfo'],
      ['alias_slow', `/v1/graph/node/${faulty.here.simulator.description.nodes[1]?.pubkey}`],
    ] as const) {
      faulty.set(kind, { ms: 150, count: 1 });
      const begun = performance.now();
      assert.equal((await faulty.here.call('satchel', path)).status, 200);
      assert(performance.now() - begun >= 149);
    }
  });

  it('drop_unrecorded: the connection ends, the node knows nothing', async () => {
    faulty.set('drop_unrecorded');
    const { bolt11, hash } = await faulty.invoiceOf('alice');
    await assert.rejects(faulty.send(bolt11));
    assert.equal((await faulty.track(hash)).status, 404);
  });

  it('drop_recorded: the connection ends, the payment was made', async () => {
    faulty.set('drop_recorded');
    const { bolt11, hash } = await faulty.invoiceOf('alice');
    await assert.rejects(faulty.send(bolt11));
    assert.equal(objectIn((await faulty.track(hash)).json, 'result')['status'], 'SUCCEEDED');
  });

  it('drop_recorded strikes other calls by name', async () => {
    faulty.set('drop_recorded', { calls: ['AddInvoice'] });
    const r_preimage = Buffer.alloc(32, 0x77).toString('base64');
    await assert.rejects(faulty.invoiceOf('satchel', { value: '1', r_preimage }));
    const again = await faulty.here.call('satchel', '/v1/invoices', { value: '1', r_preimage });
    assert.equal(again.json['message'], 'invoice with payment hash already exists');
  });

  it('silent_recorded: the payment was made, and its stream stays open without a word', async () => {
    faulty.set('silent_recorded');
    const { bolt11, hash } = await faulty.invoiceOf('alice');
    const body = { payment_request: bolt11, fee_limit_sat: '100' };
    const stream = faulty.here.open('satchel', '/v2/router/send', body);
    await eventually('the payment was made', async () =>
      (await faulty.track(hash)).status === 200 ? true : null,
    );
    assert.equal(objectIn((await faulty.track(hash)).json, 'result')['status'], 'SUCCEEDED');
    assert.equal(stream.status(), 0);
    assert(!stream.isClosed());
    stream.close();
  });

  it('crash_unrecorded, crash_recorded, crash: the process dies', async () => {
    faulty.set('crash_unrecorded');
    const first = await faulty.invoiceOf('alice');
    const crashes = faulty.here.crashCount();
    await faulty.send(first.bolt11);
    assert.equal(faulty.here.crashCount(), crashes + 1);
    faulty.set('crash_recorded');
    const { bolt11, hash } = await faulty.invoiceOf('alice');
    const stream = faulty.here.open('satchel', '/v2/router/send', { payment_request: bolt11 });
    await eventually('it dies', () => (faulty.here.crashCount() > crashes + 1 ? true : null));
    assert.equal((await faulty.track(hash)).status, 200, 'the payment was written down before');
    stream.close();
    const before = faulty.here.crashCount();
    await faulty.act('crash');
    assert.equal(faulty.here.crashCount(), before + 1);
  });

  it('half_answer: the connection ends in the middle of a line', async () => {
    faulty.set('half_answer', { calls: ['GetInfo'] });
    await assert.rejects(faulty.here.call('satchel', '/v1/getinfo'));
    assert.equal((await faulty.here.call('satchel', '/v1/getinfo')).status, 200);
  });

  it('wrong_types: the fields are there, their types are not', async () => {
    faulty.set('wrong_types');
    const { bolt11 } = await faulty.invoiceOf('alice');
    const payment = objectIn((await faulty.send(bolt11)).json, 'result');
    assert.equal(typeof payment['status'], 'number');
    assert.equal(typeof payment['payment_hash'], 'number');
  });

  for (const [kind, words] of [
    ['starting', /starting up/],
    ['locked', /wallet locked/],
    ['no_permission', /^permission denied$/],
  ] as const) {
    it(`${kind}: refused with code 2`, async () => {
      faulty.set(kind);
      const { bolt11 } = await faulty.invoiceOf('alice');
      const unary = await faulty.here.call('satchel', '/v1/getinfo');
      assert.deepEqual([unary.status, unary.json['code']], [500, 2]);
      assert.match(String(unary.json['message']), words);
      const stream = await faulty.send(bolt11);
      assert.equal(objectIn(stream.json, 'error')['code'], 2);
    });
  }

  it('not_synced: says so', async () => {
    faulty.set('not_synced');
    const { json } = await faulty.here.call('satchel', '/v1/getinfo');
    assert.equal(json['synced_to_chain'], false);
  });

  it('alias_missing: no other node is known', async () => {
    faulty.set('alias_missing');
    const path = `/v1/graph/node/${faulty.here.simulator.description.nodes[1]?.pubkey}`;
    assert.equal((await faulty.here.call('satchel', path)).status, 404);
  });
});
