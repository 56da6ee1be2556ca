import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { type IncomingMessage, request } from 'node:http';
import { after, before, describe, it } from 'node:test';
import {
  newFolder,
  type SimulatorProcess,
  startSimulatorProcess,
} from '../support/simulator-process.ts';

/**
 * A client of LND's REST interface that knows nothing of Satchel: written from LND's own API
 * documentation (lightning.engineering/api-docs, section "REST") and its examples, on Node's bare
 * HTTP client. It must work against a simulated node as it does against LND.
 */
interface LndClient {
  get(path: string): Promise<Record<string, unknown>>;
  post(path: string, body: object): Promise<Record<string, unknown>>;
  /** The documentation's streaming calls: `{"result": …}`, one line for each message. */
  stream(
    method: 'GET' | 'POST',
    path: string,
    body?: object,
  ): AsyncIterable<Record<string, unknown>>;
}

function lndClient(address: string, macaroonHex: string): LndClient {
  const open = (method: string, path: string, body?: object): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const call = request(new URL(path, address), {
        method,
        headers: { 'Grpc-Metadata-macaroon': macaroonHex },
        agent: false,
      });
      call.on('response', resolve).on('error', reject);
      call.end(body === undefined ? undefined : JSON.stringify(body));
    });
  const unary = async (method: string, path: string, body?: object) => {
    let text = '';
    for await (const chunk of await open(method, path, body)) text += String(chunk);
    return fields(JSON.parse(text));
  };
  return {
    get: (path) => unary('GET', path),
    post: (path, body) => unary('POST', path, body),
    async *stream(method, path, body) {
      let rest = '';
      for await (const chunk of await open(method, path, body)) {
        const lines = `${rest}${chunk}`.split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) yield fields(JSON.parse(line));
      }
    },
  };
}

