import type { ServiceKeys } from '../authorization/service-keys.ts';
import { addressRules } from '../base/address-rules.ts';
import { HOUR_SEC, MINUTE_SEC } from '../base/durations.ts';
import type { Jobs, Loop } from '../base/jobs.ts';
import type { Context } from '../config/context.ts';
import { createReceiptKeys, type ReceiptKeys } from '../nostr/receipt-keys.ts';
import { openRelayPublisher } from '../nostr/relays/relay-publisher.ts';
import type { Page } from '../web/pages/page.ts';
import { accountByLinkPages } from './pages/account-by-link.ts';
import { addressPages } from './pages/address.ts';
import type { AddressPageDeps } from './pages/address-page-deps.ts';
import { addressPayPagePages } from './pages/address-pay-page.ts';
import { addressPrintPages } from './pages/address-print.ts';
import { addressZapPages } from './pages/address-zaps.ts';
import { payPages } from './pages/pay.ts';
import { payInvoicePages } from './pages/pay-invoice.ts';
import { type PruneAddressInvoicesDeps, pruneAddressInvoices } from './prune-address-invoices.ts';
import { type PruneZapDeliveriesDeps, pruneZapDeliveries } from './prune-zap-deliveries.ts';
import { sendZapReceipts } from './send-zap-receipts.ts';
import type { ZapDeliveryStore } from './zap-delivery-store.ts';

/** Pages about lightning addresses, for their owners and for those who pay them. */
export const ADDRESS_PAGES: readonly Page<AddressPageDeps>[] = [
  ...accountByLinkPages,
  ...addressPages,
  ...addressPayPagePages,
  ...addressZapPages,
  ...addressPrintPages,
  ...payPages,
  ...payInvoicePages,
];

export const addressJobs = (deps: PruneAddressInvoicesDeps & PruneZapDeliveriesDeps): Jobs => ({
  'sweep-address-invoices': {
    work: (_, signal) => pruneAddressInvoices(deps, signal),
    everySec: MINUTE_SEC,
  },
  'sweep-zap-deliveries': {
    work: (_, signal) => pruneZapDeliveries(deps, signal),
    everySec: HOUR_SEC,
  },
});

export interface Zaps {
  readonly receiptKeys: ReceiptKeys;
  /** Whether Nostr relays may be reached without TLS. */
  readonly hasPlainRelays: boolean;
  /** Sends zap receipts until the process is told to stop. */
  readonly sendReceipts: Loop;
}

export function createZaps(
  context: Context,
  zapDeliveries: ZapDeliveryStore,
  serviceKeys: ServiceKeys,
): Zaps {
  const { clock } = context;
  const addresses = addressRules(context.config.outboundAllow);
  const receiptKeys = createReceiptKeys(serviceKeys.keptKey('zap receipts'));
  const relays = openRelayPublisher({ addresses, clock });
  return {
    receiptKeys,
    hasPlainRelays: addresses.hasListed,
    sendReceipts: (stop) =>
      sendZapReceipts({ ...context, zapDeliveries, receiptKeys, relays }, stop),
  };
}
