import { addHoldInvoiceEndpoint } from './add-hold-invoice.ts';
import { addInvoiceEndpoint } from './add-invoice.ts';
import { cancelInvoiceEndpoint } from './cancel-invoice.ts';
import { channelBalanceEndpoint } from './channel-balance.ts';
import { checkMacaroonPermissionsEndpoint } from './check-macaroon-permissions.ts';
import { decodePayReqEndpoint } from './decode-pay-req.ts';
import { deleteCanceledInvoiceEndpoint } from './delete-canceled-invoice.ts';
import type { Endpoint } from './endpoint.ts';
import { getInfoEndpoint } from './get-info.ts';
import { getNodeInfoEndpoint } from './get-node-info.ts';
import { listChannelsEndpoint } from './list-channels.ts';
import { listInvoicesEndpoint } from './list-invoices.ts';
import { listPaymentsEndpoint } from './list-payments.ts';
import { lookupHtlcResolutionEndpoint } from './lookup-htlc-resolution.ts';
import { lookupInvoiceEndpoint } from './lookup-invoice.ts';
import { lookupInvoiceV2Endpoint } from './lookup-invoice-v2.ts';
import { sendPaymentEndpoint } from './send-payment.ts';
import { settleInvoiceEndpoint } from './settle-invoice.ts';
import { subscribeInvoicesEndpoint } from './subscribe-invoices.ts';
import { trackPaymentEndpoint } from './track-payment.ts';
import { trackPaymentsEndpoint } from './track-payments.ts';

/** The part of LND's interface that simulated nodes serve. */
export const ENDPOINTS: readonly Endpoint[] = [
  getInfoEndpoint,
  channelBalanceEndpoint,
  listChannelsEndpoint,
  addInvoiceEndpoint,
  lookupInvoiceEndpoint,
  lookupInvoiceV2Endpoint,
  lookupHtlcResolutionEndpoint,
  listInvoicesEndpoint,
  subscribeInvoicesEndpoint,
  cancelInvoiceEndpoint,
  deleteCanceledInvoiceEndpoint,
  addHoldInvoiceEndpoint,
  settleInvoiceEndpoint,
  sendPaymentEndpoint,
  trackPaymentEndpoint,
  trackPaymentsEndpoint,
  listPaymentsEndpoint,
  getNodeInfoEndpoint,
  decodePayReqEndpoint,
  checkMacaroonPermissionsEndpoint,
];
