import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addressRules } from '../../src/base/address-rules.ts';
import type { Result } from '../../src/base/result.ts';
import { readPayResponse, readWithdrawResponse } from '../../src/lnurl/callback-response.ts';
import { readLnurlParams } from '../../src/lnurl/lnurl-params.ts';
import type { LnurlRefusal } from '../../src/lnurl/lnurl-refusals.ts';

const RULES = { addresses: addressRules([]) };
const CALLBACK = 'https://pay.example/cb';
const OFFER = {
  tag: 'payRequest',
  callback: CALLBACK,
  minSendable: 1000,
  maxSendable: 2000,
  metadata: '[["text/plain","Coffee"]]',
};

const from = (body: unknown, status: number) => ({ host: 'pay.example', status, body });

/** `yes`, what the other side said, or in a word what is wrong. */
function wordOf(read: Result<unknown, LnurlRefusal>): string {
  if (read.ok) return 'yes';
  const { refusal } = read;
  if (refusal.kind !== 'payee_refused') return refusal.why;
  assert.equal(refusal.host, 'pay.example');
  return `said ${refusal.reason}`;
}

const first = (body: unknown, status = 200): string =>
  wordOf(readLnurlParams(from(body, status), RULES));
const second = (body: unknown, status = 200): string =>
  wordOf(readPayResponse(from(body, status), CALLBACK, RULES));
const third = (body: unknown, status = 200): string =>
  wordOf(readWithdrawResponse(from(body, status)));

describe('a no of the other side', () => {
  for (const [step, read] of Object.entries({ 'first answer': first, callback: second, third })) {
    test(`is told in its words, whatever field has them: ${step}`, () => {
      assert.equal(read({ status: 'ERROR', reason: 'used' }), 'said used');
      assert.equal(read({ status: 'ERROR', message: 'Limit reached' }), 'said Limit reached');
      assert.equal(read({ status: 'ERROR', reason: ' ', detail: 'Late' }), 'said Late');
      assert.equal(read({ detail: 'Too little: 21 sat.' }, 400), 'said Too little: 21 sat.');
      assert.equal(read({ detail: 'Too little: 21 sat.' }), 'said Too little: 21 sat.');
      assert.equal(read({ error: 'closed' }, 503), 'said closed');
      assert.equal(read({ error: { code: 7, message: 'closed' } }, 500), 'said closed');
      const invalid = [{ loc: ['query', 'amount'], msg: 'field required', type: 'missing' }];
      assert.equal(read({ detail: invalid }, 422), 'said field required');
    });

    test(`is clean and short: ${step}`, () => {
      assert.equal(read({ message: 'No\n\u202ething' }, 404), 'said No thing');
      assert.equal(read({ message: 'x'.repeat(500) }), `said ${'x'.repeat(200)}`);
      assert.doesNotMatch(read({ detail: [[[['deep']]]] }), /said/);
    });

    test(`is one without words, too: ${step}`, () => {
      assert.equal(read({ status: 'ERROR' }), 'said ');
      assert.equal(read({ code: 7 }, 400), 'said ');
    });
  }

  test('is none where the answer holds what was asked for', () => {
    assert.equal(first({ ...OFFER, message: 'Welcome' }), 'yes');
    assert.equal(second({ pr: 'lnbc1', message: 'Welcome' }), 'yes');
    assert.equal(third({ status: 'OK', message: 'on its way' }), 'yes');
    assert.equal(third({}), 'unclear_withdraw');
  });
});
