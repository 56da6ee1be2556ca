/** Port: mails that are stored until they are sent. */
export interface OutboxStore {
  /** Stores a mail, and a job that tries to send it after a pause. */
  keep(row: NewOutboxRow, tryAfterMs: number): Promise<void>;
  /** Finds a mail; null when it was sent or dropped. */
  find(id: string, at: Date): Promise<OutboxRow | null>;
  /** Removes a mail that was sent or given up, together with its job. */
  remove(id: string): Promise<void>;
  /**
   * Removes expired mails that should have been removed before this time and whose job is gone;
   * returns how many.
   */
  prune(before: Date, limit: number): Promise<number>;
}

export interface NewOutboxRow {
  readonly id: string;
  readonly matter: OutboxMatter;
  readonly sealed: Uint8Array;
  /** The hash of the token in the mail's link; null for a mail without a link. */
  readonly linkHash: Uint8Array | null;
  /** The user whose account the link in the mail changes; null when there is none. */
  readonly userId: string | null;
  readonly createdAt: Date;
  readonly diesAt: Date;
}

export interface OutboxRow extends Pick<NewOutboxRow, 'matter' | 'sealed' | 'userId' | 'diesAt'> {
  /**
   * Whether the mail is still useful: the link in it works, and its user is not disabled. True for
   * a mail without a link.
   */
  readonly isWanted: boolean;
}

/**
 * What a mail is about. A `notice` tells of something that has happened; all other mails contain a
 * link.
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

/** Port: remembers whether sending mail works. */
export interface MailHealthStore {
  /**
   * Stores that sending a mail failed. True when the operator has to be told now: mail has failed
   * for `tellAfterMs`, and the operator was not told within the last day.
   */
  noteFailure(tellAfterMs: number): Promise<boolean>;
  /** Stores that a mail was sent. True when the operator had been told that sending fails. */
  noteSuccess(): Promise<boolean>;
}
