import type { FindInvoiceRefusal, HistoryRefusal } from '../../ledger/wallet-refusals.ts';
import { badArguments, type ErrorTable, fillError, TOO_MANY_LISTS } from '../../web/wire-errors.ts';

export type HistoryQueryRefusal =
  | HistoryRefusal
  /** A time in the query cannot be read; `name` is the name of its parameter. */
  | { readonly kind: 'unreadable_time'; readonly name: string };

const HISTORY: ErrorTable<HistoryQueryRefusal> = {
  unknown_identifier: badArguments('there is no invoice with the identifier {identifier}'),
  unreadable_time: badArguments(
    '{name} takes a time in seconds since 1970 (Unix time), not in milliseconds and not as a date',
  ),
  too_many_lists: TOO_MANY_LISTS,
};

const FIND_INVOICE: ErrorTable<FindInvoiceRefusal> = {
  invoice_not_found: { status: 404, code: 8, message: 'invoice not found' },
};

export const historyError = (refusal: HistoryQueryRefusal) => fillError(HISTORY, refusal);
export const findInvoiceError = (refusal: FindInvoiceRefusal) => fillError(FIND_INVOICE, refusal);
