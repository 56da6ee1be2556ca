import assert from 'node:assert/strict';
import { createCipheriv } from 'node:crypto';
import { describe, test } from 'node:test';
import { addressRules } from '../../src/base/address-rules.ts';
import { msat } from '../../src/base/amount.ts';
import {
  payCallbackUrl,
  readPayResponse,
  readWithdrawResponse,
  withdrawCallbackUrl,
} from '../../src/lnurl/callback-response.ts';
import { readLnurlParams } from '../../src/lnurl/lnurl-params.ts';
import { showSuccess } from '../../src/lnurl/success-action.ts';
import { CALLBACK_ANSWERS, FIRST_ANSWERS } from '../support/lnurl/payee-answers.ts';

const RULES = { addresses: addressRules([]) };
const CALLBACK = 'https://pay.example/cb';
const OFFER = {
  tag: 'payRequest',
  callback: CALLBACK,
  minSendable: 1000,
  maxSendable: 2000,
  metadata: '[["text/plain","Coffee"]]',
};
const WITHDRAW = {
  tag: 'withdrawRequest',
  callback: CALLBACK,
  k1: 'secret',
  defaultDescription: 'A gift',
  minWithdrawable: 1000,
  maxWithdrawable: 5000,
};

const from = (body: unknown) => ({ host: 'pay.example', status: 200, body });

/** The answer as read, or in a word why not. */
function first(answer: unknown) {
  const read = readLnurlParams(from(answer), RULES);
  return read.ok ? read.value : wordOf(read.refusal);
}

function second(answer: unknown) {
  const read = readPayResponse(from(answer), CALLBACK, RULES);
  return read.ok ? read.value : wordOf(read.refusal);
}

const wordOf = (refusal: object): string =>
  'why' in refusal ? String(refusal.why) : 'reason' in refusal ? `said ${refusal.reason}` : '';

