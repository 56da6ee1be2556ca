import { sat, satToMsat } from '../../src/base/amount.ts';
import { type Invoice, NO_DETAILS } from '../../src/ledger/invoice.ts';

const CREATED = new Date('2030-01-01T00:00:00.712Z');

/** An open invoice with the changes of a test. */
export const sampleInvoice = (change: Partial<Invoice> = {}): Invoice => ({
  ...NO_DETAILS,
  id: 'invoice',
  identifier: 'A'.repeat(24),
  userId: 'user',
  paymentHash: 'aa'.repeat(32),
  preimage: 'bb'.repeat(32),
  amountMsat: satToMsat(sat(21n)),
  memo: 'bread',
  bolt11: 'lnbcrt1…',
  expirySec: 86_400,
  createdAt: CREATED,
  expiresAt: new Date('2030-01-02T00:00:00.000Z'),
  settledAt: null,
  ...change,
});
