import { addHoldInvoiceEndpoint } from './add-hold-invoice.ts';
import { addInvoiceEndpoint } from './add-invoice.ts';
import { cancelInvoiceEndpoint } from './cancel-invoice.ts';
import { bumpFeeEndpoint } from './chain/bump-fee.ts';
import { getBestBlockEndpoint, getBlockHashEndpoint } from './chain/chain-kit.ts';
import { exportBackupsEndpoint, subscribeBackupsEndpoint } from './chain/channel-backup.ts';
import { closeChannelEndpoint } from './chain/close-channel.ts';
import { closedChannelsEndpoint } from './chain/closed-channels.ts';
import { connectPeerEndpoint } from './chain/connect-peer.ts';
import { finalizePsbtEndpoint } from './chain/finalize-psbt.ts';
import { fundPsbtEndpoint } from './chain/fund-psbt.ts';
import {
  getTransactionEndpoint,
  getTransactionsEndpoint,
  subscribeTransactionsEndpoint,
} from './chain/get-transactions.ts';
import { leaseOutputEndpoint, listLeasesEndpoint, releaseOutputEndpoint } from './chain/leases.ts';
import { listSweepsEndpoint } from './chain/list-sweeps.ts';
import { listUnspentEndpoint } from './chain/list-unspent.ts';
import { newAddressEndpoint, nextAddressEndpoint } from './chain/new-address.ts';
import { openChannelEndpoint } from './chain/open-channel.ts';
import { pendingChannelsEndpoint } from './chain/pending-channels.ts';
import { publishTransactionEndpoint } from './chain/publish-transaction.ts';
import { registerConfirmationsEndpoint } from './chain/register-confirmations.ts';
import { registerSpendsEndpoint } from './chain/register-spends.ts';
import { walletBalanceEndpoint } from './chain/wallet-balance.ts';
import {
  estimateFeeEndpoint,
  estimateFeeRateEndpoint,
  requiredReserveEndpoint,
} from './chain/wallet-fees.ts';
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

/** The calls of LND that simulated nodes serve. */
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
  walletBalanceEndpoint,
  newAddressEndpoint,
  nextAddressEndpoint,
  getTransactionsEndpoint,
  getTransactionEndpoint,
  subscribeTransactionsEndpoint,
  listUnspentEndpoint,
  requiredReserveEndpoint,
  estimateFeeRateEndpoint,
  estimateFeeEndpoint,
  pendingChannelsEndpoint,
  closedChannelsEndpoint,
  listSweepsEndpoint,
  openChannelEndpoint,
  closeChannelEndpoint,
  connectPeerEndpoint,
  exportBackupsEndpoint,
  subscribeBackupsEndpoint,
  getBlockHashEndpoint,
  getBestBlockEndpoint,
  registerConfirmationsEndpoint,
  registerSpendsEndpoint,
  fundPsbtEndpoint,
  finalizePsbtEndpoint,
  publishTransactionEndpoint,
  listLeasesEndpoint,
  leaseOutputEndpoint,
  releaseOutputEndpoint,
  bumpFeeEndpoint,
];
