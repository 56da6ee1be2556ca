import { HOUR_SEC, type Jobs, MINUTE_SEC } from '../base/jobs.ts';
import type { Page } from '../web/pages/page.ts';
import { accountByLinkPages } from './pages/account-by-link.ts';
import { addressPages } from './pages/address.ts';
import type { AddressPageDeps } from './pages/address-page-deps.ts';
import { addressPrintPages } from './pages/address-print.ts';
import { addressZapPages } from './pages/address-zaps.ts';
import { payPages } from './pages/pay.ts';
import { payInvoicePages } from './pages/pay-invoice.ts';
import { type PruneAddressInvoicesDeps, pruneAddressInvoices } from './prune-address-invoices.ts';
import { type PruneZapDeliveriesDeps, pruneZapDeliveries } from './prune-zap-deliveries.ts';

/** Lightning addresses: their owners, and who pays them. */
export const ADDRESS_PAGES: readonly Page<AddressPageDeps>[] = [
  ...accountByLinkPages,
  ...addressPages,
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
