import type { Msat, Sat } from '../base/amount.ts';
import type { MailReader } from '../i18n/mail-texts.ts';

/** Kinds of notices, in the order in which people choose them. */
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

/** Ways of telling: not at all, under the bell, or by mail too. */
export const NOTICE_WAYS = ['none', 'bell', 'mail'] as const;
export type NoticeWay = (typeof NOTICE_WAYS)[number];
export type NoticeWays = Readonly<Record<NoticeKind, NoticeWay>>;

/** The event of a notice. Texts are those of apps, browsers and endpoints. */
export type NoticeMatter =
  | { readonly kind: 'received'; readonly identifier: string }
  /** Payments ended that were on their way for longer than anyone waits. */
  | { readonly kind: 'ended'; readonly isPaid: boolean; readonly identifier: string }
  /** Another user here asks for money. */
  | { readonly kind: 'asked'; readonly requestId: string }
  /** Money arrived above the most that a wallet may hold. */
  | { readonly kind: 'limit'; readonly limitSat: Sat }
  | { readonly kind: 'budget'; readonly grantId: string; readonly percent: 80 | 100 }
  | { readonly kind: 'app'; readonly grantId: string; readonly name: string }
  | { readonly kind: 'sign_in'; readonly device: string; readonly address: string }
  | { readonly kind: 'webhook_off'; readonly endpointId: string; readonly url: string };

/** A notice of several things of one kind, as long as its user has not read it. */
export interface Notice {
  readonly number: bigint;
  /** A number that grows with each thing that is counted in it. */
  readonly seq: bigint;
  readonly matter: NoticeMatter;
  readonly count: bigint;
  /** Whether there were more than were counted. */
  readonly isMore: boolean;
  readonly amountMsat: Msat | null;
  readonly toldAt: Date;
  readonly isUnread: boolean;
}

export interface Inbox {
  /** Notices, newest first. */
  readonly notices: readonly Notice[];
  readonly ways: NoticeWays;
}

/** The content of one mail. */
export interface DueMail {
  /** The user's address; null for one without: then only the bell tells. */
  readonly email: string | null;
  readonly reader: MailReader;
  readonly notices: readonly Notice[];
}

/** Kind of the job that mails; its payload is `{ userId }`. The database writes it. */
export const MAIL_NOTICES_JOB = 'mail-notices';

/** Port: notices of users. */
export interface NoticeInboxStore {
  /** Finds new notices about a user's money; answers how many notices they have not read. */
  lookForNotices(userId: string, at: Date): Promise<number>;
  readInbox(userId: string): Promise<Inbox>;
  /**
   * Marks all notices as read. Answers the `seq` above which they had not been; null when none was
   * unread.
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
  /** Finds a mail that is due; null when there is none. */
  findDueMail(userId: string): Promise<DueMail | null>;
  markMailed(userId: string, numbers: readonly bigint[]): Promise<void>;
  pruneNotices(toldBefore: Date, limit: number): Promise<number>;
  pruneSignInPlaces(before: Date, limit: number): Promise<number>;
  /** Forgets notices about budgets that are gone. */
  pruneToldBudgets(limit: number): Promise<number>;
}
