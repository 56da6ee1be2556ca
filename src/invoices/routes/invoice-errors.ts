import type { CreateInvoiceRefusal, DecodeRefusal } from '../../ledger/wallet-refusals.ts';
import {
  badArguments,
  type ErrorTable,
  fillError,
  KEY_REUSED,
  notNow,
  STORAGE_USED_UP,
} from '../../web/wire-errors.ts';

const CREATE_INVOICE: ErrorTable<CreateInvoiceRefusal> = {
  bad_input: badArguments('{message}'),
  currency_not_supported: badArguments('the currency {currency} is not supported'),
  amount_too_large: notNow('max receive amount exceeded'),
  too_many_open_invoices: notNow(
    'too many open invoices: wait until some of them are paid or expire',
  ),
  too_many_new_invoices: notNow(
    'too many invoices were created within a day: try again in an hour or two',
  ),
  storage_used_up: STORAGE_USED_UP,
  balance_limit_exceeded: notNow(
    'balance limit exceeded: with this invoice the wallet would hold more than it may',
  ),
  idempotency_mismatch: KEY_REUSED,
};

const DECODE: ErrorTable<DecodeRefusal> = { bad_bolt11: badArguments('{detail}') };

export const createInvoiceError = (refusal: CreateInvoiceRefusal) =>
  fillError(CREATE_INVOICE, refusal);
export const decodeError = (refusal: DecodeRefusal) => fillError(DECODE, refusal);
