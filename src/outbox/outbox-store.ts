/** Port: mails that are kept until they have left. */
export interface OutboxStore {
  /** Keeps a mail and orders the job that tries it after the pause. */
  keep(row: NewOutboxRow, tryAfterMs: number): Promise<void>;
  /** Finds a mail; null when it has left, or was dropped. */
  find(id: string, at: Date): Promise<OutboxRow | null>;
  /** Drops a mail that has left, or never will, and the job that waits for it. */
  remove(id: string): Promise<void>;
  /** Removes rows whose time was over before this, and that no job came for. Returns how many. */
  prune(before: Date, limit: number): Promise<number>;
}

export interface NewOutboxRow {
  readonly id: string;
  readonly matter: OutboxMatter;
  readonly sealed: Uint8Array;
  /** Hash of the token of the link that it holds; null without one. */
  readonly linkHash: Uint8Array | null;
  /** The user whose account the link changes. */
  readonly userId: string | null;
  readonly createdAt: Date;
  readonly diesAt: Date;
}

export interface OutboxRow extends Pick<NewOutboxRow, 'matter' | 'sealed' | 'userId' | 'diesAt'> {
  /**
   * Whether the link in the mail still works, for a user who is not switched off. True without a
   * link.
   */
  readonly isWanted: boolean;
}

/** `notice` tells of something that has happened; the others hold a link. */
export type OutboxMatter =
  | 'invitation'
  | 'sign_up'
  | 'password_reset'
  | 'handed_reset'
  | 'known_browser'
  | 'email_change'
  | 'notice';

/** Kind of the job that tries a mail; its payload is an `OutboxOrder`, its key the same id. */
export const SEND_MAIL_JOB = 'send-mail';

export interface OutboxOrder {
  readonly id: string;
}

/** Port: whether mail leaves this service. */
export interface MailHealthStore {
  /**
   * Notes a failure. True when the operator has to be told now: mail has failed for `tellAfterMs`,
   * and they were not told within a day.
   */
  noteFailure(tellAfterMs: number): Promise<boolean>;
  /** Notes a success. True when the operator was told that mail does not leave. */
  noteSuccess(): Promise<boolean>;
}
