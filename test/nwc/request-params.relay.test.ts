import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ApiUser } from '../support/api-user.ts';
import { field, listOf, textField } from '../support/fields.ts';
import { type Connected, startRelayWorld } from '../support/nwc/relay-world.ts';

/** What an app may ask for that cannot be, over the socket; unit tests know more of each kind. */
const world = await startRelayWorld({ after });
const { api } = world;
let ann: ApiUser;
let app: Connected;

before(async () => {
  ann = await payer();
  app = await world.connect(ann);
});

const nowSec = (): number => Math.floor(Date.now() / 1000);
const say = (text: string) => app.ask(app.request('', {}, { text }));
const external = (): string => api.node.externalInvoice().bolt11;

test('23: amounts that are none', async () => {
  const [balanceSat, sent] = [await ann.balanceSat(), api.node.sent.length];
  const tricks = ['0', '""', '-1', '1e21', '"1000"', '1.5', '[1000]', 'true', '{}'];
  const invoice = api.node.externalInvoice({ amountMsat: null }).bolt11;
  const pubkey = PAYEE;
  for (const amount of tricks) {
    const made = await say(`{"method":"make_invoice","params":{"amount":${amount}}}`);
    assert.equal(made.code, 'OTHER', `make_invoice ${amount}`);
    for (const [method, params] of [
      ['pay_invoice', { invoice }],
      ['pay_keysend', { pubkey }],
    ] as const) {
      const rest = JSON.stringify(params).slice(1, -1);
      const text = `{"method":"${method}","params":{${rest},"amount":${amount}}}`;
      assert.equal((await say(text)).code, 'PAYMENT_FAILED', `${method} ${amount}`);
    }
  }
  assert.equal(api.node.sent.length, sent);
  assert.equal(await ann.balanceSat(), balanceSat);
});

test('23: an invoice without an amount needs one, and with one takes only its own', async () => {
  const amountless = api.node.externalInvoice({ amountMsat: null }).bolt11;
  assert.equal(await pay({ invoice: amountless }), 'PAYMENT_FAILED');
  assert.equal(await pay({ invoice: amountless, amount: null }), 'PAYMENT_FAILED');
  assert.equal(await pay({ invoice: amountless, amount: 3000 }), null);
  const priced = api.node.externalInvoice({ amountMsat: 2_000_000n }).bolt11;
  assert.equal(await pay({ invoice: priced, amount: 1_999_000 }), 'PAYMENT_FAILED');
  assert.equal(await pay({ invoice: priced, amount: 2_000_000 }), null);
});

test('24: invoices in other clothes, of others, and of ourselves', async () => {
  assert.equal(await pay({ invoice: external().toUpperCase() }), null);
  assert.equal(await pay({ invoice: `lightning:${external()}` }), null);
  const mainnet = api.node.externalInvoice({ network: 'bitcoin' }).bolt11;
  assert.equal(await pay({ invoice: mainnet }), 'PAYMENT_FAILED');
  const old = api.node.externalInvoice({ timestampSec: nowSec() - 100_000 }).bolt11;
  assert.equal(await pay({ invoice: old }), 'PAYMENT_FAILED');
  assert.equal(await pay({ invoice: 'lnbc1nothing' }), 'PAYMENT_FAILED');
  const bob = await api.addUser();
  const his = await bob.invoice(500);
  const before = await ann.balanceSat();
  assert.equal(await pay({ invoice: his }), null);
  assert.equal(await ann.balanceSat(), before - 500);
  assert.equal(await pay({ invoice: his }), null, 'the end of the one payment');
  const other = await world.connect(await payer());
  const late = await other.call('pay_invoice', { invoice: his });
  assert.equal(late.code, 'PAYMENT_FAILED');
  assert.equal(await bob.balanceSat(), 500);
  const own = await ann.invoice(300);
  assert.equal(await pay({ invoice: own }), null, 'to oneself');
  assert.equal(await ann.balanceSat(), before - 500);
  // Someone else's invoice for the hash of one that was paid.
  const { preimage, bolt11 } = api.node.externalInvoice();
  assert.equal(await pay({ invoice: bolt11 }), null);
  const wrap = api.node.externalInvoice({ preimage, amountMsat: 5_000_000n }).bolt11;
  assert.equal(await pay({ invoice: wrap }), 'PAYMENT_FAILED');
});

