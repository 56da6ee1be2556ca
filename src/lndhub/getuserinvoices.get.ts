import type { MovementKind } from '../ledger/movement-kind.ts';
import type { WalletRecord } from '../ledger/wallet-record.ts';
import { ADD_INDEX } from './addinvoice.post.ts';
import { answerList } from './answer-list.ts';
import { bufferJson } from './buffer-json.ts';
import { readLimit } from './list-limit.ts';
import { listIncoming } from './list-with-open.ts';
import type { LndhubRoute } from './lndhub-route.ts';

/**
 * Lists received money and unpaid invoices, newest first. Apps search this list for an invoice that
 * they have just created. Unpaid invoices that strangers requested through the lightning address
 * are left out, because they could fill the list.
 */
export const route: LndhubRoute = {
  method: 'GET',
  path: '/getuserinvoices',
  access: 'invoices:read',
  handle: async (deps, { caller, query, hangUp }) => {
    const limit = readLimit(query);
    return await answerList(deps, caller, limit, () =>
      listIncoming(deps, { userId: caller.userId, hangUp, limit }, presentInvoice),
    );
  },
};

const presentInvoice = (record: WalletRecord, kind: MovementKind): object => ({
  r_hash: bufferJson(record.payment_hash),
  payment_hash: record.payment_hash,
  payment_request: record.payment_request,
  pay_req: record.payment_request,
  description: record.memo || record.keysend_message || record.comment || '',
  type: 'user_invoice',
  timestamp: record.creation_date,
  expire_time: record.expiry,
  amt: record.amount,
  ispaid: record.settled,
  keysend: kind === 'keysend',
  custom_records: record.custom_records,
  add_index: ADD_INDEX,
});
