import type { AccountPorts } from '../../accounts/pages/account-ports.ts';
import type { AskingSpenderStore } from '../../approvals/asking-spender.ts';
import type { PresentAccountDeps } from '../../apps/routes/present-account.ts';
import type { ContactStore } from '../../contacts/contact-store.ts';
import type { AliasCache } from '../../invoices/alias-cache.ts';
import type { WalletStore } from '../../ledger/wallet-store.ts';
import type { PaymentStop } from '../../node/payment-stop.ts';
import type { Onchain } from '../../onchain/look-at-chain.ts';
import type { ApprovalStore } from '../../payments/approval-store.ts';
import type { ReadSendDraftDeps } from '../../send/read-send-draft.ts';
import type { HealthDeps } from '../../web/health.ts';
import type { WatchDeps } from '../../web/live/live.ts';
import type { ReaderRateDeps } from '../../web/pages/reader-rate.ts';
import type { ApiUrl } from '../../web/public-urls.ts';
import type { Site } from '../../web/site.ts';
import type { EndpointStore } from '../../webhooks/endpoint-store.ts';
import type { ActivityStore } from '../activity-store.ts';
import type { ServiceStatus } from '../service-status.ts';

export interface ActivityPageDeps
  extends WatchDeps,
    ReaderRateDeps,
    HealthDeps,
    ApiUrl,
    Pick<PresentAccountDeps, 'addressNames' | 'addressDomain'> {
  readonly accounts: AccountPorts;
  readonly activity: ActivityStore;
  readonly aliases: AliasCache;
  readonly approvals: Pick<ApprovalStore, 'listOfUser'>;
  readonly askingSpenders: AskingSpenderStore;
  readonly contacts: ContactStore;
  readonly config: { readonly site: Site };
  readonly endpoints: EndpointStore;
  /** What the pages need to know about bitcoin addresses; null if the service has none. */
  readonly onchain: Pick<Onchain, 'rules'> | null;
  readonly paymentStop: PaymentStop;
  /** Marks a service with play money, so that pages say so; null where money is real. */
  readonly play: object | null;
  readonly serviceStatus: ServiceStatus;
  readonly users: ReadSendDraftDeps['users'];
  readonly wallets: WalletStore;
}
