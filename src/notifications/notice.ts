import type { Msat, Sat } from '../base/amount.ts';
import type { MailReader } from '../i18n/mail-texts.ts';

/** Kinds of notices, in the order in which the form lists them. */
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

/** How users want to be told: not at all, on the pages under the bell, or by mail too. */
export const NOTICE_WAYS = ['none', 'bell', 'mail'] as const;
export type NoticeWay = (typeof NOTICE_WAYS)[number];
export type NoticeWays = Readonly<Record<NoticeKind, NoticeWay>>;

/** What a notice is about. Some of its texts are those of apps, browsers and webhook endpoints. */
export type NoticeMatter =
  | { readonly kind: 'received'; readonly identifier: string }
  /** Payments have ended that were on their way for longer than anyone waits. */
  | { readonly kind: 'ended'; readonly isPaid: boolean; readonly identifier: string }
  /** Another user of this service asks for money. */
  | { readonly kind: 'asked'; readonly requestId: string }
  /** Money arrived above the most that the user's wallet may hold. */
  | { readonly kind: 'limit'; readonly limitSat: Sat }
  | { readonly kind: 'budget'; readonly grantId: string; readonly percent: 80 | 100 }
  | { readonly kind: 'app'; readonly grantId: string; readonly name: string }
  | { readonly kind: 'sign_in'; readonly device: string; readonly address: string }
  | { readonly kind: 'webhook_off'; readonly endpointId: string; readonly url: string };

/** A notice, which may tell of several things of one kind until its user has read it. */
export interface Notice {
  readonly number: bigint;
  /** A number that grows with each thing that the notice tells of. */
  readonly seq: bigint;
  readonly matter: NoticeMatter;
  readonly count: bigint;
  /** Whether there were more things than are counted. */
  readonly isMore: boolean;
  readonly amountMsat: Msat | null;
  readonly toldAt: Date;
  readonly isUnread: boolean;
}

export interface Inbox {
  /** The notices, newest first. */
  readonly notices: readonly Notice[];
  readonly ways: NoticeWays;
}

/** What one mail tells of. */
export interface DueMail {
  /** The user's e-mail address; null without one: then the notices are on the pages only. */
  readonly email: string | null;
  readonly reader: MailReader;
  readonly notices: readonly Notice[];
}

/**
 * The kind of job that mails notices; its payload is `{ userId }`. SQL functions use the same name.
 */
export const MAIL_NOTICES_JOB = 'mail-notices';

/** Port: notices of users. */
export interface NoticeInboxStore {
  /** Finds new notices about a user's money, and answers how many notices the user has not read. */
  lookForNotices(userId: string, at: Date): Promise<number>;
  readInbox(userId: string): Promise<Inbox>;
  /**
   * Marks all notices as read. Answers the `seq` above which they were unread; null when none was.
   */
  markRead(userId: string): Promise<bigint | null>;
  setWays(userId: string, ways: NoticeWays): Promise<void>;
  /**
   * Lists users who want mail about their money and in whose wallets something has moved since the
   * last look, by id; among the given users, or among all.
   */
  listToLookAt(
    among: readonly string[] | null,
    afterUserId: string | null,
    limit: number,
  ): Promise<readonly string[]>;
  /** Finds a mail that is due to this user; null when none is. */
  findDueMail(userId: string): Promise<DueMail | null>;
  markMailed(userId: string, numbers: readonly bigint[]): Promise<void>;
  pruneNotices(toldBefore: Date, limit: number): Promise<number>;
  pruneSignInPlaces(before: Date, limit: number): Promise<number>;
  /** Forgets what was told about budgets that do not exist any more. */
  pruneToldBudgets(limit: number): Promise<number>;
}
