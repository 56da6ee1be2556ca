import type { AlarmStore } from '../alarms/alarm-store.ts';
import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import type { Mail, Mailer } from '../base/mailer.ts';
import type { Random } from '../base/random.ts';
import type { OutboxMatter, OutboxStore } from './outbox-store.ts';

/** Sends mails, which are stored until they have left. */
export interface Outbox {
  /** Stores a mail and tries it at once. The answer comes within seconds. */
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
  /** The mail server does not accept the mail; `answer` is what it said. */
  | { readonly kind: 'refused'; readonly answer: string }
  /** The mail has not left yet, and is tried again. */
  | { readonly kind: 'delayed'; readonly until: Date };

export interface OutboxDeps {
  readonly outboxRows: OutboxStore;
  /** Sends mails; null without a mail server: mails that were stored before are dropped. */
  readonly mailer: Mailer | null;
  readonly readMailKey: () => Promise<Uint8Array>;
  readonly alarms: Pick<AlarmStore, 'raiseAlarm'>;
  /**
   * Notes that someone forgot their password, and the mail with the link could not be delivered.
   */
  readonly noteResetAsked: (userId: string, at: Date) => Promise<void>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}
