import type { Invoice } from '../ledger/invoice.ts';
import type { Payment } from '../ledger/payment.ts';

/**
 * Port: invoices and payments that have not settled and so have no record, for protocols whose
 * lists show them among settled ones.
 */
export interface PendingRecordsStore {
  /**
   * Lists the unpaid invoices among the newest `limit` invoices of a user, newest first and with
   * expired ones. Invoices that strangers asked for by the user's lightning address do not count.
   */
  listUnpaidInvoices(userId: string, limit: number): Promise<readonly Invoice[]>;
  /** Lists a user's payments that have not ended, newest first. */
  listOpenPayments(userId: string, limit: number): Promise<readonly Payment[]>;
}
