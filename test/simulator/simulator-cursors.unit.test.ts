import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, beforeEach, describe, it } from 'node:test';
import { payFromExternalNode } from '../../src/simulator/external-payer.ts';
import { eventually } from '../support/eventually.ts';
import {
  hexOfBase64,
  type OpenLines,
  objectIn,
  type SimulatorHere,
  startSimulatorHere,
} from '../support/simulator-here.ts';

const SUBSCRIBE = '/v1/invoices/subscribe';

/** The rules of SubscribeInvoices, each measured on LND 0.21.2-beta. */
describe("cursors of a simulated node's invoice stream", () => {
  let here: SimulatorHere | null = null;
  const current = (): SimulatorHere => {
    assert(here !== null);
    return here;
  };
  beforeEach(async () => {
    await here?.close();
    here = await startSimulatorHere();
  });
  after(() => here?.close());

  const add = async (): Promise<string> => {
    const { json } = await current().call('satchel', '/v1/invoices', { value: '1000' });
    return String(json['payment_request']);
  };
  const settle = async (): Promise<void> => {
    const order = { bolt11: await add(), amountMsat: 0n, from: null };
    assert((await payFromExternalNode(current().simulator.network, order)).ok);
  };
  const cancelled = async (): Promise<void> => {
    const { json } = await current().call('satchel', '/v1/invoices', { value: '1000' });
    const payment_hash = json['r_hash'];
    await current().call('satchel', '/v2/invoices/cancel', { payment_hash });
  };

  it('replays nothing from 0, and tells what comes from then on', async () => {
    await settle();
    const stream = current().open('satchel', SUBSCRIBE);
    await taken(current());
    await settle();
    await eventually('two events', () => (stream.lines.length >= 2 ? true : null));
    assert.deepEqual(eventsOf(stream), ['added 2', 'settled 2']);
  });

  it('replays what came after the settle index, so never what has index 1', async () => {
    for (let count = 0; count < 3; count += 1) await settle();
    const stream = current().open('satchel', `${SUBSCRIBE}?settle_index=1`);
    await eventually('two events', () => (stream.lines.length >= 2 ? true : null));
    assert.deepEqual(eventsOf(stream), ['settled 2', 'settled 3']);
  });

  it('shows added invoices as they are now, and cancelled ones not at all', async () => {
    await add();
    await add();
    await settle();
    await cancelled();
    await add();
    const stream = current().open('satchel', `${SUBSCRIBE}?add_index=1`);
    await eventually('three events', () => (stream.lines.length >= 3 ? true : null));
    assert.deepEqual(eventsOf(stream), ['added 2', 'settled 1', 'added 5']);
  });

  it('tells a settled invoice twice when both indexes ask for it', async () => {
    await add();
    await settle();
    await settle();
    const stream = current().open('satchel', `${SUBSCRIBE}?add_index=1&settle_index=1`);
    await eventually('three events', () => (stream.lines.length >= 3 ? true : null));
    assert.deepEqual(eventsOf(stream), ['settled 1', 'settled 2', 'settled 2']);
  });

  it('gives added invoices a settle index of 0', async () => {
    await settle();
    const stream = current().open('satchel', SUBSCRIBE);
    await taken(current());
    await add();
    await eventually('an event', () => (stream.lines.length >= 1 ? true : null));
    const [line] = stream.lines;
    assert(line);
    assert.equal(objectIn(line, 'result')['settle_index'], '0');
  });

  it('holds events back that are not after the settle index it was given', async () => {
    const stream = current().open('satchel', `${SUBSCRIBE}?settle_index=999`);
    await taken(current());
    await settle();
    await add();
    await eventually('two events', () => (stream.lines.length >= 2 ? true : null));
    assert.deepEqual(eventsOf(stream), ['added 1', 'added 2']);
  });

  it('does not tell of held payments until they settle', async () => {
    const preimage = Buffer.alloc(32, 6);
    const { json } = await current().call('satchel', '/v2/invoices/hodl', {
      hash: sha256Base64(preimage),
      value: '10',
    });
    const stream = current().open('satchel', SUBSCRIBE);
    await taken(current());
    const bolt11 = String(json['payment_request']);
    const paid = payFromExternalNode(current().simulator.network, {
      bolt11,
      amountMsat: 0n,
      from: null,
    });
    await add();
    await eventually('an event', () => (stream.lines.length >= 1 ? true : null));
    assert.deepEqual(eventsOf(stream), ['added 2']);
    await current().call('satchel', '/v2/invoices/settle', {
      preimage: preimage.toString('base64'),
    });
    assert((await paid).ok);
    await eventually('a second event', () => (stream.lines.length >= 2 ? true : null));
    assert.deepEqual(eventsOf(stream), ['added 2', 'settled 1']);
  });

  it('tells a keysend as added and settled, with its records and that of LND', async () => {
    const stream = current().open('satchel', SUBSCRIBE);
    await taken(current());
    await keysend(current(), { 696969: 'somebody' });
    await eventually('two events', () => (stream.lines.length >= 2 ? true : null));
    assert.deepEqual(eventsOf(stream), ['added 1', 'settled 1']);
    const last = stream.lines[1];
    assert(last);
    const invoice = objectIn(last, 'result');
    assert.deepEqual([invoice['is_keysend'], invoice['payment_request']], [true, '']);
    assert(Array.isArray(invoice['htlcs']));
    const records = objectIn({ ...invoice['htlcs'][0] }, 'custom_records');
    assert.deepEqual(Object.keys(records).sort(), ['106823', '5482373484', '696969']);
    assert.equal(records['106823'], 'AA==');
    assert.equal(Buffer.from(String(records['696969']), 'base64').toString(), 'somebody');
  });

  it('tells each AMP set by itself, its settle index beside the set', async () => {
    const { simulator } = current();
    const made = await current().call('satchel', '/v1/invoices', { is_amp: true, value: '3' });
    const bolt11 = String(made.json['payment_request']);
    const stream = current().open('satchel', SUBSCRIBE);
    await taken(current());
    for (let count = 0; count < 2; count += 1) {
      const paid = await payFromExternalNode(simulator.network, {
        bolt11,
        amountMsat: 0n,
        from: null,
      });
      assert(paid.ok);
    }
    await eventually('two events', () => (stream.lines.length >= 2 ? true : null));
    const invoices = stream.lines.map((line) => objectIn(line, 'result'));
    assert.deepEqual(
      invoices.map(({ state, settle_index, amt_paid_msat, is_amp }) => [
        state,
        settle_index,
        amt_paid_msat,
        is_amp,
      ]),
      [
        ['SETTLED', '0', '3000', true],
        ['SETTLED', '0', '6000', true],
      ],
    );
    const sets = invoices.flatMap((invoice) =>
      Object.values(objectIn(invoice, 'amp_invoice_state')),
    );
    assert.deepEqual(
      sets.map((set) => objectIn({ set }, 'set')['settle_index']),
      ['1', '2'],
    );
    const hash = hexOfBase64(made.json['r_hash']);
    const { json } = await current().call('satchel', `/v1/invoice/${hash}`);
    assert.equal(Object.keys(objectIn(json, 'amp_invoice_state')).length, 2);
  });
});

/** Until the node has taken the subscription: its headers come only later. */
async function taken({ simulator }: SimulatorHere): Promise<void> {
  await eventually('the stream is open', () =>
    simulator.network.openStreams.size > 0 ? true : null,
  );
}

async function keysend(here: SimulatorHere, records: Record<string, string>): Promise<void> {
  const { controlUrl, controlToken, nodes } = here.simulator.description;
  const response = await fetch(`${controlUrl}/keysend`, {
    method: 'POST',
    headers: { authorization: `Bearer ${controlToken}`, connection: 'close' },
    body: JSON.stringify({ to: nodes[0]?.pubkey, amount_sat: 10, records }),
  });
  assert.equal(response.status, 200, await response.text());
}

function sha256Base64(preimage: Uint8Array): string {
  return createHash('sha256').update(preimage).digest('base64');
}

const eventsOf = (stream: OpenLines): string[] =>
  stream.lines.map((line) => {
    const { state, add_index: added, settle_index: settledAt } = objectIn(line, 'result');
    return state === 'SETTLED' ? `settled ${settledAt}` : `added ${added}`;
  });
