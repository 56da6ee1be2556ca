import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { after, describe, test } from 'node:test';
import { decodeBolt11 } from '../../src/lightning/bolt11-decode.ts';
import { field, textField } from '../support/fields.ts';
import { startWalletApi } from '../support/wallet-api.ts';

/** What payers say of themselves (LUD-18), and the paths of the original service's proxy. */

const api = await startWalletApi({ after });
const ann = await api.addUser();
const NPUB = 'npub180cvv07tjdrrgpa0j7j7tmnyl2yr6yr7l8j4s3evf6u64th6gkwsyjh6w6';
const HEX = '3bf0c63fcb93463407af97a5e5ee64fa883d107ef9e558472c4eb9aaaefa459d';
await api.deps.addressNames.claimName(ann.user.id, 'ann', api.clock.now(), null);
await api.deps.users.updateUser(ann.user.id, { nostrPubkey: NPUB });
const silent = await api.addUser();
await api.deps.addressNames.claimName(silent.user.id, 'silent', api.clock.now(), null);

const ask = (path: string) => api.call('GET', path);
const metadata = textField((await ask('/.well-known/lnurlp/ann')).body, 'metadata');
const pay = (payerData: string) =>
  ask(`/lnurlp/ann/callback?amount=1000&payerdata=${encodeURIComponent(payerData)}`);

function hashesOf(bolt11: string) {
  const decoded = decodeBolt11(bolt11);
  assert(decoded.ok);
  return decoded.value;
}

describe('payer data', () => {
  test('are announced, and none is demanded', async () => {
    assert.deepEqual(field((await ask('/.well-known/lnurlp/ann')).body, 'payerData'), {
      email: { mandatory: false },
      name: { mandatory: false },
      pubkey: { mandatory: false },
    });
  });

  for (const text of [
    '{"name":"Bob","email":"bob@example.com","pubkey":"02ab"}',
    '{ "pubkey" : "02ab",  "name":"Bob" ,"email":"bob@example.com", "appId":7}',
    '{"name":"B\u00f6b + 💛","x":[1,{"y":null}]}',
    '{}',
  ]) {
    test(`7 the invoice commits to their bytes: ${text.slice(0, 24)}`, async () => {
      const { descriptionHash } = hashesOf(textField((await pay(text)).body, 'pr'));
      assert.equal(descriptionHash, hash('sha256', metadata + text));
    });
  }

  test('11 stand on the record as clients of the original read them', async () => {
    const text = '{"name":"Bob","email":"b@x.example","appId":"a1","referenceId":"r1"}';
    const { paymentHash } = hashesOf(textField((await pay(text)).body, 'pr'));
    await api.payFromExternalNode(paymentHash);
    const { body } = await ann.get(`/invoices/${paymentHash}`);
    assert.equal(field(body, 'payer_name'), 'Bob');
    assert.equal(field(body, 'payer_email'), 'b@x.example');
    assert.equal(field(body, 'payer_pubkey'), null);
    assert.deepEqual(field(body, 'metadata'), { payer_data: JSON.parse(text) });
  });

  for (const text of [
    'no json',
    '[]',
    '"text"',
    'null',
    '{"__proto__":{}}',
    '{"name":"\\u0000"}',
    '\ufeff{"name":"Bob"}',
    `{"name":"${'x'.repeat(5000)}"}`,
  ]) {
    test(`10 refused: ${text.slice(0, 24)}`, async () => {
      const answer = await pay(text);
      assert.equal(answer.status, 200);
      assert.match(textField(answer.body, 'reason'), /payerdata must be a JSON object/);
    });
  }

  test('10 of other types than text are no names', async () => {
    const { paymentHash } = hashesOf(textField((await pay('{"name":{"a":1}}')).body, 'pr'));
    await api.payFromExternalNode(paymentHash);
    assert.equal(field((await ann.get(`/invoices/${paymentHash}`)).body, 'payer_name'), null);
  });
});

describe('nostr.json (NIP-05)', () => {
  test('20 says the key of the asked name only', async () => {
    const answer = await ask('/.well-known/nostr.json?name=ann');
    assert.equal(answer.status, 200);
    assert.deepEqual(answer.body, { names: { ann: HEX } });
    assert.equal(answer.headers['access-control-allow-origin'], '*');
  });

  for (const query of ['', '?name=', '?name=silent', '?name=no', '?name=ann&name=silent']) {
    test(`20 404 for ${query === '' ? 'no name' : query}`, async () => {
      assert.equal((await ask(`/.well-known/nostr.json${query}`)).status, 404);
    });
  }
});

describe('the proxy for our own domain', () => {
  test('21 answers all that is known of an address', async () => {
    const { body } = await ask('/lnurl/lightning-address-details?ln=ann@pay.example');
    assert.deepEqual(field(body, 'lnurlp'), (await ask('/.well-known/lnurlp/ann')).body);
    assert.deepEqual(field(body, 'keysend'), (await ask('/.well-known/keysend/ann')).body);
    assert.deepEqual(field(body, 'nostr'), { names: { ann: HEX } });
    const others = await ask('/lnurl/lightning-address-details?ln=silent@pay.example');
    assert.equal(field(others.body, 'nostr'), null);
  });

  test('21 knows nothing of a name that no one has', async () => {
    const answer = await ask('/lnurl/lightning-address-details?ln=no@pay.example');
    assert.deepEqual(
      [answer.status, answer.body],
      [200, { lnurlp: null, keysend: null, nostr: null }],
    );
  });

  for (const address of ['ann@other.example', 'ann', '@pay.example@x', '', 'ann@pay.example:80']) {
    test(`21 refuses another domain: ${address}`, async () => {
      const query = `ln=${encodeURIComponent(address)}`;
      for (const path of ['lightning-address-details', 'generate-invoice']) {
        const answer = await ask(`/lnurl/${path}?${query}&amount=1000`);
        assert.equal(answer.status, 400);
        assert.equal(textField(answer.body, 'status'), 'ERROR');
      }
    });
  }

  test('LUD-11 an address may be kept: it is paid again and again', async () => {
    const { body } = await ask('/lnurlp/ann/callback?amount=1000');
    assert.equal(field(body, 'disposable'), false);
    const made = await ask('/lnurl/generate-invoice?ln=ann@pay.example&amount=1000');
    assert.equal(field(field(made.body, 'invoice'), 'disposable'), false);
  });

  test('21 makes an invoice, with comment and payer data', async () => {
    const payerData = '{"name":"Bob"}';
    const query = `ln=ann@pay.example&amount=2000&comment=hi&payerdata=${encodeURIComponent(payerData)}`;
    const { body } = await ask(`/lnurl/generate-invoice?${query}`);
    const { descriptionHash } = hashesOf(textField(field(body, 'invoice'), 'pr'));
    assert.equal(descriptionHash, hash('sha256', metadata + payerData));
    const refused = await ask('/lnurl/generate-invoice?ln=ann@pay.example&amount=1');
    assert.equal(refused.status, 400);
    assert.match(textField(refused.body, 'reason'), /amount/);
  });
});
