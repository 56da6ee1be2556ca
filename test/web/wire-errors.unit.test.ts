import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sat } from '../../src/base/amount.ts';
import { findInvoiceError, historyError } from '../../src/history/routes/history-errors.ts';
import { createInvoiceError, decodeError } from '../../src/invoices/routes/invoice-errors.ts';
import type { CreateInvoiceRefusal, PayRefusal } from '../../src/ledger/wallet-refusals.ts';
import { restoreRefusal, storeRefusal } from '../../src/payments/item-refusal.ts';
import { payError } from '../../src/payments/routes/pay-errors.ts';
import { accessError, errorBody, type WireError } from '../../src/web/wire-errors.ts';

/** One refusal of each kind; a new kind without one does not compile. */
const PAY: { readonly [K in PayRefusal['kind']]: Extract<PayRefusal, { kind: K }> } = {
  bad_input: { kind: 'bad_input', message: 'memo is too long' },
  bad_bolt11: { kind: 'bad_bolt11', detail: 'The checksum is wrong.' },
  amount_missing: { kind: 'amount_missing' },
  amount_mismatch: { kind: 'amount_mismatch' },
  amount_too_large: { kind: 'amount_too_large' },
  invoice_not_payable: { kind: 'invoice_not_payable', detail: 'It requires feature 99.' },
  not_our_invoice: { kind: 'not_our_invoice' },
  invoice_not_ready: { kind: 'invoice_not_ready' },
  invoice_settled: { kind: 'invoice_settled' },
  invoice_expired: { kind: 'invoice_expired' },
  account_record_missing: { kind: 'account_record_missing' },
  account_record_unknown: { kind: 'account_record_unknown' },
  bad_destination: { kind: 'bad_destination' },
  bad_custom_record: { kind: 'bad_custom_record', record: '{kind}' },
  wrong_network: { kind: 'wrong_network', network: 'bitcoin' },
  insufficient_balance: { kind: 'insufficient_balance' },
  budget_exceeded: {
    kind: 'budget_exceeded',
    limitSat: sat(1000n),
    interval: 'day',
    leftSat: sat(90n),
    neededSat: sat(110n),
    resetsAt: new Date('2026-03-02T00:00:00.000Z'),
  },
  budget_expired: { kind: 'budget_expired', expiresAt: new Date('2026-03-01T12:00:00.000Z') },
  send_limit_exceeded: {
    kind: 'send_limit_exceeded',
    resetsAt: new Date('2026-03-02T00:00:00.000Z'),
  },
  too_many_open_payments: { kind: 'too_many_open_payments' },
  storage_used_up: { kind: 'storage_used_up' },
  hash_in_use: { kind: 'hash_in_use' },
  paid_by_other_grant: { kind: 'paid_by_other_grant', paymentId: 'p', isSettled: true },
  hash_paid_by_other_text: { kind: 'hash_paid_by_other_text', paymentId: 'p', isSettled: false },
  batch_item_cancelled: { kind: 'batch_item_cancelled' },
  approval_needed: { kind: 'approval_needed', maxFeeSat: sat(10n) },
  approval_refused: { kind: 'approval_refused' },
  approval_expired: { kind: 'approval_expired' },
  approval_withdrawn: { kind: 'approval_withdrawn' },
  approval_failed: { kind: 'approval_failed' },
  approval_over: { kind: 'approval_over' },
  too_many_approvals: { kind: 'too_many_approvals' },
  bad_address: { kind: 'bad_address' },
  amount_below_minimum: { kind: 'amount_below_minimum', minSat: sat(5000n) },
  fee_above_max: { kind: 'fee_above_max', feeSat: sat(900n) },
  fees_too_high: { kind: 'fees_too_high' },
  not_enough_on_chain: { kind: 'not_enough_on_chain' },
  onchain_off: { kind: 'onchain_off' },
  owner_gone: { kind: 'owner_gone' },
  idempotency_mismatch: { kind: 'idempotency_mismatch' },
  outside_payments_stopped: { kind: 'outside_payments_stopped' },
  payment_failed: { kind: 'payment_failed', reason: 'no_route', message: 'No route.' },
  payment_pending: { kind: 'payment_pending', paymentId: 'p' },
};

const CREATE: {
  readonly [K in CreateInvoiceRefusal['kind']]: Extract<CreateInvoiceRefusal, { kind: K }>;
} = {
  bad_input: { kind: 'bad_input', message: 'memo is too long' },
  currency_not_supported: { kind: 'currency_not_supported', currency: 'USD' },
  amount_too_large: { kind: 'amount_too_large' },
  too_many_open_invoices: { kind: 'too_many_open_invoices' },
  too_many_new_invoices: { kind: 'too_many_new_invoices' },
  storage_used_up: { kind: 'storage_used_up' },
  balance_limit_exceeded: { kind: 'balance_limit_exceeded' },
  idempotency_mismatch: { kind: 'idempotency_mismatch' },
};

const isComplete = ({ status, code, message }: WireError): boolean =>
  message.length > 5 &&
  ((status === 400 && (code === 2 || code === 8)) ||
    (status === 422 && code === 8) ||
    (status === 500 && (code === 6 || code === 10)));

