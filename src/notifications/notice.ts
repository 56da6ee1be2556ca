import type { Msat, Sat } from '../base/amount.ts';
import type { MailReader } from '../i18n/mail-texts.ts';
import type { PushSubscription } from '../push/push-device.ts';

/** The kinds of notices, in the order in which the settings form lists them. */
export const NOTICE_KINDS = [
  'received',
  'ended',
  'asked',
  'approval',
  'limit',
  'budget',
  'app',
  'sign_in',
  'webhook_off',
  'alarm',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** The kinds of notices that a user can get. */
export const noticeKindsFor = ({ isAdmin }: { readonly isAdmin: boolean }) =>
  NOTICE_KINDS.filter((kind) => isAdmin || kind !== 'alarm');

/**
 * How a user wants to be notified: not at all, on the pages (under the bell), or by mail as well.
 */
export const NOTICE_WAYS = ['none', 'bell', 'mail'] as const;
export type NoticeWay = (typeof NOTICE_WAYS)[number];
export type NoticeWays = Readonly<Record<NoticeKind, NoticeWay>>;

/**
 * What a notice is about. Some of the texts come from apps, browsers and webhook endpoints, so they
 * must be escaped.
 */
export type NoticeMatter =
  | { readonly kind: 'received'; readonly identifier: string }
  /** A payment has ended that was under way for so long that its payer has stopped waiting. */
  | { readonly kind: 'ended'; readonly isPaid: boolean; readonly identifier: string }
  /** Another user of this service asks for money. */
  | { readonly kind: 'asked'; readonly requestId: string }
  /** A payment of an app or token waits for the approval of the user. */
  | {
      readonly kind: 'approval';
      readonly grantId: string;
      readonly approvalId: string;
      readonly name: string;
    }
  /** Money arrived that exceeds the highest balance that the user's wallet should hold. */
  | { readonly kind: 'limit'; readonly limitSat: Sat }
  | { readonly kind: 'budget'; readonly grantId: string; readonly percent: 80 | 100 }
  | { readonly kind: 'app'; readonly grantId: string; readonly name: string }
  | { readonly kind: 'sign_in'; readonly device: string; readonly address: string }
  | { readonly kind: 'webhook_off'; readonly endpointId: string; readonly url: string }
  /** Something that operators must look at. Only admins are told. */
  | { readonly kind: 'alarm' };

/**
 * A notice. Until its user has read it, further events of the same kind are counted in the same
 * notice.
 */
export interface Notice {
  readonly number: bigint;
  /** A number that grows with each event that is added to a notice. */
  readonly seq: bigint;
  readonly matter: NoticeMatter;
  readonly count: bigint;
  /** Whether there were more events than `count`, which has an upper limit. */
  readonly isMore: boolean;
  readonly amountMsat: Msat | null;
  readonly toldAt: Date;
  readonly isUnread: boolean;
}

export interface Inbox {
  /** The notices, newest first. */
  readonly notices: readonly Notice[];
  readonly ways: NoticeWays;
  /** The kinds of notices that browsers of the user show even while no page is open. */
  readonly pushed: readonly NoticeKind[];
}

/** The contents of one mail: notices that the user was not mailed yet. */
export interface DueMail {
  /** The user's e-mail address. Null without one: then the notices are shown on the pages only. */
  readonly email: string | null;
  readonly reader: MailReader;
  readonly notices: readonly Notice[];
}

/** The notices that are due to be shown by one browser of a user. */
export interface DuePush {
  readonly deviceId: string;
  readonly subscription: PushSubscription;
  /** Whether amounts and names may be shown on a screen that others can see. */
  readonly showsDetails: boolean;
  /** The number of failed attempts since the last message that the browser got. */
  readonly tries: number;
  /** Whether the push service did not take the last message. */
  readonly hadProblem: boolean;
  /** When to try again after a failed attempt; null where none has failed. */
  readonly retryAt: Date | null;
  readonly reader: MailReader;
  /** Notices that the browser has not shown yet, oldest first; at least one. */
  readonly notices: readonly DueNotice[];
}

export interface DueNotice extends Notice {
  /** The payments that still wait for approval; null for a notice of another kind. */
  readonly asking: AskingNow | null;
}

/** Payments of one app or token that wait for approval. */
export interface AskingNow {
  readonly count: number;
  /** The newest one of them. */
  readonly approvalId: string;
  /** When the last one of them ends. */
  readonly until: Date;
}

/**
 * The kind of job that sends notices to browsers; its payload is `{ userId }`. SQL functions use
 * the same name.
 */
export const PUSH_NOTICES_JOB = 'push-notices';

/**
 * The kind of job that mails notices; its payload is `{ userId }`. SQL functions use the same name.
 */
export const MAIL_NOTICES_JOB = 'mail-notices';

/** Port: the notices of users, and how users want to be notified. */
export interface NoticeInboxStore {
  /**
   * Searches for new notices about a user's money; returns how many notices the user has not read.
   */
  lookForNotices(userId: string, at: Date): Promise<number>;
  readInbox(userId: string): Promise<Inbox>;
  /**
   * Marks all notices as read. Returns the number `seq` up to which notices had been read before;
   * null when none was unread.
   */
  markRead(userId: string): Promise<bigint | null>;
  setWays(userId: string, ways: NoticeWays): Promise<void>;
  setPushed(userId: string, kinds: readonly NoticeKind[]): Promise<void>;
  /**
   * Lists the ids of users who want mail or push messages about their money and whose wallets have
   * changed since the last search: among the given users, or among all.
   */
  listToLookAt(
    among: readonly string[] | null,
    afterUserId: string | null,
    limit: number,
  ): Promise<readonly string[]>;
  /**
   * Finds the notices that are to be mailed to this user at a time; null when there are none.
   * Payments that do not wait for approval any more are left out.
   */
  findDueMail(userId: string, at: Date): Promise<DueMail | null>;
  /**
   * Finds what is due to be shown by each browser of a user, of notices made after `since`, without
   * payments that do not wait for approval any more.
   */
  findDuePushes(userId: string, since: Date, at: Date): Promise<readonly DuePush[]>;
  /** Orders the job that sends notices to the browsers of a user, not before `at`. */
  orderPush(userId: string, at: Date): Promise<void>;
  markMailed(userId: string, numbers: readonly bigint[]): Promise<void>;
  pruneNotices(toldBefore: Date, limit: number): Promise<number>;
  pruneSignInPlaces(before: Date, limit: number): Promise<number>;
  /**
   * Removes the rows that remember which warnings about budgets were given, for budgets that no
   * longer exist.
   */
  pruneToldBudgets(limit: number): Promise<number>;
}
