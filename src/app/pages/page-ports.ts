import type { AccountPorts } from '../../accounts/pages/account-ports.ts';
import type { ActivityStore } from '../../activity/activity-store.ts';
import type { ServiceStatus } from '../../activity/service-status.ts';
import type { KeyLimit } from '../../base/key-limit.ts';
import type { Rates } from '../../fiat/rates.ts';
import type { ArchiveStore } from '../../leaving/archive-store.ts';
import type { ClosingStore } from '../../leaving/closing-store.ts';
import type { WalletStore } from '../../ledger/wallet-store.ts';
import type { NoticeInboxStore } from '../../notices/notice.ts';
import type { ActionsPort } from '../../operate/pages/actions-port.ts';
import type { OperatorPort } from '../../operate/pages/operator-page-deps.ts';
import type { OversightPort } from '../../operate/pages/oversight-port.ts';
import type { CheckpointStore } from '../../proof/checkpoint-store.ts';
import type { PlayPort } from '../../receive/play-port.ts';
import type { Sends } from '../../send/sends.ts';
import type { StatementStore } from '../../statements/statement.ts';
import type { Language } from '../../users/preferences.ts';
import type { UserStore } from '../../users/user-store.ts';
import type { LiveHub } from '../../web/live/live-hub.ts';
import type { SessionPort } from '../../web/pages/page-session.ts';
import type { LanguageTexts } from '../../web/texts/languages.ts';

/** What only pages need, beside what they share with the API. */
export interface PagePorts {
  readonly sessions: SessionPort;
  readonly users: UserStore;
  readonly wallets: WalletStore;
  readonly activity: ActivityStore;
  readonly statements: StatementStore;
  readonly proofs: CheckpointStore;
  readonly noticeInboxes: NoticeInboxStore;
  /** Files of one user that are being sent. */
  readonly statementFiles: KeyLimit;
  readonly archives: ArchiveStore;
  /** Archives of one user that are being sent. */
  readonly archiveFiles: KeyLimit;
  readonly closings: ClosingStore;
  readonly accounts: AccountPorts;
  readonly operator: OperatorPort;
  readonly oversight: OversightPort;
  readonly actions: ActionsPort;
  readonly standing: ServiceStatus;
  readonly live: LiveHub;
  readonly sends: Sends;
  readonly rates: Rates;
  /** Null where money is real. */
  readonly play: PlayPort | null;
  readonly textsOf: (language: Language) => LanguageTexts;
  /** Hosts that the pages answer on (see `hostPattern`), null where they share it with the API. */
  readonly pagesHost: RegExp | null;
}
