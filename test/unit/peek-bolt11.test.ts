import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decodeBolt11 } from '../../src/lightning/bolt11-decode.ts';
import { peekBolt11 } from '../../src/lightning/peek-bolt11.ts';
import { readBolt11Amount } from '../../src/lightning/read-bolt11-amount.ts';
import { sampleText } from '../support/sample-bolt11.ts';

test('peeking tells what decoding tells', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 2 ** 34 }),
      fc.integer({ min: 0, max: 2 ** 30 }),
      (timestampSec, expirySec) => {
        const text = sampleText({ timestampSec, expirySec });
        const decoded = decodeBolt11(text);
        assert(decoded.ok);
        const peeked = peekBolt11(text);
        assert.deepEqual(peeked, { timestampSec, expirySec, routeHints: [] });
        assert.equal(readBolt11Amount(text), decoded.value.amountMsat);
      },
    ),
    { numRuns: 30 },
  );
});

test('what is no invoice has nothing to peek at', () => {
  for (const text of ['', 'lnbcrt1', 'nonsense', sampleText().slice(0, -1), 'lnbcrt1qqqqqqqqqq']) {
    assert.equal(peekBolt11(text), null);
  }
});

test('an amountless invoice has no amount', () => {
  assert.equal(readBolt11Amount(sampleText({ amountMsat: null })), null);
});
