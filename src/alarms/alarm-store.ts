import type { NewAction } from './operator-log/operator-action.ts';

/**
 * Port: alarms, which are what an operator must see. An alarm never stops money from being booked.
 */
export interface AlarmStore {
  /** Raises an alarm. Alarms of one kind and subject within a day are one, with a count. */
  raiseAlarm(alarm: Alarm): Promise<void>;
  /** Whether this alarm was ever raised, not only today. */
  wasRaised(kind: AlarmKind, subject: string): Promise<boolean>;
  listAlarms(limit: number): Promise<readonly StoredAlarm[]>;
  /** Ends an alarm whose cause is over by itself; `note` says why. No one has to acknowledge it. */
  endAlarm(alarm: Pick<Alarm, 'kind' | 'subject'>, note: string): Promise<void>;
}

/** Port: lists of alarms on pages, for admins. */
export interface AlarmListStore {
  listAlarmPage(query: AlarmQuery): Promise<readonly ListedAlarm[]>;
  findAlarm(id: string): Promise<ListedAlarm | null>;
  /**
   * Acknowledges an alarm, with those of the same kind and subject of earlier days, which are then
   * closed until one is raised again. `raised_again` means that this happened after `count` was
   * shown to the operator.
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
  /** The kind of alarms to list; null for all kinds. */
  readonly kind: AlarmKind | null;
  /** Id of the alarm behind which the page begins; null for the first page. */
  readonly after: string | null;
  readonly limit: number;
}

export interface Alarm {
  readonly kind: AlarmKind;
  /** What the alarm is about: a payment id, a hash or a node. */
  readonly subject: string;
  readonly detail: string;
}

export type AlarmKind =
  | 'fee_above_reserve'
  /**
   * The node will never end a payment by itself, but an operator can: see docs/operating-lnd.md.
   */
  | 'payment_stranded'
  | 'stranded_payment_ended'
  | 'foreign_payment_for_hash'
  | 'acknowledged_payment_not_found'
  | 'final_state_contradicted'
  | 'credit_parked'
  /** Money arrived for a closed account; it is booked as `unclaimed`. */
  | 'closed_account_paid'
  /** The node gave back what it reports as settled: see docs/operating-lnd.md. */
  | 'receipt_taken_back'
  /**
   * The block of a credited deposit is no longer part of the chain: payments to other nodes are
   * stopped.
   */
  | 'deposit_orphaned'
  /** The wallet of the node lists more than can be read, so that no deposit is seen. */
  | 'chain_list_too_long'
  /** The wallet of the node has too few coins for a withdrawal, for an hour. */
  | 'withdrawal_waits'
  /** No block has taken the transaction of a withdrawal for a day. */
  | 'withdrawal_not_confirmed'
  /** A withdrawal may have been sent before the database went back. */
  | 'withdrawal_unknown'
  /**
   * After a reorganisation, the coins of a settled withdrawal were spent by another transaction.
   */
  | 'withdrawal_replaced'
  /** The wallet of the node has sent a withdrawal that the database does not know as sent. */
  | 'withdrawal_not_in_books'
  | 'cursor_event_missing'
  | 'node_changed'
  | 'preimage_mismatch'
  | 'node_balance_too_low'
  | 'books_do_not_balance'
  | 'job_parked'
  /** A scheduled backup failed: see docs/backups.md. */
  | 'backup_failed'
  /** The newest backup is older than twice the interval of the schedule. */
  | 'backup_overdue'
  /** The records of a wallet do not add up to its balance. */
  | 'statement_not_closed'
  /**
   * The sums of what users are owed differ from the books, so no checkpoint is made: see
   * docs/proof.md.
   */
  | 'owed_sums_differ'
  /** The copies of checkpoints in the data folder are not those of the database. */
  | 'proof_folder_differs'
  /** The node knows a payment that the database does not know: see ComparisonStore. */
  | 'payment_not_in_books'
  /**
   * A shared node has a payment that the database does not know: it is taken for one of the node's
   * other users.
   */
  | 'payment_of_others'
  | 'invoice_not_in_books'
  /**
   * The database server's settings now allow that confirmed data is lost: see docs/operating.md.
   */
  | 'database_unsafe'
  /** The database lacks data that it once held: see docs/operating.md, "After a restore". */
  | 'database_gone_back'
  /** A payment ended at the node, but its row in the database is gone. */
  | 'payment_lost'
  /** A payment has been on its way for longer than payments take. */
  | 'payment_takes_long'
  /**
   * The database refused writes, as with a full disk or a server that may only be read. The alarm
   * is raised once it can be written.
   */
  | 'database_refuses_writes'
  | 'node_away'
  /** The LND that Satchel keeps has ended by itself, or could not be started again. */
  | 'managed_node_ended'
  /** The node has had no new block for hours: see docs/operating.md. */
  | 'node_chain_stands_still'
  /** The node says for an hour that it is behind the chain, and comes no nearer to its end. */
  | 'node_not_synced'
  | 'node_without_peers'
  /** A channel that was bought and paid for is not there a day later. */
  | 'bought_channel_late'
  /** The backup of the node's channels could not be kept: see docs/backups.md. */
  | 'channel_backup_not_kept'
  /** The mail server accepts no mail, or did not deliver a mail that an operator caused. */
  | 'mail_not_leaving'
  /** A day after the first real money came, there is no backup yet. */
  | 'backup_missing'
  /** The running release of PostgreSQL has publicly known faults that newer releases mend. */
  | 'database_outdated';

export interface ListedAlarm extends StoredAlarm {
  /** Who has acknowledged the alarm; null while it is open. */
  readonly acknowledged: {
    readonly at: Date;
    /** The account of the admin; null for a command, or when this was not recorded yet. */
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