describe('first answers of payees', () => {
  for (const [payee, answer] of Object.entries(FIRST_ANSWERS)) {
    test(`that of ${payee} is read`, () => {
      const read = first(answer('pay.example'));
      assert.ok(typeof read === 'object' && read.tag === 'payRequest');
      assert.ok(read.callback.startsWith('https://pay.example/lnurl'));
      assert.ok(read.minMsat >= 1000n && read.maxMsat >= read.minMsat);
      assert.match(read.text, /ann|Ann|lnurl-node/);
    });
  }

  test('LUD-06 all that is needed, and LUD-12 how long a comment may be', () => {
    assert.deepEqual(first({ ...OFFER, commentAllowed: 12, unknown: {} }), {
      tag: 'payRequest',
      callback: CALLBACK,
      minMsat: 1000n,
      maxMsat: 2000n,
      metadata: '[["text/plain","Coffee"]]',
      text: 'Coffee',
      commentLength: 12,
    });
  });

  test('LUD-20 the long text is shown instead of the short one, made harmless', () => {
    const metadata = JSON.stringify([
      ['image/png;base64', 'AAAA'],
      ['text/plain', 'short'],
      { an: 'object' },
      ['text/long-desc', 'A <b>long</b>\n\u202etext\u0000'],
    ]);
    const read = first({ ...OFFER, metadata });
    assert.ok(typeof read === 'object');
    assert.equal(read.text, 'A <b>long</b> text');
  });

  test('LUD-18 a payee who must know the payer is refused', () => {
    assert.equal(
      first({ ...OFFER, payerData: { email: { mandatory: true } } }),
      'wants_payer_data',
    );
    assert.equal(typeof first({ ...OFFER, payerData: { email: { mandatory: false } } }), 'object');
  });

  test('LUD-01 an error gives its reason, short and clean', () => {
    assert.equal(first({ status: 'ERROR', reason: 'No\nsuch \u202euser' }), 'said No such user');
    assert.equal(first({ status: 'error' }), 'said ');
    assert.equal(first({ status: 'ERROR', reason: 'x'.repeat(500) }), `said ${'x'.repeat(200)}`);
  });

  test('22 a callback that is no https URL of the Internet is refused', () => {
    for (const callback of [
      'file:///etc/passwd',
      'http://pay.example/cb',
      'https://127.0.0.1/cb',
      'https://[::1]/cb',
      'https://169.254.169.254/latest',
      'https://pay.example:9200/cb',
      'https://user@pay.example/cb',
      'https://pay.example/cb#x',
      'javascript:alert(1)',
      '',
      null,
      7,
    ]) {
      assert.equal(first({ ...OFFER, callback }), 'bad_callback', String(callback));
      assert.equal(first({ ...WITHDRAW, callback }), 'bad_callback', String(callback));
    }
  });

  test('22 limits that are no amounts are refused, and those without an end are not', () => {
    for (const limits of [
      { minSendable: 0 },
      { minSendable: -1 },
      { minSendable: 1.5 },
      { minSendable: '' },
      { minSendable: '1,000' },
      { minSendable: '1e3' },
      { minSendable: '0x10' },
      { minSendable: ' 1' },
      { minSendable: '-1' },
      { minSendable: true },
      { minSendable: '0' },
      { maxSendable: '9'.repeat(31) },
      { minSendable: 3000 },
      { maxSendable: null },
      { maxSendable: Number.NaN },
    ]) {
      assert.equal(first({ ...OFFER, ...limits }), 'bad_limits', JSON.stringify(limits));
    }
    const read = first({ ...OFFER, maxSendable: 2 ** 63 });
    assert.ok(typeof read === 'object');
    assert.equal(read.maxMsat, BigInt(Number.MAX_SAFE_INTEGER));
    assert.equal(first({ ...OFFER, minSendable: 0, maxSendable: 0 }), 'takes_nothing');
    assert.equal(first({ ...OFFER, maxSendable: 0 }), 'takes_nothing');
  });

  test('limits may be texts of digits, as some libraries write large numbers', () => {
    const texts = { minSendable: '1000', maxSendable: '2000', commentAllowed: '12' };
    assert.deepEqual(first({ ...OFFER, ...texts }), first({ ...OFFER, commentAllowed: 12 }));
    const endless = first({ ...OFFER, maxSendable: String(2n ** 63n - 1n) });
    assert.ok(typeof endless === 'object');
    assert.equal(endless.maxMsat, BigInt(Number.MAX_SAFE_INTEGER));
    assert.deepEqual(
      first({ ...WITHDRAW, minWithdrawable: '1000', maxWithdrawable: '5000' }),
      first(WITHDRAW),
    );
  });

  test('22 metadata that is not JSON of a list, or has no text, is refused', () => {
    assert.equal(first({ ...OFFER, metadata: 'x' }), 'bad_metadata');
    assert.equal(first({ ...OFFER, metadata: '{}' }), 'bad_metadata');
    assert.equal(first({ ...OFFER, metadata: [['text/plain', 'x']] }), 'bad_metadata');
    assert.equal(first({ ...OFFER, metadata: '[]' }), 'no_text');
    assert.equal(first({ ...OFFER, metadata: '[["text/plain",7]]' }), 'no_text');
  });

  test('answers of other kinds are told apart', () => {
    assert.equal(first({ tag: 'login', k1: '' }), 'login_link');
    assert.equal(first({ tag: 'channelRequest' }), 'channel_link');
    for (const other of [null, [], 'x', 7, {}, { tag: 'x' }, { tag: ['payRequest'] }]) {
      assert.equal(first(other), 'no_lnurl', JSON.stringify(other));
    }
  });

  test('23 LUD-03 what can be withdrawn', () => {
    assert.deepEqual(first(WITHDRAW), {
      tag: 'withdrawRequest',
      callback: CALLBACK,
      k1: 'secret',
      minMsat: 1000n,
      maxMsat: 5000n,
      text: 'A gift',
    });
    const fixed = first({ ...WITHDRAW, minWithdrawable: 5000 });
    assert.ok(typeof fixed === 'object' && fixed.minMsat === fixed.maxMsat);
    assert.equal(first({ ...WITHDRAW, minWithdrawable: 6000 }), 'bad_limits');
    for (const nothing of [
      { minWithdrawable: 0, maxWithdrawable: 0 },
      { maxWithdrawable: 0 },
      { minWithdrawable: '0', maxWithdrawable: '0' },
      { maxWithdrawable: 0, k1: '', callback: '' },
    ]) {
      assert.equal(first({ ...WITHDRAW, ...nothing }), 'nothing_left', JSON.stringify(nothing));
    }
    assert.equal(first({ ...WITHDRAW, k1: '' }), 'bad_withdraw');
    assert.equal(first({ ...WITHDRAW, k1: 'x'.repeat(1001) }), 'bad_withdraw');
    assert.equal(first({ ...WITHDRAW, k1: 'x\u0000' }), 'bad_withdraw');
    assert.equal(first({ ...WITHDRAW, k1: 'x\ud800' }), 'bad_withdraw');
  });
});

