import { MAX_ARCHIVE_FILES } from '../../account-closure/limits.ts';
import type { AccountDeps } from '../../accounts/account-deps.ts';
import { createBrowserSessions } from '../../accounts/browser/browser-sessions.ts';
import { ADDRESS_RATES } from '../../accounts/limits.ts';
import type { ServiceStatus } from '../../activity/service-status.ts';
import type { ActionsPort } from '../../admin/pages/actions-port.ts';
import type { OperatorPort } from '../../admin/pages/operator-page-deps.ts';
import type { OperatorStores } from '../../admin/pages/operator-stores.ts';
import { createKeyLimit } from '../../base/key-limit.ts';
import type { Notifier } from '../../base/notifier.ts';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../database/db.ts';
import { createRates } from '../../fiat/fiat.ts';
import { textsOf } from '../../i18n/io/catalogues.ts';
import { MAX_PUSH_TESTS } from '../../push/limits.ts';
import type { Push } from '../../push/push.ts';
import { createSimulatedWallet } from '../../receive/receive.ts';
import type { PayFlow } from '../../send/pay-flow.ts';
import { MAX_STATEMENT_FILES } from '../../statements/limits.ts';
import { pagesHostPattern } from '../../web/host-pattern.ts';
import { createLiveHub } from '../../web/live/live-hub.ts';
import { createLiveStore } from '../../web/live/sql/live-store.ts';
import { createNetworkRates } from '../../web/rate-limits/network-rates.ts';
import type { AppContext } from '../context/app-context.ts';
import type { PageOnlyDeps } from '../pages/page-only-deps.ts';
import type { SharedStores } from '../shared-stores.ts';

export interface PagesOptions {
  readonly context: Pick<AppContext, 'config' | 'clock' | 'log'>;
  readonly database: Database;
  readonly stores: SharedStores;
  readonly accounts: AccountDeps;
  readonly operator: OperatorPort;
  readonly operatorStores: OperatorStores;
  readonly actions: ActionsPort;
  readonly serviceStatus: ServiceStatus;
  readonly liveNotifier: Notifier;
  readonly payFlow: PayFlow;
  readonly push: Push;
}

/** Creates what the pages need beyond what they share with the API. */
export function composePages(options: PagesOptions): PageOnlyDeps {
  const { context, database, stores, accounts, operator, liveNotifier: notifier } = options;
  const { config, clock } = context;
  const addressRates = config.rateLimit.isOn ? createNetworkRates(clock, ADDRESS_RATES) : null;
  const sessions = createBrowserSessions({ ...accounts, addressRates });
  return {
    sessions,
    users: accounts.users,
    ...stores,
    statementFiles: createKeyLimit(MAX_STATEMENT_FILES),
    archiveFiles: createKeyLimit(MAX_ARCHIVE_FILES),
    accounts: { ...accounts, browsers: sessions, addressRates },
    operator,
    serviceStatus: options.serviceStatus,
    operatorStores: options.operatorStores,
    actions: options.actions,
    payFlow: options.payFlow,
    push: options.push,
    pushTests: createKeyLimit(MAX_PUSH_TESTS),
    rates: createRates(config, stores.rateStore),
    live: createLiveHub({ ...context, live: createLiveStore(database), notifier }),
    play: createSimulatedWallet(config),
    textsOf,
    pagesHost: pagesHost(config),
  };
}

/** The pattern of the pages' host; null if pages and API have the same host. */
const pagesHost = ({ authUrl, baseUrl }: Pick<Config, 'authUrl' | 'baseUrl'>): RegExp | null =>
  authUrl === null || baseUrl === null ? null : pagesHostPattern(authUrl, baseUrl);
