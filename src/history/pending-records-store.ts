import type { Invoice } from '../ledger/invoice.ts';
import type { Payment } from '../ledger/payment.ts';

/**
 * Port: invoices and payments without a settled record, for apps that list them among settled ones.
 */
export interface PendingRecordsStore {
  /**
   * Lists unpaid invoices among the user's newest `limit`, expired ones too, newest first. Invoices
   * that strangers asked for by an address do not count.
   */
  listUnpaidInvoices(userId: string, limit: number): Promise<readonly Invoice[]>;
  /** Lists payments that have not ended, newest first. */
  listOpenPayments(userId: string, limit: number): Promise<readonly Payment[]>;
}
