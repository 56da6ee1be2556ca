import type { AlarmStore } from '../alarms/alarm-store.ts';
import type { SealKey } from '../authorization/sealed-box.ts';
import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import type { Mail, Mailer } from '../base/mailer.ts';
import type { Random } from '../base/random.ts';
import type { OutboxMatter, OutboxStore } from './outbox-store.ts';

/** Stores mails until they are sent, so that a crash loses none. */
export interface Outbox {
  /**
   * Stores a mail and tries to send it at once. Resolves within seconds, even if the mail is not
   * sent yet.
   */
  post(mail: Mail, about: Posting): Promise<MailOutcome>;
}

export interface Posting {
  readonly matter: OutboxMatter;
  /** The link in the mail, and whose account it changes; null for a mail without a link. */
  readonly link: PostedLink | null;
}

export interface PostedLink {
  readonly tokenHash: Uint8Array;
  readonly userId: string | null;
  readonly expiresAt: Date;
}

export type MailOutcome =
  | { readonly kind: 'sent' }
  /** The mail server refuses the mail for good; `answer` is what the server said. */
  | { readonly kind: 'refused'; readonly answer: string }
  /** The mail could not be sent yet; sending is tried again until `until`. */
  | { readonly kind: 'delayed'; readonly until: Date };

export interface OutboxDeps {
  readonly outboxRows: OutboxStore;
  /** Sends mails. Null without a mail server: then mails that were stored before are dropped. */
  readonly mailer: Mailer | null;
  readonly readMailKey: () => Promise<SealKey>;
  readonly alarms: Pick<AlarmStore, 'raiseAlarm'>;
  /**
   * Stores that a user forgot their password and the mail with the link could not be delivered, so
   * that the operator can help.
   */
  readonly noteResetAsked: (userId: string, at: Date) => Promise<void>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}
