import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type FaultySimulator, openFaultySimulator } from '../support/faulty-simulator.ts';

describe('what became of HTLCs, as the simulated nodes tell it', () => {
  let faulty: FaultySimulator;
  before(async () => {
    faulty = await openFaultySimulator();
  });
  after(() => faulty.here.close());

  const paid = async (status: number) => {
    const { bolt11, hash } = await faulty.invoiceOf('satchel');
    assert.equal((await faulty.control('/pay', { bolt11 })).status, status);
    const { json } = await faulty.here.call('satchel', `/v1/invoice/${hash}`);
    assert(Array.isArray(json['htlcs']));
    const { chan_id: chanId, htlc_index: index, state } = json['htlcs'][0];
    assert.deepEqual([json['state'], state], ['SETTLED', 'SETTLED']);
    return `/v1/htlc-resolution/${chanId}/${index}`;
  };
  const ask = async (path: string, node = 'satchel') => {
    const { status, json } = await faulty.here.call(node, path);
    return [status, json];
  };
  const balances = async () => (await faulty.here.call('satchel', '/v1/balance/channels')).json;

  it('a payment that was kept is settled', async () => {
    const path = await paid(200);
    assert.deepEqual(await ask(path), [200, { settled: true, offchain: true }]);
    assert.equal((await ask(path, 'alice'))[0], 404, 'the payee knows, nobody else');
  });

  it('taken_back: the invoice is settled, the channel gave it back, the payer has it', async () => {
    const before = await balances();
    faulty.set('taken_back');
    const path = await paid(400);
    assert.deepEqual(await ask(path), [200, { settled: false, offchain: true }]);
    assert.deepEqual(await balances(), before);
    const kept = await paid(200);
    assert.deepEqual(await ask(kept), [200, { settled: true, offchain: true }], 'one only');
  });

  it('no_resolutions: refuses in the words of an LND that keeps none', async () => {
    const path = await paid(200);
    faulty.set('no_resolutions', { count: 1 });
    const off = 'cannot lookup with flag --store-final-htlc-resolutions=false';
    assert.deepEqual(await ask(path), [503, { code: 14, message: off, details: [] }]);
    assert.equal((await ask(path))[0], 200);
  });

  it('refuses what is not known, and what is no number', async () => {
    const unknown = { code: 5, message: 'htlc unknown', details: [] };
    assert.deepEqual(await ask('/v1/htlc-resolution/1/0'), [404, unknown]);
    const [status, json] = await ask('/v1/htlc-resolution/1/x');
    assert.equal(status, 400);
    const problem =
      'type mismatch, parameter: htlc_index, error: strconv.ParseUint: parsing "x": invalid syntax';
    assert.deepEqual(json, { code: 3, message: problem, details: [] });
  });
});
