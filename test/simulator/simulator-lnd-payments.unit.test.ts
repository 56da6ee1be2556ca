import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { eventually } from '../support/eventually.ts';
import {
  base64,
  base64Url,
  hexOfBase64,
  objectIn,
  type SimulatorHere,
  startSimulatorHere,
} from '../support/simulator-here.ts';

/** Each expectation here was measured on LND 0.21.2-beta. */
describe("LND's payments, as the simulated nodes show them", () => {
  let here: SimulatorHere;
  before(async () => {
    here = await startSimulatorHere();
  });
  after(() => here.close());

  const newInvoice = async (node: string, body: object = { value: '1000' }) =>
    (await here.call(node, '/v1/invoices', body)).json;
  const send = (body: object) =>
    here.call('satchel', '/v2/router/send', { fee_limit_sat: '10', timeout_seconds: 10, ...body });

  it('shows payment and invoice with every field that LND shows', async () => {
    const invoice = await newInvoice('alice', { value_msat: '1500', memo: 'hällo' });
    const hash = hexOfBase64(invoice['r_hash']);
    const sent = await send({ payment_request: invoice['payment_request'] });
    const payment = objectIn(sent.json, 'result');
    const lines = sent.text.trim().split('\n');
    assert.equal(lines.length, 3, 'no attempt, one attempt, the end');
    assert.deepEqual(Object.keys(payment).sort(), PAYMENT_FIELDS);
    assert.deepEqual(
      [payment['status'], payment['value_msat'], payment['fee_msat'], payment['payment_hash']],
      ['SUCCEEDED', '1500', '1000', hash],
    );
    const preimage = Buffer.from(String(payment['payment_preimage']), 'hex');
    assert.equal(createHash('sha256').update(preimage).digest('hex'), hash);
    const { json } = await here.call('alice', `/v1/invoice/${hash}`);
    assert.deepEqual(Object.keys(json).sort(), INVOICE_FIELDS);
    assert.deepEqual(
      [json['state'], json['amt_paid_msat'], json['value'], json['memo']],
      ['SETTLED', '1500', '1', 'hällo'],
    );
  });

  it('sends the headers of a stream with its first message', async () => {
    const stream = here.open('bob', '/v1/invoices/subscribe');
    await here.call('bob', '/v1/getinfo');
    assert.equal(stream.status(), 0);
    await newInvoice('bob');
    await eventually('the first message', () => (stream.lines.length === 1 ? true : null));
    assert.equal(stream.status(), 200);
  });

  it('follows a payment from its state on, without the states in between when asked', async () => {
    const preimage = Buffer.alloc(32, 0x41);
    const hash = createHash('sha256').update(preimage).digest('hex');
    const held = await here.call('bob', '/v2/invoices/hodl', { hash: base64(hash), value: '5' });
    const first = here.open('satchel', '/v2/router/send', {
      payment_request: held.json['payment_request'],
      fee_limit_sat: '10',
    });
    await eventually('it is held', async () => {
      const { json } = await here.call('bob', `/v1/invoice/${hash}`);
      return json['state'] === 'ACCEPTED' ? true : null;
    });
    const path = `/v2/router/track/${base64Url(hash)}`;
    const quiet = here.open('satchel', `${path}?no_inflight_updates=true`);
    const loud = here.open('satchel', path);
    const all = here.open('satchel', '/v2/router/payments');
    await eventually('both have begun', () =>
      loud.lines.length === 1 && all.lines.length > 0 ? true : null,
    );
    assert.equal(quiet.lines.length, 0);
    const again = await send({ payment_request: held.json['payment_request'] });
    assert.deepEqual(again.json, {
      error: { code: 6, message: 'payment is in transition', details: [] },
    });
    await here.call('bob', '/v2/invoices/settle', { preimage: preimage.toString('base64') });
    await eventually('all have ended', () =>
      [first, quiet, loud].every((stream) => stream.isClosed()) ? true : null,
    );
    assert.deepEqual(statesOf(quiet.lines), ['SUCCEEDED']);
    assert.deepEqual(statesOf(loud.lines), ['IN_FLIGHT', 'SUCCEEDED']);
    assert.deepEqual(statesOf(first.lines), ['IN_FLIGHT', 'IN_FLIGHT', 'SUCCEEDED']);
    assert.equal(all.isClosed(), false);
  });

  it('gives a new try after a failure a new payment index', async () => {
    const invoice = await newInvoice('alice');
    const payment_request = invoice['payment_request'];
    const poor = objectIn((await send({ payment_request, fee_limit_sat: '0' })).json, 'result');
    assert.equal(poor['failure_reason'], 'FAILURE_REASON_NO_ROUTE');
    const rich = objectIn((await send({ payment_request })).json, 'result');
    assert.equal(rich['status'], 'SUCCEEDED');
    assert(BigInt(String(rich['payment_index'])) > BigInt(String(poor['payment_index'])));
    const newest = '/v1/payments?include_incomplete=true&max_payments=1&reversed=true';
    const { json } = await here.call('satchel', newest);
    assert.equal(json['last_index_offset'], rich['payment_index']);
  });
});

const statesOf = (lines: readonly Record<string, unknown>[]): unknown[] =>
  lines.map((line) => objectIn(line, 'result')['status']);

const PAYMENT_FIELDS = [
  'creation_date',
  'creation_time_ns',
  'failure_reason',
  'fee',
  'fee_msat',
  'fee_sat',
  'first_hop_custom_records',
  'htlcs',
  'payment_hash',
  'payment_index',
  'payment_preimage',
  'payment_request',
  'status',
  'value',
  'value_msat',
  'value_sat',
];

const INVOICE_FIELDS = [
  'add_index',
  'amp_invoice_state',
  'amt_paid',
  'amt_paid_msat',
  'amt_paid_sat',
  'blinded_path_config',
  'cltv_expiry',
  'creation_date',
  'description_hash',
  'expiry',
  'fallback_addr',
  'features',
  'htlcs',
  'is_amp',
  'is_blinded',
  'is_keysend',
  'memo',
  'payment_addr',
  'payment_request',
  'private',
  'r_hash',
  'r_preimage',
  'route_hints',
  'settle_date',
  'settle_index',
  'settled',
  'state',
  'value',
  'value_msat',
];
