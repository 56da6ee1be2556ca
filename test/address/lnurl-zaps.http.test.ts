import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { after, describe, test } from 'node:test';
import { decodeBolt11 } from '../../src/lightning/bolt11-decode.ts';
import type { Answer } from '../support/api-user.ts';
import { field, textField } from '../support/fields.ts';
import { startWalletApi } from '../support/wallet-api.ts';
import {
  PAYEE,
  PAYEE_NPUB,
  STRANGER,
  signedZap,
  ZAPPER,
  type ZapRequestInput,
  zapText,
} from '../support/zaps/make-zap.ts';

/** Zaps (NIP-57), as clients of strangers ask for them. Numbers: the checklist of LNURL. */

let invoicesAtNode = 0;
const api = await startWalletApi({ after }, {}, (_, { lightning }) => ({
  lightning: {
    ...lightning,
    createInvoice: (spec) => {
      invoicesAtNode += 1;
      return lightning.createInvoice(spec);
    },
  },
}));
const { addressNames, users } = api.deps;

async function addNamed(name: string, nostrPubkey: string | null) {
  const user = await api.addUser();
  await addressNames.claimName(user.user.id, name, api.clock.now(), null);
  await users.updateUser(user.user.id, { nostrPubkey });
  return user;
}

const ann = await addNamed('ann', PAYEE_NPUB);
const deaf = await addNamed('deaf', PAYEE_NPUB);
await addressNames.setTakesZaps(deaf.user.id, false);
await addNamed('keyless', null);
await addNamed('odd', 'no key');

const ask = (path: string): Promise<Answer> => api.call('GET', path);
const firstAnswer = (name: string) => ask(`/.well-known/lnurlp/${name}`);
const zap = (text: string, more = '', name = 'ann'): Promise<Answer> =>
  ask(`/lnurlp/${name}/callback?amount=21000&nostr=${encodeURIComponent(text)}${more}`);

const receiptKey = textField((await firstAnswer('ann')).body, 'nostrPubkey');

function invoiceOf(answer: Answer) {
  assert.equal(answer.status, 200);
  const decoded = decodeBolt11(textField(answer.body, 'pr'));
  assert(decoded.ok);
  return decoded.value;
}

async function recordOf(answer: Answer): Promise<unknown> {
  const { paymentHash } = invoiceOf(answer);
  await api.payFromExternalNode(paymentHash);
  return (await ann.get(`/invoices/${paymentHash}`)).body;
}

describe('the announcement', () => {
  test('says the key of the receipts, of this user only', async () => {
    const { body } = await firstAnswer('ann');
    assert.equal(field(body, 'allowsNostr'), true);
    assert.match(receiptKey, /^[0-9a-f]{64}$/);
    assert.notEqual(receiptKey, PAYEE);
    const other = await addNamed('other', PAYEE_NPUB);
    assert.notEqual(field((await firstAnswer('other')).body, 'nostrPubkey'), receiptKey);
    assert.notEqual(other.user.id, ann.user.id);
  });

  for (const name of ['deaf', 'keyless', 'odd']) {
    test(`none for ${name}, and a zap there is refused`, async () => {
      const { body } = await firstAnswer(name);
      assert(typeof body === 'object' && body !== null);
      assert(!('allowsNostr' in body) && !('nostrPubkey' in body));
      const answer = await zap(zapText(), '', name);
      assert.equal(answer.status, 200);
      assert.match(textField(answer.body, 'reason'), /Zaps are not accepted/);
    });
  }
});

