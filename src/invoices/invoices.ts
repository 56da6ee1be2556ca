import type { ApiUrl } from '../web/public-urls.ts';
import type { Route } from '../web/route.ts';
import type { AliasBook } from './alias-book.ts';
import type { CreateInvoiceDeps } from './create-invoice.ts';
import { route as decodeInvoice } from './routes/decode.bolt11.invoice.get.ts';
import { route as createInvoice } from './routes/invoices.post.ts';

export interface InvoiceRouteDeps extends CreateInvoiceDeps, ApiUrl {
  readonly aliases: AliasBook;
}

export const INVOICE_ROUTES: readonly Route<InvoiceRouteDeps>[] = [createInvoice, decodeInvoice];