test('25: what an invoice says and how long it lasts', async () => {
  const make = async (params: object) =>
    await app.call('make_invoice', { amount: 1000, ...params });
  const hash = 'ab'.repeat(32);
  for (const params of [
    { description_hash: null },
    { description_hash: '', description: null, expiry: null },
    { description_hash: '', description: '', expiry: 0 },
    { description: 'ä'.repeat(319) },
    { metadata: { note: 'x'.repeat(4096 - 11) } },
  ]) {
    assert.equal((await make(params)).code, null, JSON.stringify(params).slice(0, 60));
  }
  const hashed = await make({ description_hash: hash });
  assert.equal(field(hashed.result, 'description_hash'), hash);
  for (const params of [
    { description_hash: hash.slice(2) },
    { description_hash: 'x'.repeat(64) },
    { description: 'x'.repeat(640) },
    { expiry: -1 },
    { expiry: 2 ** 53 },
    { metadata: [] },
  ]) {
    assert.equal((await make(params)).code, 'OTHER', JSON.stringify(params).slice(0, 60));
  }
  const kept = await make({ metadata: { note: 'x'.repeat(4096 - 11) } });
  assert.equal(textField(field(kept.result, 'metadata'), 'note').length, 4085);
  const dropped = await make({ metadata: { note: 'x'.repeat(4097 - 11) } });
  assert.equal(dropped.code, null);
  assert.equal(field(dropped.result, 'metadata'), undefined);
});

test('26: lists of any bounds are answered, below 64 KiB', async () => {
  const rich = await world.connect(await api.addUser());
  const metadata = { note: 'x'.repeat(4000) };
  for (let count = 0; count < 20; count += 1) {
    assert.equal((await rich.call('make_invoice', { amount: 1000, metadata })).code, null);
  }
  const list = async (params: object) => {
    const { code, result, event } = await rich.call('list_transactions', params);
    assert.equal(code, null, JSON.stringify(params));
    assert.ok(JSON.stringify(event).length < 65_536);
    return listOf(field(result, 'transactions'));
  };
  const first = await list({ unpaid: true, limit: 500 });
  assert.ok(first.length > 5 && first.length < 20, 'as many as an event can hold');
  assert.equal(textField(field(first[0], 'metadata'), 'note').length, 4000);
  const hashes = new Set<string>();
  for (let offset = 0; offset < 20; ) {
    const page = await list({ unpaid: true, limit: 500, offset });
    for (const one of page) hashes.add(textField(one, 'payment_hash'));
    offset += page.length;
  }
  assert.equal(hashes.size, 20);
  assert.deepEqual(await list({}), []);
  assert.deepEqual(await list({ unpaid: true, offset: 20 }), []);
  assert.deepEqual(await list({ unpaid: true, from: nowSec(), until: nowSec() - 60 }), []);
  assert.deepEqual(await list({ offset: 2 ** 53 - 1 }), []);
  const far = await rich.call('list_transactions', { unpaid: true, offset: 10_001 });
  assert.match(errorOf(far.body).message, /pass until/);
});

const PAYEE = `02${'79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'}`;

async function pay(params: object): Promise<string | null> {
  return (await app.call('pay_invoice', params)).code;
}

async function payer(): Promise<ApiUser> {
  const user = await api.addUser();
  await user.receive(100_000);
  return user;
}

function errorOf(body: unknown): { readonly code: string; readonly message: string } {
  const error = field(body, 'error');
  return { code: textField(error, 'code'), message: textField(error, 'message') };
}
