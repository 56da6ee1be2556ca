import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { after, describe, test } from 'node:test';
import { decodeBolt11 } from '../../src/lightning/bolt11-decode.ts';
import type { Answer } from '../support/api-user.ts';
import { field, textField } from '../support/fields.ts';
import { startWalletApi } from '../support/wallet-api.ts';

/** Lightning addresses, as wallets of strangers ask for them. Numbers: the checklist of LNURL. */

const api = await startWalletApi({ after });
const ann = await api.addUser();
const { addressNames } = api.deps;
await addressNames.claimName(ann.user.id, 'ann.b', api.clock.now(), null);
await api.deps.users.updateUser(ann.user.id, { name: 'Ann' });

const ask = (path: string): Promise<Answer> => api.call('GET', path);
const callback = (query: string, name = 'ann.b'): Promise<Answer> =>
  ask(`/lnurlp/${name}/callback?${query}`);

function refusedWith(answer: Answer, status: number, reason: RegExp): void {
  assert.equal(answer.status, status);
  assert.equal(textField(answer.body, 'status'), 'ERROR');
  assert.match(textField(answer.body, 'reason'), reason);
  assert.equal(answer.headers['access-control-allow-origin'], '*');
}

/** The invoice that a callback gave, by the hash that it is paid by. */
function invoiceOf(answer: Answer) {
  assert.equal(answer.status, 200, answer.text);
  const decoded = decodeBolt11(textField(answer.body, 'pr'));
  assert(decoded.ok);
  return decoded.value;
}

describe('the first answer', () => {
  test('1 has these keys and no others, in JSON that any site may read', async () => {
    const answer = await ask('/.well-known/lnurlp/ann.b');
    assert.equal(answer.status, 200);
    assert.deepEqual(answer.body, {
      status: 'OK',
      tag: 'payRequest',
      callback: 'https://wallet.example/lnurlp/ann.b/callback',
      minSendable: 1000,
      maxSendable: 1_000_000_000_000,
      metadata: '[["text/identifier","ann.b@pay.example"],["text/plain","Sats for Ann"]]',
      commentAllowed: 255,
      payerData: {
        email: { mandatory: false },
        name: { mandatory: false },
        pubkey: { mandatory: false },
      },
    });
    assert.equal(answer.headers['access-control-allow-origin'], '*');
    assert.match(String(answer.headers['content-type']), /^application\/json/);
  });

  test('2 whatever capitals it is asked with, with a tag, and for the domain itself', async () => {
    await addressNames.claimName((await api.addUser()).user.id, '_', api.clock.now(), null);
    const capitals = await ask('/.well-known/lnurlp/Ann.B');
    assert.deepEqual(capitals.body, (await ask('/.well-known/lnurlp/ann.b')).body);
    const tagged = await ask('/.well-known/lnurlp/ann.b+shop');
    assert.match(textField(tagged.body, 'metadata'), /,\["text\/tag","shop"\]\]$/);
    assert.match(textField(tagged.body, 'callback'), /\/lnurlp\/ann\.b\+shop\/callback$/);
    assert.match(
      textField((await ask('/.well-known/lnurlp/_')).body, 'metadata'),
      /_@pay\.example/,
    );
  });

  test('3 of no one, of a user without a name and of a disabled one is the same', async () => {
    const shut = await api.addUser();
    await addressNames.claimName(shut.user.id, 'shut', api.clock.now(), null);
    await api.deps.users.updateUser(shut.user.id, { disabledAt: api.clock.now() });
    const answers = await Promise.all([
      ask('/.well-known/lnurlp/shut'),
      ask('/.well-known/lnurlp/no'),
    ]);
    for (const answer of answers) refusedWith(answer, 404, /No one can be paid/);
    assert.equal(answers[0]?.text, answers[1]?.text);
    refusedWith(await callback('amount=1000', 'shut'), 404, /No one can be paid/);
  });

  for (const path of ['%00', 'a%2Fb', '%C3%A4', 'ann.b%20', `${'a'.repeat(65)}`, '']) {
    test(`2 a name that no one has: ${path.slice(0, 12) || 'none'}`, async () => {
      refusedWith(await ask(`/.well-known/lnurlp/${path}`), 404, /./);
    });
  }

  test('25 a path that cannot be read, and another method, are errors of LNURL', async () => {
    refusedWith(await ask('/.well-known/lnurlp/%zz'), 400, /cannot be read/);
    refusedWith(await ask(`/.well-known/lnurlp/${'a'.repeat(3000)}`), 404, /./);
    const posted = await api.call('POST', '/.well-known/lnurlp/ann.b', { body: {} });
    refusedWith(posted, 405, /Method/);
    assert.equal(posted.headers['allow'], 'GET, HEAD');
    refusedWith(await ask('/lnurlp/ann.b/else'), 404, /Not found/);
  });

  test('4 says the configured domain, whatever host it was asked at', async () => {
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
    const answer = await api.call('GET', '/.well-known/lnurlp/ann.b', { headers });
    assert.doesNotMatch(answer.text, /evil/);
  });

  test('writes nothing, and costs one statement', async () => {
    api.takeStatements();
    await ask('/.well-known/lnurlp/ann.b');
    const statements = api.takeStatements();
    assert.equal(statements.length, 1);
    assert.match(statements[0] ?? '', /^\s*select/);
  });
});

