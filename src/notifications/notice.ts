import type { Msat, Sat } from '../base/amount.ts';
import type { MailReader } from '../i18n/mail-texts.ts';

/** What people are told of, in the order in which they choose it. */
export const NOTICE_KINDS = [
  'received',
  'ended',
  'asked',
  'limit',
  'budget',
  'app',
  'sign_in',
  'webhook_off',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** How: not at all, under the bell, or by mail too. */
export const NOTICE_WAYS = ['none', 'bell', 'mail'] as const;
export type NoticeWay = (typeof NOTICE_WAYS)[number];
export type NoticeWays = Readonly<Record<NoticeKind, NoticeWay>>;

/** What happened. Texts are those of apps, browsers and endpoints. */
export type NoticeMatter =
  | { readonly kind: 'received'; readonly identifier: string }
  /** Payments that were on their way for longer than anyone waits. */
  | { readonly kind: 'ended'; readonly isPaid: boolean; readonly identifier: string }
  /** Someone here asks for money. */
  | { readonly kind: 'asked'; readonly requestId: string }
  /** Money arrived above the most that a wallet may hold. */
  | { readonly kind: 'limit'; readonly limitSat: Sat }
  | { readonly kind: 'budget'; readonly grantId: string; readonly percent: 80 | 100 }
  | { readonly kind: 'app'; readonly grantId: string; readonly name: string }
  | { readonly kind: 'sign_in'; readonly device: string; readonly address: string }
  | { readonly kind: 'webhook_off'; readonly endpointId: string; readonly url: string };

/** Several things of one kind, as long as no one has read of them. */
export interface Notice {
  readonly number: bigint;
  /** Grows with each thing that is counted in it. */
  readonly seq: bigint;
  readonly matter: NoticeMatter;
  readonly count: bigint;
  /** There were more than were counted. */
  readonly isMore: boolean;
  readonly amountMsat: Msat | null;
  readonly toldAt: Date;
  readonly isUnread: boolean;
}

export interface Inbox {
  /** Newest first. */
  readonly notices: readonly Notice[];
  readonly ways: NoticeWays;
}

/** What one mail says. */
export interface DueMail {
  /** Null for a user without one: then the bell is all there is. */
  readonly email: string | null;
  readonly reader: MailReader;
  readonly notices: readonly Notice[];
}

/** Kind of the job that mails; its payload is `{ userId }`. The database writes it. */
export const MAIL_NOTICES_JOB = 'mail-notices';

/** Port: what people are told of. */
export interface NoticeInboxStore {
  /** Finds what is new about their money; answers how many notices they have not read. */
  lookForNotices(userId: string, at: Date): Promise<number>;
  readInbox(userId: string): Promise<Inbox>;
  /**
   * All of them have been read now. Answers the `seq` above which they had not been; null when none
   * was unread.
   */
  markRead(userId: string): Promise<bigint | null>;
  setWays(userId: string, ways: NoticeWays): Promise<void>;
  /**
   * People who want mail about their money, and in whose wallets something has moved since the last
   * look, in the order of their ids; of these, or of all.
   */
  listToLookAt(
    among: readonly string[] | null,
    afterUserId: string | null,
    limit: number,
  ): Promise<readonly string[]>;
  /** Null when nothing is to be mailed. */
  findDueMail(userId: string): Promise<DueMail | null>;
  markMailed(userId: string, numbers: readonly bigint[]): Promise<void>;
  pruneNotices(toldBefore: Date, limit: number): Promise<number>;
  pruneSignInPlaces(before: Date, limit: number): Promise<number>;
  /** Forgets what was told about budgets that are gone. */
  pruneToldBudgets(limit: number): Promise<number>;
}
