import type { NewAction } from './operator-log/operator-action.ts';

/**
 * Port: alarms, which tell an operator what they must look at. Raising one never keeps money from
 * being booked.
 */
export interface AlarmStore {
  /**
   * Raises an alarm. Repeated alarms of one kind about one subject on the same day are stored as
   * one, with a count.
   */
  raiseAlarm(alarm: Alarm): Promise<void>;
  /** Tells whether this alarm was ever raised, on whatever day. */
  wasRaised(kind: AlarmKind, subject: string): Promise<boolean>;
  listAlarms(limit: number): Promise<readonly StoredAlarm[]>;
  /** Closes an alarm whose cause is over, so that no one has to acknowledge it. `note` says why. */
  endAlarm(alarm: Pick<Alarm, 'kind' | 'subject'>, note: string): Promise<void>;
}

/** Port: the lists of alarms on the pages for admins. */
export interface AlarmListStore {
  listAlarmPage(query: AlarmQuery): Promise<readonly ListedAlarm[]>;
  findAlarm(id: string): Promise<ListedAlarm | null>;
  /**
   * Acknowledges an alarm, together with those of the same kind and subject from earlier days. They
   * stay closed until such an alarm is raised again. The result `raised_again` means that it was
   * raised once more after the operator was shown `count`; nothing changes then.
   */
  acknowledge(id: string, seen: SeenAlarm, action: NewAction): Promise<AcknowledgeOutcome>;
}

export interface SeenAlarm {
  readonly count: number;
  /** The operator's note about the alarm; `''` if they wrote none. */
  readonly note: string;
}

export type AcknowledgeOutcome = 'acknowledged' | 'present' | 'raised_again' | 'unknown';

export interface AlarmQuery {
  /**
   * True to list open alarms, which no one has acknowledged since they were last raised; false to
   * list all other alarms.
   */
  readonly isOpen: boolean;
  /** The kind of alarms to list; null to list all kinds. */
  readonly kind: AlarmKind | null;
  /** The id of the alarm after which the page begins; null for the first page. */
  readonly after: string | null;
  readonly limit: number;
}

export interface Alarm {
  readonly kind: AlarmKind;
  /** What the alarm is about, such as the id of a payment, a hash or the key of a node. */
  readonly subject: string;
  readonly detail: string;
}

