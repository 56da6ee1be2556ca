import type { AccountPorts } from '../../accounts/pages/account-ports.ts';
import type { ActivityStore } from '../../activity/activity-store.ts';
import type { StandingPort } from '../../activity/home/standing-port.ts';
import type { KeyLimit } from '../../base/key-limit.ts';
import type { Result } from '../../base/result.ts';
import type { Rates } from '../../fiat/rates.ts';
import type { ArchiveStore } from '../../leaving/archive-store.ts';
import type { ClosingStore } from '../../leaving/closing-store.ts';
import type { WalletStore } from '../../ledger/wallet-store.ts';
import type { NoticeInboxStore } from '../../notices/notice.ts';
import type { ActionsPort } from '../../operate/pages/actions-port.ts';
import type { OversightPort } from '../../operate/pages/oversight-port.ts';
import type { NodeReport } from '../../operate/read-node-report.ts';
import type { Overview } from '../../operate/read-overview.ts';
import type { CheckpointStore } from '../../proof/checkpoint-store.ts';
import type { Sends } from '../../send/sends.ts';
import type { StatementStore } from '../../statements/statement.ts';
import type { Language } from '../../users/preferences.ts';
import type { UserStore } from '../../users/user-store.ts';
import type { LiveHub } from '../../web/live/live-hub.ts';
import type { SessionPort } from '../../web/pages/page-session.ts';
import type { LanguageTexts } from '../../web/texts/en.ts';

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
  readonly leaving: LeavingPort;
  readonly accounts: AccountPorts;
  readonly operator: OperatorPort;
  readonly oversight: OversightPort;
  readonly actions: ActionsPort;
  readonly standing: StandingPort;
  readonly live: LiveHub;
  readonly sends: Sends;
  readonly rates: Rates;
  /** Null where money is real. */
  readonly play: PlayPort | null;
  readonly textsOf: (language: Language) => LanguageTexts;
  /** Hosts that the pages answer on (see `hostPattern`), null where they share it with the API. */
  readonly pagesHost: RegExp | null;
}

/** What people take along, and how they go. */
export interface LeavingPort {
  readonly archives: ArchiveStore;
  /** Archives of one user that are being sent. */
  readonly archiveFiles: KeyLimit;
  readonly closings: ClosingStore;
}

/** What pages show to operators. */
export interface OperatorPort {
  /** All who look within a moment are shown the same one: it asks the node and many tables. */
  readOverview(): Promise<Overview>;
  readNode(): Promise<NodeReport>;
  /** Up to MAX_COUNTED. */
  countOpenAlarms(): Promise<number>;
}

/** A wallet outside of the service, on the simulated network. Refusals are sentences. */
export interface PlayPort {
  pay(bolt11: string): Promise<Result<unknown, string>>;
  /** Answers a BOLT11 text. */
  makeInvoice(amountSat: number, memo: string): Promise<Result<string, string>>;
}
