/**
 * Kinds of operators' actions, all of which are logged. On pages, each needs a recent confirmation
 * of who the operator is.
 */
export const ACTION_KINDS = [
  'payment_resolve',
  'payment_end',
  'withdrawal_fail',
  'withdrawal_found',
  'withdrawal_bump',
  'unclaimed_assign',
  'job_retry',
  'alarm_acknowledge',
  'outside_stop',
  'outside_allow',
  'outflow_limit',
  'outflow_allow',
  'lockdown',
  'lockdown_lift',
  'books_check',
  'backup_now',
  'backup_schedule',
  'node_release',
  'channel_open',
  'channel_close',
  'channel_order',
  'channel_order_pay',
  'node_address',
  'node_rescan',
  'node_rotate',
  'channel_backup',
  'first_steps_hide',
  'first_steps_show',
  'user_add',
  'user_disable',
  'user_enable',
  'user_sign_out',
  'user_disconnect',
  'user_limits',
  'user_reset_password',
  'user_remove_second_factor',
  'user_set_password',
  'user_invite',
  'invitation_withdraw',
] as const;
export type ActionKind = (typeof ACTION_KINDS)[number];

export const isActionKind = (text: string): text is ActionKind =>
  ACTION_KINDS.some((kind) => kind === text);

/**
 * Facts that a log entry may hold in addition to its subject. None of them is a note of a user, a
 * secret, or a text without a limit.
 */
export const ACTION_FACTS = [
  'user',
  'amountSat',
  'state',
  'note',
  'parts',
  'why',
  'alarm',
  'job',
  'findings',
  'channel',
  'txid',
  'satPerVbyte',
  'role',
  'maxBalance',
  'maxSendDay',
  'schedule',
  'keep',
  'address',
  'walletSat',
  'hourSat',
  'daySat',
  'netDaySat',
  'singleSat',
  'countHour',
  'beyondSat',
  'spender',
] as const;
export type ActionFact = (typeof ACTION_FACTS)[number];
export type ActionDetail = Readonly<Partial<Record<ActionFact, string>>>;

/**
 * How an action ended. `refused`: nothing was done, and the entry says why. `failed`: something
 * could not be reached, so the action may have been done or not.
 */
export type ActionResult = 'done' | 'refused' | 'failed';

export interface NewAction {
  readonly id: string;
  /** The admin who acts; null for a command. */
  readonly adminId: string | null;
  readonly kind: ActionKind;
  /**
   * The id of the payment, receipt, job, alarm or user that the action is about; `''` if it is
   * about the whole service.
   */
  readonly subject: string;
  readonly detail: ActionDetail;
}

export interface ActionEnd {
  readonly result: ActionResult;
  readonly outcome: ActionDetail;
}

export const DONE: ActionEnd = { result: 'done', outcome: {} };

/** The operator was disabled, or is no longer an admin, since they opened the page. */
export class NoAdminError extends Error {
  override readonly name = 'NoAdminError';
}
