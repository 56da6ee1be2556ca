import { findInvoice } from '../history/find-invoice.ts';
import type { WalletRecord } from '../ledger/wallet-record.ts';
import { answerBody, answerError } from './lndhub-answer.ts';
import { badArguments } from './lndhub-errors.ts';
import type { LndhubRoute } from './lndhub-route.ts';

/**
 * Tells whether an invoice or payment of the user has settled. Those of other users count as
 * unknown, and so do the user's own payments if the app may not see payments.
 */
export const route: LndhubRoute = {
  method: 'GET',
  path: '/checkpayment/:hash',
  access: 'invoices:read',
  handle: async (deps, { caller, params }) => {
    const found = await findInvoice(deps, { caller, paymentHash: params['hash'] ?? '' });
    if (!found.ok) return UNKNOWN;
    const record: WalletRecord = JSON.parse(found.value);
    const isSeen = record.type === 'incoming' || caller.scopes.has('transactions:read');
    return isSeen ? answerBody({ paid: record.settled }) : UNKNOWN;
  },
};

const UNKNOWN = answerError(badArguments('Bad arguments: invoice not found'));
