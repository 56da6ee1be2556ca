import type { NewAction } from './operator-log/operator-action.ts';

/** Port: what an operator must see. An alarm never stops money from being booked. */
export interface AlarmStore {
  /** Raises an alarm. One kind and subject within a day is one alarm, with a count. */
  raiseAlarm(alarm: Alarm): Promise<void>;
  /** Whether an alarm was ever raised, not only today. */
  wasRaised(kind: AlarmKind, subject: string): Promise<boolean>;
  listAlarms(limit: number): Promise<readonly StoredAlarm[]>;
  /**
   * Ends an alarm whose cause is over by itself: no one has to acknowledge it, and `note` says why.
   */
  endAlarm(alarm: Pick<Alarm, 'kind' | 'subject'>, note: string): Promise<void>;
}

/** Port: alarms on pages, for admins. */
export interface AlarmListStore {
  listAlarmPage(query: AlarmQuery): Promise<readonly ListedAlarm[]>;
  findAlarm(id: string): Promise<ListedAlarm | null>;
  /**
   * Acknowledges an alarm: with those of earlier days of this kind and subject, it is open no more
   * until it is raised again. `raised_again`: it was, after `count` was shown to them.
   */
  acknowledge(id: string, seen: SeenAlarm, action: NewAction): Promise<AcknowledgeOutcome>;
}

export interface SeenAlarm {
  readonly count: number;
  /** The operator's note about the alarm; `''` for none. */
  readonly note: string;
}

export type AcknowledgeOutcome = 'acknowledged' | 'present' | 'raised_again' | 'unknown';

export interface AlarmQuery {
  /** Whether to list alarms that no one has acknowledged since they were raised, or all others. */
  readonly isOpen: boolean;
  /** The kind of alarms; null for all. */
  readonly kind: AlarmKind | null;
  /** Id of the alarm behind which the page begins; null for the first page. */
  readonly after: string | null;
  readonly limit: number;
}

export interface Alarm {
  readonly kind: AlarmKind;
  /** The subject of the alarm: a payment id, a hash, a node. */
  readonly subject: string;
  readonly detail: string;
}

export type AlarmKind =
  | 'fee_above_reserve'
  /** A payment hangs in the node forever, and an operator can end it: see docs/operating-lnd.md. */
  | 'payment_stranded'
  | 'stranded_payment_ended'
  | 'foreign_payment_for_hash'
  | 'acknowledged_payment_not_found'
  | 'final_state_contradicted'
  | 'credit_parked'
  /** Money arrived for a closed account; it is in `unclaimed`. */
  | 'closed_account_paid'
  /** The node gave back what it reports as settled: see docs/operating-lnd.md. */
  | 'receipt_taken_back'
  /** The block of a credited deposit left the chain: payments to other nodes are stopped. */
  | 'deposit_orphaned'
  | 'cursor_event_missing'
  | 'node_changed'
  | 'preimage_mismatch'
  | 'node_balance_too_low'
  | 'books_do_not_balance'
  | 'job_parked'
  /** A scheduled backup failed: see docs/backups.md. */
  | 'backup_failed'
  /** The newest backup is older than twice the interval. */
  | 'backup_overdue'
  /** The records of a wallet do not lead to its balance. */
  | 'statement_not_closed'
  /** The money of users is not what the books say: there is no checkpoint. See docs/proof.md. */
  | 'owed_sums_differ'
  /** The copies of checkpoints in the data folder are not those of the database. */
  | 'proof_folder_differs'
  /** The node knows a payment that the database does not: see ComparisonStore. */
  | 'payment_not_in_books'
  /** A shared node has a payment that the database does not know: it is taken for one of others. */
  | 'payment_of_others'
  | 'invoice_not_in_books'
  /** The server's settings came to allow that confirmed data is lost: see docs/operating.md. */
  | 'database_unsafe'
  /** The database lacks data that it once held: see docs/operating.md, "After a restore". */
  | 'database_gone_back'
  /** A payment ended whose row is gone. */
  | 'payment_lost'
  /** A payment is on its way for longer than payments take. */
  | 'payment_takes_long'
  /** A full disk, or a server that may only be read: raised once it can be. */
  | 'database_refuses_writes'
  | 'node_away'
  /** No new block for hours: see docs/operating.md. */
  | 'node_chain_stands_still'
  | 'node_without_peers'
  /** A channel that was bought and paid for is not there a day later. */
  | 'bought_channel_late'
  /** See docs/backups.md. */
  | 'channel_backup_not_kept'
  /** The mail server takes no mail, or one that an operator caused was not delivered. */
  | 'mail_not_leaving'
  /** A day after real money came, there is no backup. */
  | 'backup_missing'
  /** Newer releases of this version of PostgreSQL mend what is known in public. */
  | 'database_outdated';

export interface ListedAlarm extends StoredAlarm {
  /** The acknowledgement; null while the alarm is open. */
  readonly acknowledged: {
    readonly at: Date;
    /** The account of the admin. Null: by a command, or before this was noted. */
    readonly by: string | null;
    readonly note: string | null;
  } | null;
}

export interface StoredAlarm extends Alarm {
  readonly id: string;
  readonly count: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
}