test('every refusal has a status, a code and a sentence', () => {
  for (const refusal of Object.values(PAY)) {
    assert(isComplete(payError(refusal)), JSON.stringify(payError(refusal)));
  }
  for (const refusal of Object.values(CREATE)) {
    assert(isComplete(createInvoiceError(refusal)), refusal.kind);
  }
});

test('words that clients know', () => {
  const words = (kind: keyof typeof PAY) => {
    const { status, code, message } = payError(PAY[kind]);
    return [status, code, message];
  };
  assert.deepEqual(words('insufficient_balance'), [
    400,
    2,
    'not enough balance. Make sure you have at least 1% reserved for potential fees',
  ]);
  assert.deepEqual(words('invoice_expired'), [400, 2, 'invoice expired']);
  assert.deepEqual(words('wrong_network'), [400, 2, 'incorrect network']);
  assert.deepEqual(words('bad_destination'), [400, 2, 'invalid destination pubkey']);
  assert.deepEqual(words('account_record_missing'), [
    400,
    8,
    'Internal keysend payments require the custom record 696969 to be present.',
  ]);
  assert.deepEqual(words('payment_failed'), [500, 10, 'No route.']);
});

test('what a refusal names stands in its sentence, once and as it is', () => {
  assert.equal(payError(PAY.bad_input).message, 'memo is too long');
  assert.equal(payError(PAY.bad_bolt11).message, 'The checksum is wrong.');
  assert.equal(decodeError(PAY.bad_bolt11).message, 'The checksum is wrong.');
  assert.equal(payError(PAY.bad_custom_record).message, '{kind} is not a custom record type');
  assert.equal(
    createInvoiceError(CREATE.currency_not_supported).message,
    'the currency USD is not supported',
  );
  const unknown = { kind: 'unknown_identifier', identifier: "$& $' {kind}" } as const;
  assert.equal(
    historyError(unknown).message,
    "there is no invoice with the identifier $& $' {kind}",
  );
});

test('what was paid before is said without its proof, and without naming another person', () => {
  const { paid_by_other_grant: byOther, hash_paid_by_other_text: otherText } = PAY;
  const say = (refusal: PayRefusal) => payError(refusal).message;
  assert.equal(say(byOther), 'invoice was already paid by another of your apps or tokens');
  assert.equal(
    say({ ...byOther, isSettled: false }),
    'invoice is being paid by another of your apps or tokens',
  );
  assert.equal(say(otherText), 'another invoice with the same payment hash is being paid');
  assert.equal(
    say({ ...otherText, isSettled: true }),
    'another invoice with the same payment hash was already paid',
  );
  assert.doesNotMatch(say(PAY.hash_in_use), /somebody|other/);
});

test('a budget tells what it allows, what is left of it, and when it renews', () => {
  const { budget_exceeded: exceeded, budget_expired: expired } = PAY;
  assert.equal(
    payError(exceeded).message,
    'over budget: this app or token may spend 1000 sat per day, 90 sat are left, and the payment ' +
      'needs up to 110 sat with fees; the budget renews at 2026-03-02T00:00:00.000Z',
  );
  const inAll = payError({ ...exceeded, interval: 'ever', resetsAt: null }).message;
  assert.match(inAll, /may spend 1000 sat in total, .*; the budget does not renew$/);
  const message = 'the budget of this app or token expired at 2026-03-01T12:00:00.000Z';
  assert.equal(payError(expired).message, message);
  for (const refusal of [exceeded, expired]) {
    assert.deepEqual([payError(refusal).status, payError(refusal).code], [400, 2]);
  }
});

test('a batch says again why it refused an item', () => {
  const ofPayments = [
    'paid_by_other_grant',
    'hash_paid_by_other_text',
    'payment_failed',
    'payment_pending',
  ];
  // Items are keysends, never sent to an address.
  const ofAddresses = [
    'bad_address',
    'amount_below_minimum',
    'fee_above_max',
    'fees_too_high',
    'not_enough_on_chain',
    'onchain_off',
    'owner_gone',
  ];
  // No item waits for an approval of its own.
  const ofApprovals = [
    'approval_refused',
    'approval_expired',
    'approval_withdrawn',
    'approval_failed',
    'approval_over',
    'too_many_approvals',
  ];
  for (const refusal of Object.values(PAY)) {
    if ([...ofPayments, ...ofAddresses, ...ofApprovals].includes(refusal.kind)) continue;
    assert.deepEqual(restoreRefusal(storeRefusal(refusal)), refusal);
  }
});

test('an unknown invoice is not found', () => {
  const error = findInvoiceError({ kind: 'invoice_not_found' });
  assert.deepEqual([error.status, error.code], [404, 8]);
  assert.deepEqual(errorBody(error), { code: 8, error: true, message: 'invoice not found' });
});

test('the two texts that clients compare', () => {
  assert.equal(accessError({ kind: 'expired_token' }).error, 'expired access token');
  assert.equal(accessError({ kind: 'invalid_token' }).error, 'invalid access token');
  assert.equal(accessError({ kind: 'insufficient_scope', needed: 'payments:send' }).status, 403);
});
