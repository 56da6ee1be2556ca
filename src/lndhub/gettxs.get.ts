import { satToNumber } from '../base/amount.ts';
import { unixSeconds } from '../base/wire-time.ts';
import { answerList } from './answer-list.ts';
import { bufferJson } from './buffer-json.ts';
import { readLimit, readOffset } from './list-limit.ts';
import { listOutgoing, type OutgoingEntry } from './list-with-open.ts';
import type { LndhubRoute } from './lndhub-route.ts';
import { presentMoved } from './present-chain.ts';

/**
 * Lists payments that are under way, followed by settled payments and on-chain transactions, newest
 * first.
 */
export const route: LndhubRoute = {
  method: 'GET',
  path: '/gettxs',
  access: 'transactions:read',
  handle: async (deps, { caller, query, hangUp }) => {
    const page = { limit: readLimit(query), offset: readOffset(query) };
    const tipHeight = await deps.deposits.readHeight();
    const hasArrived = caller.scopes.has('invoices:read');
    const asked = { userId: caller.userId, hangUp, hasArrived, ...page };
    return await answerList(deps, caller, page.limit, () =>
      listOutgoing(deps, asked, (entry) => presentEntry(entry, tipHeight)),
    );
  },
};

/**
 * Presents a payment. BlueWallet adds up the `value` of all entries, so `value` includes the fee.
 */
function presentEntry(entry: OutgoingEntry, tipHeight: number | null): object {
  if (entry.kind === 'chain') return presentMoved(entry.transaction, tipHeight);
  if (entry.kind === 'open') {
    const { payment } = entry;
    const [amount, held] = [satToNumber(entry.amountSat), satToNumber(payment.heldSat)];
    return {
      ...COMMON,
      payment_hash: bufferJson(payment.paymentHash),
      payment_preimage: '',
      payment_request: payment.bolt11,
      value: held,
      fee: held - amount,
      timestamp: unixSeconds(payment.createdAt),
      memo: 'Payment in transition',
      keysend: payment.kind === 'keysend',
      custom_records: null,
    };
  }
  const { record, movement } = entry;
  return {
    ...COMMON,
    payment_hash: bufferJson(record.payment_hash),
    payment_preimage: record.preimage ?? '',
    payment_request: record.payment_request,
    value: record.amount + record.fee,
    fee: record.fee,
    timestamp: record.creation_date,
    memo: record.memo ?? '',
    keysend: movement === 'keysend',
    custom_records: record.custom_records,
  };
}

const COMMON = { type: 'paid_invoice' };
