/** Port: mails that are stored until they have left. */
export interface OutboxStore {
  /** Stores a mail and orders the job that tries it after a pause. */
  keep(row: NewOutboxRow, tryAfterMs: number): Promise<void>;
  /** Finds a mail; null when it has left, or was dropped. */
  find(id: string, at: Date): Promise<OutboxRow | null>;
  /** Removes a mail that has left, or never will, with the job that waits for it. */
  remove(id: string): Promise<void>;
  /**
   * Removes rows that should have been removed before this time, for which no job came; returns how
   * many.
   */
  prune(before: Date, limit: number): Promise<number>;
}

export interface NewOutboxRow {
  readonly id: string;
  readonly matter: OutboxMatter;
  readonly sealed: Uint8Array;
  /** The hash of the token in the mail's link; null for a mail without a link. */
  readonly linkHash: Uint8Array | null;
  /** The user whose account the link changes. */
  readonly userId: string | null;
  readonly createdAt: Date;
  readonly diesAt: Date;
}

export interface OutboxRow extends Pick<NewOutboxRow, 'matter' | 'sealed' | 'userId' | 'diesAt'> {
  /**
   * Whether the link in the mail still works, for a user who is not disabled. True without a link.
   */
  readonly isWanted: boolean;
}

/**
 * What a mail is about. `notice` tells of something that has happened; all others contain a link.
 */
export type OutboxMatter =
  | 'invitation'
  | 'sign_up'
  | 'password_reset'
  | 'handed_reset'
  | 'known_browser'
  | 'email_change'
  | 'notice';

/**
 * The kind of job that tries to send a mail. Its payload is an `OutboxOrder`, and its key the id of
 * the mail.
 */
export const SEND_MAIL_JOB = 'send-mail';

export interface OutboxOrder {
  readonly id: string;
}

/** Port: whether mail leaves this service. */
export interface MailHealthStore {
  /**
   * Notes a mail that did not leave. True when the operator has to be told now: mail has failed for
   * `tellAfterMs`, and they were not told within a day.
   */
  noteFailure(tellAfterMs: number): Promise<boolean>;
  /** Notes a mail that has left. True when the operator was told that mail does not leave. */
  noteSuccess(): Promise<boolean>;
}