describe('answers of callbacks', () => {
  for (const [payee, answer] of Object.entries(CALLBACK_ANSWERS)) {
    test(`that of ${payee} is read`, () => {
      const read = second(answer('lnbc1', 'pay.example'));
      assert.ok(typeof read === 'object');
      assert.equal(read.invoice, 'lnbc1');
    });
  }

  test('LUD-11 LUD-21 whether it may be kept, and where to ask for its end', () => {
    const plain = { invoice: 'lnbc1', successAction: null, isDisposable: true, verifyUrl: null };
    assert.deepEqual(second({ pr: 'lnbc1' }), plain);
    assert.deepEqual(second({ pr: 'lnbc1', disposable: null }), plain);
    assert.deepEqual(second({ pr: 'lnbc1', verify: 'http://10.0.0.1/' }), plain);
    assert.deepEqual(second({ pr: 'lnbc1', disposable: false, verify: 'https://a.example/v' }), {
      ...plain,
      isDisposable: false,
      verifyUrl: 'https://a.example/v',
    });
  });

  test('22 answers without an invoice are refused', () => {
    assert.equal(second({ status: 'ERROR', reason: 'Too many' }), 'said Too many');
    for (const other of [null, [], {}, { pr: '' }, { pr: 7 }]) {
      assert.equal(second(other), 'no_invoice', JSON.stringify(other));
    }
  });

  test('22 an unknown or broken success action refuses to pay', () => {
    const withAction = (successAction: unknown) => second({ pr: 'lnbc1', successAction });
    assert.equal(withAction({ tag: 'exec', cmd: 'x' }), 'unknown_success_action');
    assert.equal(withAction({}), 'unknown_success_action');
    assert.equal(withAction('x'), 'bad_success_action');
    assert.equal(withAction({ tag: 'message' }), 'bad_success_action');
    const urlAction = (url: string) => withAction({ tag: 'url', description: 'x', url });
    assert.equal(urlAction('https://evil.example/x'), 'foreign_success_url');
    assert.equal(urlAction('https://pay.example.evil.example/x'), 'foreign_success_url');
    assert.equal(urlAction('javascript:alert(1)'), 'bad_success_action');
    assert.equal(urlAction('https://pay.example@evil.example/'), 'bad_success_action');
    assert.equal(typeof urlAction('https://pay.example/thanks?for=1'), 'object');
    const aes = { tag: 'aes', description: 'x', ciphertext: 'AAAA', iv: `${'A'.repeat(22)}==` };
    assert.equal(typeof withAction(aes), 'object');
    assert.equal(withAction({ ...aes, iv: 'AAAA' }), 'bad_success_action');
    assert.equal(withAction({ ...aes, ciphertext: 'A'.repeat(4097) }), 'bad_success_action');
    assert.equal(withAction({ ...aes, ciphertext: null }), 'bad_success_action');
    for (const unstorable of ['\u0000', '\ud800']) {
      assert.equal(withAction({ ...aes, ciphertext: `AAA${unstorable}` }), 'bad_success_action');
      const iv = `${'A'.repeat(23)}${unstorable}`;
      assert.equal(withAction({ ...aes, iv }), 'bad_success_action');
    }
  });

  test('23 LUD-03 OK is a yes, and anything but OK is none', () => {
    assert.deepEqual(readWithdrawResponse(from({ status: 'OK' })), { ok: true, value: null });
    for (const other of [{}, null, { status: 'ERROR', reason: 'used' }, { status: 1 }, 'OK']) {
      assert.equal(readWithdrawResponse(from(other)).ok, false, JSON.stringify(other));
    }
  });

  test('URLs of callbacks keep the query that they have', () => {
    assert.equal(payCallbackUrl(CALLBACK, msat(5n), ''), `${CALLBACK}?amount=5`);
    assert.equal(
      payCallbackUrl(`${CALLBACK}?q=a%20b+c`, msat(5n), 'a&b +ü\ud800'),
      `${CALLBACK}?q=a%20b+c&amount=5&comment=a%26b%20%2B%C3%BC%EF%BF%BD`,
    );
    assert.equal(withdrawCallbackUrl(CALLBACK, 'a=b', 'lnbc1'), `${CALLBACK}?k1=a%3Db&pr=lnbc1`);
  });
});

