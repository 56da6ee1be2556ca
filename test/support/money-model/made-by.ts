import type { InvoiceOrigin } from '../../../src/invoices/invoice-store.ts';
import { NODE_PUBKEY } from './events.ts';

/** The origin of an invoice that a grant with this name made. */
export const madeBy = (grantId: string): InvoiceOrigin => ({
  grantId,
  nodePubkey: NODE_PUBKEY,
  seesBalance: true,
});
