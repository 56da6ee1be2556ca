import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sat } from '../../src/base/amount.ts';
import type { PayRefusal } from '../../src/ledger/wallet-refusals.ts';
import { nwcError } from '../../src/nwc/nwc-error.ts';
import { type RequestRefusal, requestError } from '../../src/nwc/request-refusals.ts';
import {
  createInvoiceError,
  findInvoiceError,
  historyError,
  payError,
} from '../../src/nwc/wallet-errors.ts';

describe('errors', () => {
  const CODES = new Set([
    'RATE_LIMITED',
    'NOT_IMPLEMENTED',
    'INSUFFICIENT_BALANCE',
    'QUOTA_EXCEEDED',
    'RESTRICTED',
    'UNAUTHORIZED',
    'INTERNAL',
    'UNSUPPORTED_ENCRYPTION',
    'PAYMENT_FAILED',
    'NOT_FOUND',
    'OTHER',
  ]);
  const AT = new Date('2030-01-01T00:00:00Z');
  const deed = { paymentId: 'p', isSettled: true };

  const exceeded: PayRefusal = {
    kind: 'budget_exceeded',
    limitSat: sat(100n),
    interval: 'day',
    leftSat: sat(10n),
    neededSat: sat(12n),
    resetsAt: AT,
  };
  const payments: readonly (readonly [PayRefusal, string | null, RegExp])[] = [
    [{ kind: 'payment_pending', paymentId: 'p' }, null, /./],
    [{ kind: 'insufficient_balance' }, 'INSUFFICIENT_BALANCE', /balance is too low/],
    [exceeded, 'QUOTA_EXCEEDED', /100 sat per day, 10 sat are left.* 12 sat.* renews at 2030/],
    [{ ...exceeded, interval: 'ever', resetsAt: null }, 'QUOTA_EXCEEDED', /in total.*not renew/],
    [{ kind: 'budget_expired', expiresAt: AT }, 'QUOTA_EXCEEDED', /expired at 2030-01-01/],
    [{ kind: 'too_many_open_payments' }, 'RATE_LIMITED', /too many/],
    [{ kind: 'storage_used_up' }, 'RATE_LIMITED', /try again in an hour/],
    [{ kind: 'bad_input', message: 'words' }, 'PAYMENT_FAILED', /^words$/],
    [{ kind: 'bad_bolt11', detail: 'words' }, 'PAYMENT_FAILED', /^words$/],
    [{ kind: 'invoice_not_payable', detail: 'words' }, 'PAYMENT_FAILED', /^words$/],
    [{ kind: 'payment_failed', reason: 'r', message: 'No way.' }, 'PAYMENT_FAILED', /^No way.$/],
    [{ kind: 'wrong_network', network: 'signet' }, 'PAYMENT_FAILED', /signet/],
    [{ kind: 'bad_custom_record', record: '5' }, 'PAYMENT_FAILED', /^5 is not/],
    [{ ...deed, kind: 'paid_by_other_grant' }, 'PAYMENT_FAILED', /was already paid by another/],
    [{ ...deed, kind: 'hash_paid_by_other_text' }, 'PAYMENT_FAILED', /another invoice/],
    [{ ...deed, kind: 'paid_by_other_grant', isSettled: false }, 'PAYMENT_FAILED', /is being paid/],
    [{ kind: 'amount_missing' }, 'PAYMENT_FAILED', /pass one/],
    [{ kind: 'amount_mismatch' }, 'PAYMENT_FAILED', /differs/],
    [{ kind: 'amount_too_large' }, 'PAYMENT_FAILED', /above/],
    [{ kind: 'not_our_invoice' }, 'PAYMENT_FAILED', /not created/],
    [{ kind: 'account_record_missing' }, 'PAYMENT_FAILED', /696969/],
    [{ kind: 'account_record_unknown' }, 'PAYMENT_FAILED', /696969/],
    [{ kind: 'bad_destination' }, 'PAYMENT_FAILED', /node/],
    [{ kind: 'invoice_expired' }, 'PAYMENT_FAILED', /expired/],
    [{ kind: 'invoice_settled' }, 'PAYMENT_FAILED', /already paid/],
    [{ kind: 'invoice_not_ready' }, 'PAYMENT_FAILED', /moment/],
    [{ kind: 'hash_in_use' }, 'PAYMENT_FAILED', /moment/],
    [{ kind: 'outside_payments_stopped' }, 'PAYMENT_FAILED', /stopped/],
    [{ kind: 'batch_item_cancelled' }, 'PAYMENT_FAILED', /nothing was paid/],
    [{ kind: 'idempotency_mismatch' }, 'INTERNAL', /another/],
  ];
  for (const [refusal, code, words] of payments) {
    test(`of a payment: ${refusal.kind}${'interval' in refusal ? ` ${refusal.interval}` : ''}`, () => {
      const error = payError(refusal);
      assert.equal(error?.code ?? null, code);
      if (error !== null) assert.match(error.message, words);
    });
  }

  test('of invoices, look-ups, lists and requests: codes of the standard alone', () => {
    const requests: readonly RequestRefusal[] = [
      { kind: 'unauthorized' },
      { kind: 'rate_limited' },
      { kind: 'unsupported_encryption' },
      { kind: 'undecryptable' },
      { kind: 'bad_body', message: 'words' },
      { kind: 'not_implemented', method: 'x' },
      { kind: 'bad_params', method: 'pay_keysend', message: 'words' },
      { kind: 'bad_params', method: 'list_transactions', message: 'words' },
      { kind: 'restricted', method: 'pay_invoice' },
      { kind: 'begun_too_late' },
    ];
    const errors = [
      ...requests.map(requestError),
      createInvoiceError({ kind: 'bad_input', message: 'words' }),
      createInvoiceError({ kind: 'currency_not_supported', currency: 'usd' }),
      createInvoiceError({ kind: 'amount_too_large' }),
      createInvoiceError({ kind: 'too_many_open_invoices' }),
      createInvoiceError({ kind: 'too_many_new_invoices' }),
      createInvoiceError({ kind: 'storage_used_up' }),
      createInvoiceError({ kind: 'idempotency_mismatch' }),
      findInvoiceError({ kind: 'invoice_not_found' }),
      historyError({ kind: 'too_many_lists' }),
      historyError({ kind: 'unknown_identifier', identifier: 'x' }),
    ];
    assert.deepEqual(
      errors.map(({ code }) => code),
      [
        ...['UNAUTHORIZED', 'RATE_LIMITED', 'UNSUPPORTED_ENCRYPTION', 'OTHER', 'OTHER'],
        ...['NOT_IMPLEMENTED', 'PAYMENT_FAILED', 'OTHER', 'RESTRICTED', 'PAYMENT_FAILED'],
        ...['OTHER', 'OTHER', 'OTHER', 'RATE_LIMITED', 'RATE_LIMITED', 'RATE_LIMITED'],
        ...['INTERNAL', 'NOT_FOUND', 'RATE_LIMITED', 'OTHER'],
      ],
    );
    for (const { code, message } of errors) {
      assert.ok(CODES.has(code) && message !== '', code);
    }
  });

  test('words of strangers are cut and cleaned', () => {
    const { message } = nwcError('OTHER', `a\u0000${'💛'.repeat(1000)}`);
    assert.equal(message.length, 999);
    assert.ok(message.isWellFormed() && !message.includes('\u0000'));
  });
});
