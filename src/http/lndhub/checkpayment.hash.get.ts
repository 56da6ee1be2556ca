import { findInvoice } from '../../usecases/receipts/find-invoice.ts';
import type { WalletRecord } from '../../wallet/wallet-record.ts';
import { answerBody, answerError } from './lndhub-answer.ts';
import { badArguments } from './lndhub-errors.ts';
import type { LndhubRoute } from './lndhub-route.ts';

/** Whether an invoice or payment of this user has settled. Those of others are unknown. */
export const route: LndhubRoute = {
  method: 'GET',
  path: '/checkpayment/:hash',
  access: 'invoices:read',
  handle: async (deps, { caller, params }) => {
    const found = await findInvoice(deps, { caller, paymentHash: params['hash'] ?? '' });
    if (!found.ok) return answerError(badArguments('Bad arguments: invoice not found'));
    const record: WalletRecord = JSON.parse(found.value);
    return answerBody({ paid: record.settled });
  },
};
