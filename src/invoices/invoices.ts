/**
 * The operations of the API by which apps make and decode invoices, and the jobs that remove
 * invoices.
 */

import { HOUR_SEC } from '../base/durations.ts';
import type { Jobs } from '../base/jobs.ts';
import type { ApiUrl } from '../web/public-urls.ts';
import type { Route } from '../web/route.ts';
import type { AliasCache } from './alias-cache.ts';
import { type CancelNodeInvoicesDeps, cancelNodeInvoices } from './cancel-node-invoices.ts';
import type { CreateInvoiceDeps } from './create-invoice.ts';
import { type PruneUnpaidInvoicesDeps, pruneUnpaidInvoices } from './prune-unpaid-invoices.ts';
import { route as decodeInvoice } from './routes/decode.bolt11.invoice.get.ts';
import { route as createInvoice } from './routes/invoices.post.ts';

export interface InvoiceRouteDeps extends CreateInvoiceDeps, ApiUrl {
  readonly aliases: AliasCache;
}

export const INVOICE_ROUTES: readonly Route<InvoiceRouteDeps>[] = [createInvoice, decodeInvoice];

const CANCEL_EVERY_SEC = 5;

export const invoiceJobs = (deps: CancelNodeInvoicesDeps & PruneUnpaidInvoicesDeps): Jobs => ({
  'cancel-node-invoices': {
    work: (_, signal) => cancelNodeInvoices(deps, signal),
    everySec: CANCEL_EVERY_SEC,
  },
  'sweep-unpaid-invoices': {
    work: (_, signal) => pruneUnpaidInvoices(deps, signal),
    everySec: HOUR_SEC,
  },
});
