import type { AccountPorts } from '../../accounts/pages/account-ports.ts';
import type { KeyLimit } from '../../base/key-limit.ts';
import type { ContactStore } from '../../contacts/contact-store.ts';
import type { InvoiceStore } from '../../invoices/invoice-store.ts';
import type { RequestStore } from '../../money-requests/request-store.ts';
import type { WatchDeps } from '../../web/live/live.ts';
import type { ReaderRateDeps } from '../../web/pages/reader-rate.ts';
import type { Site } from '../../web/site.ts';
import type { PayFlow } from '../pay-flow.ts';
import type { ReadSendDraftDeps } from '../read-send-draft.ts';

export interface SendPageDeps extends WatchDeps, ReaderRateDeps, ReadSendDraftDeps {
  readonly config: ReadSendDraftDeps['config'] & { readonly site: Site };
  readonly accounts: AccountPorts;
  readonly invoices: InvoiceStore;
  readonly contacts: ContactStore;
  readonly payFlow: PayFlow;
  readonly requests: Pick<RequestStore, 'countAsked'>;
  /** Limits how many calls of one user wait for a payment at the same time. */
  readonly paymentCalls: KeyLimit;
}
