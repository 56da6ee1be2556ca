import type { AccountPorts } from '../../accounts/pages/account-ports.ts';
import type { KeyLimit } from '../../base/key-limit.ts';
import type { ContactStore } from '../../contacts/contact-store.ts';
import type { AliasCache } from '../../invoices/alias-cache.ts';
import type { InvoiceStore } from '../../invoices/invoice-store.ts';
import type { WithdrawalStore } from '../../onchain/withdrawal-store.ts';
import type { ApprovalStore } from '../../payments/approval-store.ts';
import type { ApprovePaymentDeps } from '../../payments/approve-payment.ts';
import type { ReadWalletDeps } from '../../send/read-send-draft.ts';
import type { WatchDeps } from '../../web/live/live.ts';
import type { ReaderRateDeps } from '../../web/pages/reader-rate.ts';
import type { AskingSpenderStore } from '../asking-spender.ts';
import type { PaidPayees } from '../paid-payees.ts';

export interface ApprovalPageDeps
  extends WatchDeps,
    ReaderRateDeps,
    ReadWalletDeps,
    Omit<ApprovePaymentDeps, 'approvals' | 'withdrawals'> {
  readonly accounts: AccountPorts;
  readonly aliases: AliasCache;
  readonly approvals: ApprovalStore;
  readonly askingSpenders: AskingSpenderStore;
  readonly contacts: Pick<ContactStore, 'findByTargets'>;
  readonly invoices: Pick<InvoiceStore, 'findInvoiceByHash'>;
  readonly paidPayees: PaidPayees;
  /** Limits how many calls of one user wait for a payment at the same time. */
  readonly paymentCalls: KeyLimit;
  readonly withdrawals: ApprovePaymentDeps['withdrawals'] &
    Pick<WithdrawalStore, 'findOwner' | 'findOfUser'>;
}
