import type { AccountPorts } from '../../accounts/pages/account-ports.ts';
import type { ServiceStatus } from '../../activity/service-status.ts';
import type { ActionsPort } from '../../admin/pages/actions-port.ts';
import type { OperatorPort } from '../../admin/pages/operator-page-deps.ts';
import type { OperatorStores } from '../../admin/pages/operator-stores.ts';
import type { KeyLimit } from '../../base/key-limit.ts';
import type { Rates } from '../../fiat/rates.ts';
import type { TextsOf } from '../../i18n/language-texts.ts';
import type { Push } from '../../push/push.ts';
import type { SimulatedWalletPort } from '../../receive/simulated-wallet-port.ts';
import type { PayFlow } from '../../send/pay-flow.ts';
import type { UserStore } from '../../users/user-store.ts';
import type { LiveHub } from '../../web/live/live-hub.ts';
import type { SessionPort } from '../../web/pages/page-session.ts';
import type { SharedStores } from '../shared-stores.ts';

/** What the pages need and the API does not. */
export interface PageOnlyDeps extends SharedStores {
  /**
   * Counts, for each user, the statements and archives that are being sent to them, to limit their
   * number.
   */
  readonly statementFiles: KeyLimit;
  readonly archiveFiles: KeyLimit;
  readonly sessions: SessionPort;
  readonly users: UserStore;
  readonly accounts: AccountPorts;
  readonly operator: OperatorPort;
  readonly operatorStores: OperatorStores;
  readonly actions: ActionsPort;
  readonly serviceStatus: ServiceStatus;
  readonly live: LiveHub;
  readonly payFlow: PayFlow;
  readonly push: Push;
  /** Counts, for each user, the test messages to browsers that are being sent. */
  readonly pushTests: KeyLimit;
  readonly rates: Rates;
  /** The simulated wallet that gives users play money; null where money is real. */
  readonly play: SimulatedWalletPort | null;
  readonly textsOf: TextsOf;
  /**
   * The hosts at which the pages answer (see `hostPattern`); null if pages and API share their
   * hosts.
   */
  readonly pagesHost: RegExp | null;
}
