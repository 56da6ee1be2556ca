import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Bolt11 } from '../../src/lightning/bolt11.ts';
import { whyNotPayable } from '../../src/lightning/bolt11-payable.ts';
import { payInvoiceError } from '../../src/lndhub/lndhub-errors.ts';
import { payError as nwcPayError } from '../../src/nwc/wallet-errors.ts';
import { payError } from '../../src/payments/routes/pay-errors.ts';
import { SAMPLE } from '../support/sample-bolt11.ts';

const PAYABLE: Bolt11 = {
  ...SAMPLE,
  payee: '02'.repeat(33),
  unknownRequiredFeatureBits: [],
  brokenRule: null,
};

const NEVER: readonly (readonly [words: RegExp, change: Partial<Bolt11>])[] = [
  [/AMP invoice/, { unknownRequiredFeatureBits: [30] }],
  [/requires feature 100/, { unknownRequiredFeatureBits: [100] }],
  [
    /\(p\) has the wrong length/,
    { brokenRule: 'A field of the invoice (p) has the wrong length.' },
  ],
  [/without a payment secret/, { paymentSecret: null }],
];

test('each dialect says why an invoice can never be paid', () => {
  assert.equal(whyNotPayable(PAYABLE), null);
  for (const [words, change] of NEVER) {
    const problem = whyNotPayable({ ...PAYABLE, ...change });
    assert(problem !== null);
    const refusal = { kind: 'invoice_not_payable', detail: problem.detail } as const;
    assert.match(payError(refusal).message, words);
    assert.match(payInvoiceError(refusal).message, words);
    assert.match(nwcPayError(refusal)?.message ?? '', words);
  }
});