describe('what is shown after the payment', () => {
  const preimage = '11'.repeat(32);
  const iv = Buffer.alloc(16, 7);

  const encrypt = (plain: Buffer | string, key = preimage): string => {
    const cipher = createCipheriv('aes-256-cbc', Buffer.from(key, 'hex'), iv);
    return Buffer.concat([cipher.update(plain), cipher.final()]).toString('base64');
  };
  const show = (ciphertext: string, key = preimage) =>
    showSuccess(
      { tag: 'aes', description: 'Your code', ciphertext, iv: iv.toString('base64') },
      key,
    );

  test('LUD-09 a message and a link, as text', () => {
    const read = second({
      pr: 'x',
      successAction: { tag: 'message', message: '<b>Hi</b>\u202e!' },
    });
    assert.ok(typeof read === 'object' && read.successAction !== null);
    const text = '<b>Hi</b> !';
    assert.deepEqual(showSuccess(read.successAction, preimage), { text, url: null, secret: null });
    const url = 'https://pay.example/a';
    const link = { tag: 'url' as const, description: 'See', url };
    assert.deepEqual(showSuccess(link, preimage), { text: 'See', url, secret: null });
  });

  test('22 LUD-10 aes: decrypted with the preimage', () => {
    const shown = show(encrypt('secret ünïcode'));
    assert.deepEqual(shown, { text: 'Your code', url: null, secret: 'secret ünïcode' });
  });

  test('22 LUD-10 aes: wrong padding, a wrong length, no text and a wrong key break nothing', () => {
    const nothing = { text: 'Your code', url: null, secret: null };
    const cipher = createCipheriv('aes-256-cbc', Buffer.from(preimage, 'hex'), iv);
    cipher.setAutoPadding(false);
    const unpadded = Buffer.concat([cipher.update(Buffer.alloc(16, 0xff)), cipher.final()]);
    assert.deepEqual(show(unpadded.toString('base64')), nothing);
    assert.deepEqual(show(encrypt('secret').slice(0, 8)), nothing);
    assert.deepEqual(show(''), nothing);
    assert.deepEqual(show(encrypt(Buffer.from([0xff, 0xfe]))), nothing);
    assert.deepEqual(show(encrypt('secret', '22'.repeat(32))), nothing);
    assert.deepEqual(show(encrypt('secret'), 'no hex'), nothing);
  });
});
