import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, afterEach, before, describe, it } from 'node:test';
import {
  FAULT_KINDS,
  FAULT_NAMES,
  type FaultName,
} from '../../src/lightning/simulator-protocol/fault-protocol.ts';
import { eventually } from '../support/eventually.ts';
import { type FaultySimulator, openFaultySimulator } from '../support/faulty-simulator.ts';
import { hexOfBase64, objectIn } from '../support/simulator-here.ts';

describe('faults of simulated streams and nodes', () => {
  let faulty: FaultySimulator;
  before(async () => {
    faulty = await openFaultySimulator();
  });
  afterEach(() => faulty.here.simulator.network.faults.clear(null));
  after(() => faulty.here.close());

  it('settle_first: the invoice is settled before its maker hears of it', async () => {
    faulty.set('settle_first', { ms: 100 });
    const stream = faulty.here.open('satchel', SUBSCRIBE);
    await eventually('the stream is open', () => faulty.streamIsOpen());
    let answered = false;
    const made = faulty.invoiceOf('satchel').then((invoice) => {
      answered = true;
      return invoice;
    });
    await eventually('the settlement', () => (stream.lines.length === 2 ? true : null));
    assert.equal(answered, false);
    const { hash } = await made;
    assert.equal(hashOf(stream.lines[1]), hash);
    stream.close();
  });

  it('duplicate_events, lost_events, out_of_order: the stream misbehaves', async () => {
    const stream = faulty.here.open('satchel', SUBSCRIBE);
    await eventually('the stream is open', () => faulty.streamIsOpen());
    const pay = async () => {
      const own = await faulty.invoiceOf('satchel');
      assert.equal((await faulty.control('/pay', { bolt11: own.bolt11 })).status, 200);
      return own.hash;
    };
    const settlements = (): unknown[] =>
      stream.lines
        .map((line) => objectIn(line, 'result'))
        .filter((invoice) => invoice['state'] === 'SETTLED')
        .map((invoice) => hexOfBase64(invoice['r_hash']));
    faulty.set('duplicate_events', { count: 1 });
    const twice = await pay();
    await eventually('both', () => (settlements().length === 2 ? true : null));
    assert.deepEqual(settlements(), [twice, twice]);
    faulty.set('lost_events', { count: 1 });
    await pay();
    faulty.set('out_of_order', { ms: 60_000 });
    const second = await pay();
    const first = await pay();
    await eventually('both again', () => (settlements().length === 4 ? true : null));
    assert.deepEqual(settlements(), [twice, twice, first, second]);
    stream.close();
  });

  it('stale_replay: a new stream begins with old settlements, newest first', async () => {
    faulty.set('stale_replay');
    const stream = faulty.here.open('satchel', SUBSCRIBE);
    await eventually('three events', () => (stream.lines.length === 3 ? true : null));
    const indexes = stream.lines.map((line) => Number(objectIn(line, 'result')['settle_index']));
    assert.deepEqual(
      indexes,
      indexes.toSorted((a, b) => b - a),
    );
    stream.close();
  });

  it('stream_cut: open streams end, new ones work', async () => {
    const stream = faulty.here.open('satchel', SUBSCRIBE);
    await eventually('the stream is open', () => faulty.streamIsOpen());
    assert.deepEqual((await faulty.act('stream_cut')).json, { cut: 1 });
    await eventually('it ends', () => (stream.isClosed() ? true : null));
  });

  it('node_down: no one listens, until it is over; the address stays', async () => {
    faulty.set('node_down', { forMs: 200 });
    await eventually('nobody listens', async () =>
      (await faulty.here.call('satchel', '/v1/getinfo').catch(() => null)) === null ? true : null,
    );
    assert.equal((await faulty.here.call('alice', '/v1/getinfo')).status, 200);
    await eventually('it is back', async () =>
      faulty.here.call('satchel', '/v1/getinfo').catch(() => null),
    );
  });

  it('keysends that no ordinary wallet sends arrive as they were sent', async () => {
    const recordsOf = async () => {
      const { htlcs } = await faulty.newestInvoice('satchel');
      assert(Array.isArray(htlcs));
      return objectIn(objectIn({ htlc: htlcs[0] }, 'htlc'), 'custom_records');
    };
    const sent = async (kind: FaultName) => {
      assert.equal((await faulty.act(kind, { account: 'me' })).status, 200, kind);
      return await recordsOf();
    };
    const textOf = (value: unknown): string => Buffer.from(String(value), 'base64').toString();
    assert.equal((await sent('keysend_no_account'))['696969'], undefined);
    assert.notEqual(textOf((await sent('keysend_unknown_account'))['696969']), 'me');
    const bad = textOf((await sent('keysend_bad_json'))['7629169']);
    assert.throws(() => JSON.parse(bad));
    assert.notEqual((await sent('keysend_even_type'))['818818'], undefined);
    assert(textOf((await sent('keysend_oversize'))['34349347']).length >= 700);
    assert(textOf((await sent('keysend_nul'))['34349334']).includes('\u0000'));
    await sent('keysend_sub_sat');
    assert.equal((await faulty.newestInvoice('satchel'))['amt_paid_msat'], '999');
  });

  it('amp: a settled invoice without hash, text or preimage', async () => {
    assert.equal((await faulty.act('amp')).status, 200);
    const invoice = await faulty.newestInvoice('satchel');
    assert.deepEqual(
      [invoice['is_amp'], invoice['r_hash'], invoice['payment_request'], invoice['r_preimage']],
      [true, '', '', ''],
    );
    assert.deepEqual([invoice['state'], invoice['amt_paid_msat']], ['SETTLED', '5000000']);
  });

  it('new_identity: the node comes back as a stranger', async () => {
    const before = (await faulty.here.call('bob', '/v1/getinfo')).json['identity_pubkey'];
    const { json } = await faulty.act('new_identity', { node: 'bob' });
    const info = await faulty.here.call('bob', '/v1/getinfo');
    assert.notEqual(info.json['identity_pubkey'], before);
    assert.deepEqual(json, { pubkey: info.json['identity_pubkey'] });
    const { bolt11 } = await faulty.invoiceOf('bob');
    assert.equal(objectIn((await faulty.send(bolt11)).json, 'result')['status'], 'SUCCEEDED');
  });

  it('is listed and cleared over the control interface, and refused when unknown', async () => {
    await faulty.control('/faults', { kind: 'slow', ms: 1, for_ms: 60_000, calls: ['GetInfo'] });
    const { faults } = faulty.here.simulator.network;
    assert.deepEqual(
      faults.list().map(({ kind, ms, calls }) => ({ kind, ms, calls })),
      [{ kind: 'slow', ms: 1, calls: ['GetInfo'] }],
    );
    assert.equal(faults.clear('silent'), 0);
    assert.equal(faults.clear('slow'), 1);
    for (const body of [
      { kind: 'slower' },
      { kind: 'slow', node: 'eve' },
      { kind: 'slow', ms: -1 },
    ]) {
      assert.equal((await faulty.control('/faults', body)).status, 400);
    }
  });

  it('has a sentence and a test for each kind', () => {
    const folder = new URL('.', import.meta.url);
    const tests = readdirSync(folder)
      .filter((name) => /^simulator-.*faults\.unit\.test\.ts$/.test(name))
      .map((name) => readFileSync(new URL(name, folder), 'utf8'))
      .join('\n');
    for (const name of FAULT_NAMES) {
      assert(FAULT_KINDS[name].description.length > 10, name);
      assert(tests.includes(`'${name}'`), `${name} has a test`);
    }
  });
});

const SUBSCRIBE = '/v1/invoices/subscribe';

const hashOf = (line: Record<string, unknown> | undefined): string => {
  assert(line !== undefined);
  return hexOfBase64(objectIn(line, 'result')['r_hash']);
};
