import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bech32 } from '@scure/base';
import fc from 'fast-check';
import { decodeBolt11, proveBolt11, readBolt11 } from '../../src/lightning/bolt11-decode.ts';
import { readBolt11Amount } from '../../src/lightning/bolt11-prefix.ts';
import { SIGNATURE_WORDS } from '../../src/lightning/bolt11-signature.ts';
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
        const { unproven: _, ...told } = read.value;
        assert.deepEqual(told, fields);
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
  const own = sampleText();
  const [ownWords, otherWords] = [own, sampleText({ timestampSec: 1 })].map(
    (text) => (bech32.decodeUnsafe(text, false) || null)?.words,
  );
  assert(ownWords !== undefined && otherWords !== undefined);
  const words = [...ownWords.slice(0, -SIGNATURE_WORDS), ...otherWords.slice(-SIGNATURE_WORDS)];
  const forged = decodeBolt11(bech32.encode(own.slice(0, own.lastIndexOf('1')), words, false));
  const decoded = decodeBolt11(own);
  assert(decoded.ok);
  assert.notEqual(forged.ok ? forged.value.payee : null, decoded.value.payee);
});
