import assert from 'node:assert/strict';
import { it } from 'node:test';
import { normalizeBolt11 } from '../../src/lightning/bolt11-prefix.ts';

const cases: readonly [text: string, normal: string, why: string][] = [
  ['lnbc1abc', 'lnbc1abc', 'leaves a normal text alone'],
  ['LNBC1ABC', 'lnbc1abc', 'lower-cases the form of QR codes'],
  [' \tlnbc1abc\n', 'lnbc1abc', 'removes space around'],
  ['lightning:lnbc1abc', 'lnbc1abc', 'removes the scheme'],
  ['LIGHTNING:LNBC1ABC', 'lnbc1abc', 'removes an upper-case scheme'],
  ['lightning:LNBC1ABC', 'lnbc1abc', 'lower-cases after a lower-case scheme'],
  ['lightning:lightning:lnbc1', 'lightning:lnbc1', 'removes the scheme once'],
  ['lnbc1ABC', 'lnbc1ABC', 'leaves mixed case for the decoder to refuse'],
  ['', '', 'takes an empty text'],
];

for (const [text, normal, why] of cases) {
  it(why, () => assert.equal(normalizeBolt11(text), normal));
}