describe('the callback', () => {
  test('7 gives an invoice that commits to the metadata, for 15 minutes', async () => {
    const answer = await callback('amount=21000&nonce=abc&lnurl=x');
    const invoice = invoiceOf(answer);
    const { body } = await ask('/.well-known/lnurlp/ann.b');
    assert.equal(invoice.descriptionHash, hash('sha256', textField(body, 'metadata')));
    assert.equal(invoice.amountMsat, 21_000n);
    assert.equal(invoice.expirySec, 900);
    assert.deepEqual(Object.keys(Object(answer.body)), [
      'status',
      'pr',
      'routes',
      'disposable',
      'successAction',
      'verify',
    ]);
    assert.match(
      textField(answer.body, 'verify'),
      /^https:\/\/wallet\.example\/lnurlp\/ann\.b\/verify\/[A-Za-z0-9]{24}$/,
    );
  });

  test('7 commits to the tag too', async () => {
    const invoice = invoiceOf(await callback('amount=1000', 'ann.b+shop'));
    const { body } = await ask('/.well-known/lnurlp/ann.b+shop');
    assert.equal(invoice.descriptionHash, hash('sha256', textField(body, 'metadata')));
  });

  for (const query of [
    '',
    'amount=',
    'amount=-1000',
    'amount=1e3',
    'amount=1000.0',
    'amount=1.5',
    'amount=%201000',
    'amount=1000&amount=2000',
    'amount=1000000000000000000',
  ]) {
    test(`8 no amount: ${query}`, async () => {
      refusedWith(await callback(query), 200, /whole number of millisatoshi/);
    });
  }

  for (const amount of ['0', '999', '1000000001000', String(2 ** 53)]) {
    test(`8 out of range: ${amount}`, async () => {
      refusedWith(await callback(`amount=${amount}`), 200, /from 1000 to 1000000000000/);
    });
  }

  for (const amount of [1000, 1001, 1500, 123_123, 333_333, 1_000_000_000_000]) {
    test(`8 an invoice for exactly ${amount} msat`, async () => {
      assert.equal(invoiceOf(await callback(`amount=${amount}`)).amountMsat, BigInt(amount));
    });
  }

  test('8 of parts of a sat the whole ones are credited, and the books keep the rest', async () => {
    const before = await ann.balanceSat();
    const { paymentHash, amountMsat } = invoiceOf(await callback('amount=1500'));
    await api.payFromExternalNode(paymentHash);
    assert.equal(amountMsat, 1500n);
    assert.equal(await ann.balanceSat(), before + 1);
    const { body } = await ann.get(`/invoices/${paymentHash}`);
    assert.deepEqual([field(body, 'amount'), field(body, 'settled')], [1, true]);
    // Another user of this service pays every started sat.
    const bob = await api.addUser();
    await bob.receive(100);
    const answer = await callback('amount=1999');
    const paid = await bob.post('/payments/bolt11', { invoice: textField(answer.body, 'pr') });
    assert.deepEqual([field(paid.body, 'amount'), field(paid.body, 'fee')], [2, 0]);
    assert.deepEqual([await bob.balanceSat(), await ann.balanceSat()], [98, before + 2]);
  });

  test('9 a comment reaches the record, as long as it may be', async () => {
    const emoji = '💛'.repeat(255);
    const { paymentHash } = invoiceOf(
      await callback(`amount=1000&comment=${encodeURIComponent(emoji)}`),
    );
    await api.payFromExternalNode(paymentHash);
    const { body } = await ann.get(`/invoices/${paymentHash}`);
    assert.equal(field(body, 'comment'), emoji);
    assert.equal(field(body, 'memo'), null);
    refusedWith(await callback(`amount=1000&comment=${'a'.repeat(256)}`), 200, /comment/);
  });

  test('9 a comment with NUL and markup is stored as text', async () => {
    const { paymentHash } = invoiceOf(
      await callback('amount=1000&comment=%00%3Cscript%3E%E2%80%AEa'),
    );
    await api.payFromExternalNode(paymentHash);
    assert.equal(
      field((await ann.get(`/invoices/${paymentHash}`)).body, 'comment'),
      '<script>\u202ea',
    );
  });

  test('the invoices of strangers are in no list before they are paid', async () => {
    const { paymentHash } = invoiceOf(await callback('amount=1000'));
    assert.doesNotMatch((await ann.get('/invoices')).text, new RegExp(paymentHash));
    await api.payFromExternalNode(paymentHash);
    assert.match((await ann.get('/invoices/incoming')).text, new RegExp(paymentHash));
  });

  test('16 one user pays another by their address, without leaving this service', async () => {
    const payer = await api.addUser();
    await payer.receive(5000);
    const bolt11 = textField((await callback('amount=3000000')).body, 'pr');
    const sentBefore = api.node.sent.length;
    const paid = await payer.post('/payments/bolt11', { invoice: bolt11 });
    assert.equal(paid.status, 200, paid.text);
    assert.equal(api.node.sent.length, sentBefore);
  });
});

