import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { field, textField } from '../support/fields.ts';
import { startWalletApi } from '../support/wallet-api.ts';
import blindedVectors from '../vectors/bolt11-blinded.json' with { type: 'json' };

const api = await startWalletApi({ after });
const decode = (text: string) => api.call('GET', `/decode/bolt11/${text}`);

test('anyone may decode any invoice', async () => {
  const { bolt11, paymentHash } = api.node.externalInvoice({
    amountMsat: 1_500_500n,
    memo: 'Grüße',
    timestampSec: 1_700_000_000,
  });
  const { status, body } = await decode(bolt11);
  assert.equal(status, 200);
  assert.deepEqual(body, {
    currency: 'bcrt',
    created_at: 1_700_000_000,
    expiry: 3600,
    payee: textField(body, 'payee'),
    msatoshi: 1_500_500,
    description: 'Grüße',
    payment_hash: paymentHash,
    min_final_cltv_expiry: 80,
    routes: [],
    amount: 1501,
    payee_alias: '',
    route_hint_aliases: [],
  });
  assert.match(textField(body, 'payee'), /^0[23][0-9a-f]{64}$/);
});

test('with blinded paths, and of the old kind that is never paid', async () => {
  for (const secretless of ['blinded', 'old'] as const) {
    const { bolt11, paymentHash } = api.node.externalInvoice({ secretless, amountMsat: 1_500n });
    const { status, body } = await decode(bolt11);
    assert.equal(status, 200, secretless);
    assert.deepEqual([field(body, 'payment_hash'), field(body, 'msatoshi')], [paymentHash, 1500]);
  }
  // What `lncli addinvoice --blind` makes, and the first example of BOLT 11 in its older form.
  const blinded = await decode(blindedVectors.lnd_mainnet);
  assert.equal(field(blinded.body, 'msatoshi'), 1_000_000);
  const old = await decode(OLD);
  assert.deepEqual(
    [field(old.body, 'msatoshi'), field(old.body, 'created_at'), field(old.body, 'payment_hash')],
    [250_000_000, 1_496_314_658, `${'00010203040506070809'.repeat(3)}0102`],
  );
});

const OLD =
  'lnbc2500u1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdq5xysxxatsyp3k7enxv4js' +
  'xqzpuaztrnwngzn3kdzw5hydlzf03qdgm2hdq27cqv3agm2awhz5se903vruatfhq77w3ls4evs3ch9zw97j25emudupq63n' +
  'yw24cg27h2rspfj9srp';

test('the alias of the payee, where the graph knows it', async () => {
  const user = await api.addUser();
  const { body } = await decode(await user.invoice(5));
  assert.equal(field(body, 'payee_alias'), 'satchel-test');
  assert.equal(field(body, 'payee'), api.node.identity.pubkey);
});

test('route hints with the aliases of the nodes where they begin', async () => {
  const hop = {
    pubkey: api.node.identity.pubkey,
    shortChannelId: (539_268n << 40n) | (845n << 16n) | 1n,
    feeBaseMsat: 1000,
    feeProportionalMillionths: 100,
    cltvExpiryDelta: 144,
  };
  const { body } = await decode(api.node.externalInvoice({ routeHints: [[hop]] }).bolt11);
  assert.deepEqual(field(body, 'routes'), [
    [
      {
        pubkey: hop.pubkey,
        short_channel_id: '539268x845x1',
        fee_base_msat: 1000,
        fee_proportional_millionths: 100,
        cltv_expiry_delta: 144,
      },
    ],
  ]);
  assert.deepEqual(field(body, 'route_hint_aliases'), ['satchel-test']);
});

test('without an amount, with a hash, of other networks', async () => {
  const open = await decode(api.node.externalInvoice({ amountMsat: null }).bolt11);
  assert.equal(field(open.body, 'amount'), 0);
  assert.equal(field(open.body, 'msatoshi'), 0);
  const hashed = await decode(
    api.node.externalInvoice({ descriptionHash: 'ab'.repeat(32) }).bolt11,
  );
  assert.equal(field(hashed.body, 'description'), '');
  assert.equal(field(hashed.body, 'description_hash'), 'ab'.repeat(32));
  for (const [network, currency] of [
    ['bitcoin', 'bc'],
    ['testnet', 'tb'],
    ['signet', 'tbs'],
  ] as const) {
    const { body } = await decode(api.node.externalInvoice({ network }).bolt11);
    assert.equal(field(body, 'currency'), currency);
  }
});

test('an amount with more digits than a JavaScript number is exact for', async () => {
  const { text } = await decode(
    api.node.externalInvoice({ amountMsat: 1_234_567_890_123_456_700n }).bolt11,
  );
  assert.match(text, /"msatoshi":1234567890123456700,/);
  assert.match(text, /"amount":1234567890123457,/);
});

test('upper case and the scheme of wallets are understood', async () => {
  const { bolt11 } = api.node.externalInvoice();
  for (const text of [
    bolt11.toUpperCase(),
    `lightning:${bolt11}`,
    `LIGHTNING:${bolt11.toUpperCase()}`,
  ]) {
    assert.equal((await decode(text)).status, 200, text);
  }
});

test('what is no invoice is refused with a sentence', async () => {
  const { bolt11 } = api.node.externalInvoice();
  const broken = `${bolt11.slice(0, -1)}${bolt11.endsWith('q') ? 'p' : 'q'}`;
  for (const text of ['x', 'lnbc', broken, `${bolt11}x`, 'a'.repeat(8000), '%00', '%F0%9F%98%80']) {
    const { status, body } = await decode(text);
    assert.equal(status, 400, text.slice(0, 40));
    assert.equal(field(body, 'code'), 8);
    assert.equal(field(body, 'error'), true);
    assert(textField(body, 'message').length > 10);
  }
  assert.equal((await decode('')).status, 404, 'the slash at the end does not count');
});

test('a token is not needed, and a bad one does no harm', async () => {
  const { bolt11 } = api.node.externalInvoice();
  const headers = { authorization: 'Bearer nobody' };
  assert.equal((await api.call('GET', `/decode/bolt11/${bolt11}`, { headers })).status, 200);
});
