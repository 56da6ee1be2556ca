import type { InvoiceOrigin } from '../../../src/invoices/invoice-store.ts';
import { NODE_PUBKEY } from './events.ts';

/** Where an invoice comes from that a grant of this name made. */
export const madeBy = (grantId: string): InvoiceOrigin => ({
  grantId,
  nodePubkey: NODE_PUBKEY,
  seesBalance: true,
});
