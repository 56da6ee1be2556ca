import assert from 'node:assert/strict';
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
describe("LND's wire, as the simulated nodes speak it", () => {
  let here: SimulatorHere;
  before(async () => {
    here = await startSimulatorHere();
  });
  after(() => here.close());

  const refusal = (code: number, message: string) => ({ code, message, details: [] });
  const newInvoice = async (node: string, body: object = { value: '1000' }) =>
    (await here.call(node, '/v1/invoices', body)).json;
  const send = (body: object) =>
    here.call('satchel', '/v2/router/send', { fee_limit_sat: '10', timeout_seconds: 10, ...body });

  it('lets no one in without its macaroon', async () => {
    const ask = async (headers: Record<string, string>, path = '/v1/getinfo') => {
      const response = await fetch(`${here.url('satchel')}${path}`, { headers });
      return { status: response.status, body: await response.json() };
    };
    const wrong = { 'Grpc-Metadata-macaroon': here.macaroon('alice') };
    const mismatch = 'verification failed: signature mismatch after caveat verification';
    assert.deepEqual(await ask({}), {
      status: 500,
      body: refusal(2, 'expected 1 macaroon, got 0'),
    });
    assert.deepEqual((await ask(wrong)).body, refusal(2, mismatch));
    assert.deepEqual(
      (await ask({ 'Grpc-Metadata-macaroon': 'zz' })).body,
      refusal(2, "encoding/hex: invalid byte: U+007A 'z'"),
    );
    assert.deepEqual((await ask({}, '/v1/invoices/subscribe')).body, {
      error: refusal(2, 'expected 1 macaroon, got 0'),
    });
    assert.deepEqual(await ask({}, '/v1/nothing'), { status: 404, body: refusal(5, 'Not Found') });
  });

  it('knows its paths by method, and has none of the removed calls', async () => {
    const wrong = await here.call('satchel', '/v1/getinfo', {});
    assert.equal(wrong.status, 501);
    assert.deepEqual(wrong.json, refusal(12, 'Method Not Allowed'));
    assert.equal((await here.call('satchel', '/v1/channels/transactions', {})).status, 404);
  });

  it('wraps the refusal of a stream, with the status of its code', async () => {
    const unknown = await here.call('satchel', `/v2/router/track/${base64Url('33'.repeat(32))}`);
    assert.equal(unknown.status, 404);
    assert.deepEqual(unknown.json, { error: refusal(5, "payment isn't initiated") });
    const invoice = await newInvoice('alice');
    await send({ payment_request: invoice['payment_request'] });
    const again = await send({ payment_request: invoice['payment_request'] });
    assert.equal(again.status, 409);
    assert.deepEqual(again.json, { error: refusal(6, 'invoice is already paid') });
  });

  it('wants the padding of base64 in paths and queries, in bodies not', async () => {
    const unpadded = base64Url('33'.repeat(32)).replace('=', '');
    assert.deepEqual(
      (await here.call('satchel', `/v2/router/track/${unpadded}`)).json,
      refusal(
        3,
        'type mismatch, parameter: payment_hash, error: illegal base64 data at input byte 40',
      ),
    );
    assert.deepEqual(
      (await here.call('satchel', `/v2/invoices/lookup?payment_hash=${unpadded}`)).json,
      refusal(3, 'parsing field "payment_hash": illegal base64 data at input byte 40'),
    );
    const body = { payment_hash: unpadded };
    assert.deepEqual(
      (await here.call('satchel', '/v2/invoices/cancel', body)).json,
      refusal(2, 'unable to locate invoice'),
    );
  });

  for (const [body, message] of [
    ['{"foo":1}', 'proto: (line 1:2): unknown field "foo"'],
    ['{"value":"abc"}', 'proto: (line 1:10): invalid value for int64 type: "abc"'],
    ['{"value":1.5}', 'proto: (line 1:10): invalid value for int64 type: 1.5'],
    ['{"memo":5}', 'proto: (line 1:9): invalid value for string type: 5'],
    ['{"private":"yes"}', 'proto: (line 1:12): invalid value for bool type: "yes"'],
    ['{"r_preimage":"%%%"}', 'proto: (line 1:15): invalid value for bytes type: "%%%"'],
    ['{"memo":', 'unexpected EOF'],
    ['[]', 'proto: syntax error (line 1:1): unexpected token ['],
  ] as const) {
    it(`refuses the body ${body}`, async () => {
      const answer = await here.call('alice', '/v1/invoices', body);
      assert.equal(answer.status, 400);
      assert.deepEqual(answer.json, refusal(3, message));
    });
  }

  for (const [body, message] of [
    [{ value: '1', value_msat: '1000' }, 'sat and msat arguments are mutually exclusive'],
    [{ value: '-1' }, 'amount cannot be negative'],
    [
      { value: '10000000000001' },
      'invoice amount 100000.00000001 BTC is too large, max is 100000 BTC',
    ],
    [{ r_preimage: 'AAAA' }, 'invalid preimage length of 3, want 32'],
    [{ description_hash: 'AAAA' }, 'description hash is 3 bytes, must be 32'],
    [
      { expiry: '31536001' },
      'expiry of 3.1536001e+07 seconds greater than max expiry of 3.1536e+07 seconds',
    ],
    [{ cltv_expiry: '10' }, 'CLTV delta of 10 must be greater than minimum of 24'],
    [{ memo: 'x'.repeat(1025) }, 'memo too large: 1025 bytes (maxsize=1024)'],
  ] as const) {
    it(`makes no invoice: ${message}`, async () => {
      const answer = await here.call('alice', '/v1/invoices', body);
      assert.deepEqual(answer.json, refusal(2, message));
    });
  }

  it('takes a preimage once', async () => {
    const r_preimage = base64('5a'.repeat(32));
    await newInvoice('alice', { value: '1', r_preimage });
    assert.deepEqual(
      await newInvoice('alice', { value: '1', r_preimage }),
      refusal(2, 'invoice with payment hash already exists'),
    );
  });

  it('refuses orders that contradict themselves', async () => {
    const { payment_request } = await newInvoice('alice');
    const { payment_request: open } = await newInvoice('alice', {});
    const dest = base64(here.simulator.description.nodes[3]?.pubkey ?? '');
    for (const [order, message] of [
      [{}, 'invalid vertex length of 0, want 33'],
      [{ payment_request, dest }, 'dest and payment_request cannot appear together'],
      [
        { payment_request, amt: '1000' },
        'amount must not be specified when paying a non-zero amount invoice',
      ],
      [{ payment_request: open }, 'amount must be specified when paying a zero amount invoice'],
      [{ dest, amt_msat: '1' }, 'invalid hash length of 0, want 32'],
      [
        { dest, amt_msat: '1', dest_custom_records: { 100: 'AAAA' } },
        'no custom records with types below 65536 allowed',
      ],
    ] as const) {
      assert.deepEqual((await send(order)).json, { error: refusal(2, message) });
    }
  });

  it('refuses to pay itself, and what has expired', async () => {
    const own = await newInvoice('satchel');
    const self = await send({ payment_request: own['payment_request'] });
    assert.deepEqual(self.json, { error: refusal(2, 'self-payments not allowed') });
    const brief = await newInvoice('alice', { value: '1', expiry: '1' });
    const hash = hexOfBase64(brief['r_hash']);
    await eventually('the invoice expires', async () => {
      const { json } = await here.call('alice', `/v1/invoice/${hash}`);
      return json['state'] === 'CANCELED' ? true : null;
    });
    const late = objectIn(
      (await send({ payment_request: brief['payment_request'] })).json,
      'error',
    );
    assert.match(
      String(late['message']),
      /^invoice expired\. Valid until [\d-]+ [\d:]+ \+0000 UTC$/,
    );
  });

  it('pages through invoices and payments from an offset that is left out', async () => {
    for (let made = 0; made < 5; made += 1) await newInvoice('carol');
    const indexes = async (query: string) => {
      const { json } = await here.call('carol', `/v1/invoices?${query}`);
      assert(Array.isArray(json['invoices']));
      return json['invoices'].map((invoice) => Number(invoice.add_index));
    };
    assert.deepEqual(await indexes('num_max_invoices=2'), [1, 2]);
    assert.deepEqual(await indexes('num_max_invoices=2&index_offset=2'), [3, 4]);
    assert.deepEqual(await indexes('num_max_invoices=2&reversed=true'), [4, 5]);
    assert.deepEqual(await indexes('num_max_invoices=2&reversed=true&index_offset=4'), [2, 3]);
    assert.deepEqual(await indexes('index_offset=5'), []);
  });

  it('knows announced nodes by their alias, others not', async () => {
    const [, , , alice, , carol] = here.simulator.description.nodes;
    const found = await here.call('satchel', `/v1/graph/node/${alice?.pubkey}`);
    assert.equal(objectIn(found.json, 'node')['alias'], 'alice');
    const hidden = await here.call('satchel', `/v1/graph/node/${carol?.pubkey}`);
    assert.equal(hidden.status, 404);
    assert.deepEqual(hidden.json, refusal(5, 'unable to find node'));
  });
});
