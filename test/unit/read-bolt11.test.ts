import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decodeBolt11, proveBolt11, readBolt11 } from '../../src/lightning/bolt11-decode.ts';
import { readBolt11Amount } from '../../src/lightning/bolt11-prefix.ts';
import { checkProperty } from '../support/check-property.ts';
import { sampleText } from '../support/sample-bolt11.ts';

test('reading without the signature tells the same, but not the payee', () => {
  checkProperty(
    fc.property(
      fc.integer({ min: 0, max: 2 ** 34 }),
      fc.integer({ min: 0, max: 2 ** 30 }),
      (timestampSec, expirySec) => {
        const text = sampleText({ timestampSec, expirySec });
        const decoded = decodeBolt11(text);
        const read = readBolt11(text);
        assert(decoded.ok && read.ok);
        const { payee, ...fields } = decoded.value;
        const { signature: _, ...unproven } = read.value;
        assert.deepEqual(unproven, fields);
        assert.deepEqual(proveBolt11(read.value), { ok: true, value: { ...fields, payee } });
        assert.equal(readBolt11Amount(text), decoded.value.amountMsat);
      },
    ),
    { numRuns: 30 },
  );
});

test('an amountless invoice has no amount', () => {
  assert.equal(readBolt11Amount(sampleText({ amountMsat: null })), null);
});

test('a foreign signature does not name the payee', () => {
  const text = sampleText();
  const [own, other] = [readBolt11(text), readBolt11(sampleText({ timestampSec: 1 }))];
  const decoded = decodeBolt11(text);
  assert(own.ok && other.ok && decoded.ok);
  const signature = { ...own.value.signature, words: other.value.signature.words };
  const proven = proveBolt11({ ...own.value, signature });
  assert.notEqual(proven.ok ? proven.value.payee : null, decoded.value.payee);
});