describe('the invoice of a zap', () => {
  test('7 is over parts of a sat too, and must be what the request says', async () => {
    const query = `nostr=${encodeURIComponent(zapText({ amountMsat: 33_333 }))}`;
    const answer = await ask(`/lnurlp/ann/callback?amount=33333&${query}`);
    assert.equal(invoiceOf(answer).amountMsat, 33_333n);
    assert.equal(field(await recordOf(answer), 'amount'), 33);
    const other = await ask(`/lnurlp/ann/callback?amount=33000&${query}`);
    assert.match(textField(other.body, 'reason'), /tag amount/);
  });

  test('7 commits to the request and to nothing else', async () => {
    const text = zapText();
    const payerData = encodeURIComponent('{"name":"Bob"}');
    for (const more of ['', `&payerdata=${payerData}`, '&payerdata=%7B', '&comment=other']) {
      assert.equal(invoiceOf(await zap(text, more)).descriptionHash, hash('sha256', text));
    }
  });

  test('7 in either way to write a plus in a query', async () => {
    const text = zapText({ comment: 'one + one = 2 💛' });
    const asUri = encodeURIComponent(text).replaceAll('%2B', '+');
    const asForm = String(new URLSearchParams({ nostr: text }));
    assert.notEqual(asUri.slice(asUri.indexOf('one')), asForm.slice(asForm.indexOf('one')));
    for (const query of [`nostr=${asUri}`, asForm]) {
      const answer = await ask(`/lnurlp/ann/callback?amount=21000&${query}`);
      assert.equal(invoiceOf(answer).descriptionHash, hash('sha256', text));
    }
  });

  test('7 also with spaces, and in the order in which a client writes it', async () => {
    const { id, sig, ...others } = signedZap();
    const text = JSON.stringify({ sig, ...others, id, more: [1] }, null, 2);
    const answer = await zap(text);
    assert.equal(invoiceOf(answer).descriptionHash, hash('sha256', text));
    const metadata = field(await recordOf(answer), 'metadata');
    assert.equal(field(metadata, 'zap_request_raw'), text);
    assert.deepEqual(field(metadata, 'zap_request'), { sig, ...others, id });
  });

  test('11 stands on the record as clients of the original read it', async () => {
    const text = zapText({ comment: 'Great post 💛' });
    const record = await recordOf(await zap(text, '&comment=ignored'));
    assert.equal(field(record, 'comment'), 'Great post 💛');
    assert.equal(field(record, 'payer_pubkey'), ZAPPER);
    assert.equal(field(record, 'payer_name'), null);
    assert.equal(field(record, 'payer_email'), null);
    assert.equal(field(record, 'memo'), null);
    assert.equal(field(record, 'description_hash'), hash('sha256', text));
    assert.deepEqual(field(record, 'metadata'), {
      zap_request: JSON.parse(text),
      zap_request_raw: text,
    });
  });

  test('11 a zap without words has an empty comment', async () => {
    const plain = await recordOf(await ask('/lnurlp/ann/callback?amount=21000'));
    const record = await recordOf(await zap(zapText({ comment: '' })));
    assert.equal(field(record, 'comment'), field(plain, 'comment'));
  });

  test('21 the proxy passes it on', async () => {
    const text = zapText();
    const query = `ln=ann@pay.example&amount=21000&nostr=${encodeURIComponent(text)}`;
    const { body } = await ask(`/lnurl/generate-invoice?${query}`);
    const decoded = decodeBolt11(textField(field(body, 'invoice'), 'pr'));
    assert(decoded.ok);
    assert.equal(decoded.value.descriptionHash, hash('sha256', text));
    const refused = await ask(`/lnurl/generate-invoice?ln=ann@pay.example&amount=21000&nostr=x`);
    assert.equal(refused.status, 400);
    const details = await ask('/lnurl/lightning-address-details?ln=ann@pay.example');
    assert.equal(field(field(details.body, 'lnurlp'), 'nostrPubkey'), receiptKey);
  });
});

describe('17 refused, and the node makes no invoice', () => {
  const valid = signedZap();
  const same = (change: object) => JSON.stringify({ ...valid, ...change });
  const made = (input: ZapRequestInput) => zapText(input);
  for (const [what, text, reason] of [
    ['no event', '{}', /one event of Nostr/],
    ['a wrong signature', same({ sig: signedZap({ comment: 'x' }).sig }), /signature/],
    ['an id that is not its hash', same({ id: '00'.repeat(32) }), /id is not its hash/],
    ['the copy of a valid one with other words', same({ content: 'x' }), /id is not its hash/],
    ['the payee of another request', same({ tags: [['p', STRANGER]] }), /id is not its hash/],
    ['two p', made({ tags: [['p', PAYEE]] }), /one tag p/],
    ['p of another user', made({ payee: STRANGER }), /one tag p/],
    [
      'two e',
      made({
        tags: [
          ['e', '00'.repeat(32)],
          ['e', '00'.repeat(32)],
        ],
      }),
      /one tag e/,
    ],
    ['a bad a', made({ tags: [['a', 'x']] }), /tag a/],
    ['another amount', made({ amountMsat: 22_000 }), /tag amount/],
    ['P of another', made({ tags: [['P', STRANGER]] }), /tag P/],
    ['more than 6 KiB', made({ comment: 'x'.repeat(6200) }), /more than 6144 bytes/],
  ] as const) {
    test(what, async () => {
      const before = invoicesAtNode;
      const answer = await zap(text);
      assert.equal(answer.status, 200);
      assert.equal(textField(answer.body, 'status'), 'ERROR');
      assert.match(textField(answer.body, 'reason'), reason);
      assert.equal(invoicesAtNode, before);
    });
  }

  test('an empty one is none, as clients send it for want of a value', async () => {
    const { body } = await ask('/lnurlp/ann/callback?amount=21000&nostr=');
    const metadata = textField((await firstAnswer('ann')).body, 'metadata');
    const decoded = decodeBolt11(textField(body, 'pr'));
    assert(decoded.ok);
    assert.equal(decoded.value.descriptionHash, hash('sha256', metadata));
  });

  test('two of them', async () => {
    const answer = await zap(zapText(), `&nostr=${encodeURIComponent(zapText())}`);
    assert.match(textField(answer.body, 'reason'), /one event of Nostr/);
  });
});