export type AlarmKind =
  | 'fee_above_reserve'
  /**
   * The node will never end a payment by itself, but an operator can end it: see
   * docs/operating-lnd.md.
   */
  | 'payment_stranded'
  | 'stranded_payment_ended'
  | 'foreign_payment_for_hash'
  | 'acknowledged_payment_not_found'
  | 'final_state_contradicted'
  | 'credit_parked'
  /** Money arrived for a closed account. It is booked as unclaimed. */
  | 'closed_account_paid'
  /**
   * The node gave back money that it had reported as received and settled: see
   * docs/operating-lnd.md.
   */
  | 'receipt_taken_back'
  /**
   * The block with a credited deposit is no longer part of the chain. Payments to other nodes are
   * stopped.
   */
  | 'deposit_orphaned'
  /** The node's wallet cannot list its transactions in some blocks, or lists too many. */
  | 'chain_blocks_unread'
  /** The push service of a browser's maker refuses messages: see docs/notices.md. */
  | 'push_refused'
  /**
   * For an hour, the node's wallet has had too few coins for a withdrawal (bitcoin that a user
   * sends to an address).
   */
  | 'withdrawal_waits'
  /** The transaction of a withdrawal has been waiting for a block for a day. */
  | 'withdrawal_not_confirmed'
  /**
   * A withdrawal may have been sent, but the database was restored to an earlier state and does not
   * know.
   */
  | 'withdrawal_unknown'
  /**
   * The chain was reorganised, and another transaction has spent the coins of a withdrawal that was
   * settled.
   */
  | 'withdrawal_replaced'
  /** The node's wallet has sent a withdrawal that is not marked as sent in the database. */
  | 'withdrawal_not_in_books'
  | 'cursor_event_missing'
  | 'node_changed'
  | 'preimage_mismatch'
  | 'node_balance_too_low'
  /** Channels and wallet of the node hold more than SATCHEL_HOT_LIMIT. */
  | 'hot_limit_passed'
  | 'books_do_not_balance'
  /** What leaves has reached a limit, and nothing leaves until an operator allows it. */
  | 'outflow_stopped'
  /** Operators have locked the service down, and have not lifted all of it yet. */
  | 'lockdown'
  /** What leaves has passed a limit that is only observed. */
  | 'outflow_passed'
  | 'job_parked'
  /** A scheduled backup could not be made: see docs/backups.md. */
  | 'backup_failed'
  /** The newest backup is older than two intervals of the schedule. */
  | 'backup_overdue'
  /** The records of a user do not add up to the balance of their wallet. */
  | 'statement_not_closed'
  /**
   * The sum of what single users are owed differs from the books, so no checkpoint is made: see
   * docs/proof.md.
   */
  | 'owed_sums_differ'
  /** The copies of checkpoints in the data folder differ from the checkpoints in the database. */
  | 'proof_folder_differs'
  /** The node knows a payment that the database does not know: see `ComparisonStore`. */
  | 'payment_not_in_books'
  /**
   * A node that others use too has a payment that the database does not know. The payment is
   * assumed to belong to those others.
   */
  | 'payment_of_others'
  /**
   * The node's wallet has paid, or the node closes a channel together with its peer, and this
   * service has ordered neither. Payments to other nodes are stopped.
   */
  | 'node_spent_by_others'
  /** Our node closes a channel by force without an order, as LND sometimes has to by itself. */
  | 'channel_force_closed'
  /** The macaroon does not allow to watch what leaves the node. */
  | 'node_not_watched'
  | 'invoice_not_in_books'
  /**
   * The settings of the database server changed so that a crash may lose confirmed data: see
   * docs/operating.md.
   */
  | 'database_unsafe'
  /**
   * The database lacks data that it once held, so it was restored to an earlier state: see
   * docs/operating.md, "After a restore".
   */
  | 'database_gone_back'
  /** A payment ended at the node, but its row in the database is missing. */
  | 'payment_lost'
  /** A payment has been under way for longer than payments usually take. */
  | 'payment_takes_long'
  /**
   * The database refused writes, for example because its disk is full or the server is read-only.
   * The alarm itself is raised once writing works again.
   */
  | 'database_refuses_writes'
  | 'node_away'
  /** The LND that Satchel starts and keeps ended by itself, or could not be started again. */
  | 'managed_node_ended'
  /** The node has known no new block for hours: see docs/operating.md. */
  | 'node_chain_stands_still'
  /**
   * For an hour, the node has said that it is behind the chain, and it has not come nearer to its
   * end.
   */
  | 'node_not_synced'
  | 'node_without_peers'
  /** A channel was bought from a provider and paid for, but it is not there a day later. */
  | 'bought_channel_late'
  /** The backup of the node's channels could not be stored: see docs/backups.md. */
  | 'channel_backup_not_kept'
  /** The mail server accepts no mail, or it did not deliver a mail that an operator had caused. */
  | 'mail_not_leaving'
  /** The receiver of alarms that operators have set has accepted none for a quarter of an hour. */
  | 'alarm_not_sent'
  /** A day after the first real money arrived, there is still no backup. */
  | 'backup_missing'
  /** The running release of PostgreSQL has publicly known faults that newer releases fix. */
  | 'database_outdated';

export interface ListedAlarm extends StoredAlarm {
  /** The admin or command that has acknowledged the alarm; null while it is open. */
  readonly acknowledged: {
    readonly at: Date;
    /**
     * The name of the admin's account; null if a command acknowledged the alarm, or for alarms from
     * before this was stored.
     */
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