describe('LUD-21 verify', () => {
  test('12 shows the preimage when the money is there, and no sooner', async () => {
    const made = await callback('amount=1000');
    const path = new URL(textField(made.body, 'verify')).pathname;
    const pr = textField(made.body, 'pr');
    assert.deepEqual((await ask(path)).body, { status: 'OK', settled: false, preimage: null, pr });
    const { paymentHash } = invoiceOf(made);
    await api.payFromExternalNode(paymentHash);
    const { body } = await ask(path);
    assert.equal(field(body, 'settled'), true);
    const preimage = Buffer.from(textField(body, 'preimage'), 'hex');
    assert.equal(hash('sha256', preimage), paymentHash);
  });

  test('12 knows no hash, no identifier and no other id', async () => {
    const { paymentHash } = invoiceOf(await callback('amount=1000'));
    const found = await api.deps.invoices.findInvoiceByHash(paymentHash);
    for (const id of [paymentHash, found?.invoice.identifier, 'x'.repeat(24), '%00']) {
      refusedWith(await ask(`/lnurlp/ann.b/verify/${id}`), 200, /Not found/);
    }
  });
});

describe('keysend', () => {
  test('20 says how to reach the wallet of a name', async () => {
    assert.deepEqual((await ask('/.well-known/keysend/ann.b')).body, {
      status: 'OK',
      tag: 'keysend',
      pubkey: api.node.identity.pubkey,
      customData: [{ customKey: '696969', customValue: ann.user.identifier }],
    });
    refusedWith(await ask('/.well-known/keysend/no'), 404, /No one can be paid/);
  });
});

test('the profile of a user shows their address once they have one', async () => {
  assert.equal(field((await ann.get('/user/me')).body, 'lightning_address'), 'ann.b@pay.example');
  assert.equal(
    field((await ann.get('/user/value4value')).body, 'lightning_address'),
    'ann.b@pay.example',
  );
});