describe("a client of LND's, written from its documentation", () => {
  const folder = newFolder();
  let simulator: SimulatorProcess;
  let lnd: LndClient;
  let other: LndClient;
  before(async () => {
    simulator = await startSimulatorProcess(folder.dir);
    const [satchel, , , alice] = simulator.network.nodes;
    assert(satchel && alice);
    lnd = lndClient(satchel.restUrl, satchel.macaroonHex);
    other = lndClient(alice.restUrl, alice.macaroonHex);
  });
  after(async () => {
    await simulator.end('SIGTERM');
    folder.remove();
  });

  it('gets information', async () => {
    const info = await lnd.get('/v1/getinfo');
    assert.match(text(info['identity_pubkey']), /^0[23][0-9a-f]{64}$/);
    assert.match(text(info['version']), /^0\.2\d/);
    assert.deepEqual(info['chains'], [{ chain: 'bitcoin', network: 'regtest' }]);
    assert.equal(info['synced_to_chain'], true);
    assert(Number(info['num_active_channels']) > 0);
    const balance = fields((await lnd.get('/v1/balance/channels'))['local_balance']);
    assert(BigInt(text(balance['msat'])) / 1000n === BigInt(text(balance['sat'])));
  });

  it('makes an invoice and decodes it', async () => {
    const preimage = randomBytes(32);
    const added = await lnd.post('/v1/invoices', {
      memo: 'two coffees',
      r_preimage: preimage.toString('base64'),
      value: '4200',
      expiry: '900',
    });
    const hash = createHash('sha256').update(preimage).digest();
    assert.equal(added['r_hash'], hash.toString('base64'));
    const decoded = await other.get(`/v1/payreq/${text(added['payment_request'])}`);
    assert.deepEqual(
      [decoded['num_satoshis'], decoded['description'], decoded['expiry']],
      ['4200', 'two coffees', '900'],
    );
    assert.equal(decoded['payment_hash'], hash.toString('hex'));
    const found = await lnd.get(`/v1/invoice/${hash.toString('hex')}`);
    assert.equal(found['state'], 'OPEN');
  });

  it('pays, and follows the payment', async () => {
    const added = await other.post('/v1/invoices', { value: '1000' });
    const updates = await all(
      lnd.stream('POST', '/v2/router/send', {
        payment_request: added['payment_request'],
        timeout_seconds: 60,
        fee_limit_sat: '100',
      }),
    );
    const payments = updates.map((update) => fields(update['result']));
    assert.deepEqual(
      payments.map((payment) => payment['status']),
      ['IN_FLIGHT', 'IN_FLIGHT', 'SUCCEEDED'],
    );
    const last = payments.at(-1);
    assert(last);
    const hash = createHash('sha256')
      .update(Buffer.from(text(last['payment_preimage']), 'hex'))
      .digest();
    assert.equal(hash.toString('base64'), added['r_hash']);

    const urlSafe = hash.toString('base64').replaceAll('+', '-').replaceAll('/', '_');
    const [tracked, ...more] = await all(lnd.stream('GET', `/v2/router/track/${urlSafe}`));
    assert.deepEqual(more, []);
    assert.deepEqual(fields(tracked?.['result']), last);
    const listed = await lnd.get('/v1/payments?reversed=true&max_payments=1');
    assert.deepEqual(listed['payments'], [last]);
  });

  it('is told why a payment is not made', async () => {
    const added = await other.post('/v1/invoices', { value: '1000' });
    const order = { payment_request: added['payment_request'], timeout_seconds: 60 };
    // No fee limit means no fee: the way to this node costs some.
    const [poor] = await all(
      lnd.stream('POST', '/v2/router/send', { ...order, no_inflight_updates: true }),
    );
    assert.equal(fields(poor?.['result'])['failure_reason'], 'FAILURE_REASON_NO_ROUTE');
    const [twice] = await all(
      lnd.stream('POST', '/v2/router/send', { ...order, amt: '1000', fee_limit_sat: '10' }),
    );
    assert.equal(
      fields(twice?.['error'])['message'],
      'amount must not be specified when paying a non-zero amount invoice',
    );
  });

  it('streams invoices as they are added and settled', async () => {
    const invoices = lnd.stream('GET', '/v1/invoices/subscribe')[Symbol.asyncIterator]();
    const first = invoices.next();
    const added = await lnd.post('/v1/invoices', { value: '250', memo: 'streamed' });
    await all(
      other.stream('POST', '/v2/router/send', {
        payment_request: added['payment_request'],
        fee_limit_sat: '10',
        timeout_seconds: 60,
      }),
    );
    const told = [await first, await invoices.next()].map(({ value }) => fields(value.result));
    assert.deepEqual(
      told.map(({ memo, state, amt_paid_sat }) => [memo, state, amt_paid_sat]),
      [
        ['streamed', 'OPEN', '0'],
        ['streamed', 'SETTLED', '250'],
      ],
    );
    await invoices.return?.();
  });

  it('sends a keysend with a message of its own', async () => {
    const { identity_pubkey: pubkey } = await other.get('/v1/getinfo');
    const preimage = randomBytes(32);
    const hash = createHash('sha256').update(preimage).digest();
    const [update] = await all(
      lnd.stream('POST', '/v2/router/send', {
        dest: Buffer.from(text(pubkey), 'hex').toString('base64'),
        amt: '21',
        payment_hash: hash.toString('base64'),
        dest_custom_records: {
          '5482373484': preimage.toString('base64'),
          '34349334': Buffer.from('hello there').toString('base64'),
        },
        fee_limit_sat: '10',
        timeout_seconds: 60,
        no_inflight_updates: true,
      }),
    );
    assert.equal(fields(update?.['result'])['status'], 'SUCCEEDED');
    const received = await other.get(`/v1/invoice/${hash.toString('hex')}`);
    assert.deepEqual([received['is_keysend'], received['amt_paid_sat']], [true, '21']);
    assert(Array.isArray(received['htlcs']));
    const records = fields(fields(received['htlcs'][0])['custom_records']);
    assert.equal(Buffer.from(text(records['34349334']), 'base64').toString(), 'hello there');
  });
});

async function all<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of stream) items.push(item);
  return items;
}

function fields(value: unknown): Record<string, unknown> {
  assert(typeof value === 'object' && value !== null && !Array.isArray(value), String(value));
  return { ...value };
}

function text(value: unknown): string {
  assert(typeof value === 'string');
  return value;
}
