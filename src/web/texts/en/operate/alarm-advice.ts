import type { AlarmKind } from '../../../../alarms/alarm-store.ts';

/** What an admin does about each kind of alarm. */
export const alarmAdvice = {
  fee_above_reserve:
    'Nothing for this payment: the service bears the difference, not the user. If it happens ' +
    'often, raise SATCHEL_FEE_RESERVE_PPM.',
  payment_stranded:
    'Look at it under Payments, Stranded. Once the proof is complete, you can end it, and its' +
    ' money returns to the wallet.',
  stranded_payment_ended:
    'Nothing: the money is back in the wallet. If the node pays it after all, another alarm ' +
    'says so.',
  foreign_payment_for_hash:
    'Find out who else pays from this node: the same invoice was paid from it by other means.' +
    ' The user got the money back.',
  acknowledged_payment_not_found:
    'Remove no payments from the node, and check that it keeps them. It has forgotten one ' +
    'that it had; the money stays held.',
  final_state_contradicted:
    'Stop payments over the node and keep its logs. It said two different things about one ' +
    'payment. Ask before you continue.',
  credit_parked:
    'Look under Unclaimed money: something arrived that could not be credited. Assign it once' +
    ' you know whose it is.',
  receipt_taken_back:
    'The wallet keeps the money, so you owe it. If the node no longer covers what users own, ' +
    'add that amount, and ask the payer to pay the node once more.',
  closed_account_paid:
    'Find it under Unclaimed money: it came for an account that its owner has closed. Assign ' +
    'it if you know where it belongs.',
  statement_not_closed:
    'Run a check of the books, and look at what changed the data of this user. The last month' +
    ' of their wallet cannot be closed.',
  owed_sums_differ:
    'Run a check of the books now. Nothing new is published about what is owed until wallets ' +
    'and books agree.',
  proof_folder_differs:
    'No checkpoint is published until you act. Find out what changed the copies of checkpoints ' +
    'in the data folder, then move that folder away. From then on the database counts.',
  cursor_event_missing:
    'Connect the node that has the same history as before. Nothing that this one receives is ' +
    'booked until then.',
  node_changed:
    'Connect the node that was connected before: this one has another key. Nothing that it ' +
    'receives is booked.',
  preimage_mismatch:
    'Stop payments over the node and keep its logs. It sent a proof of payment that does not ' +
    'fit. Ask before you continue.',
  node_balance_too_low:
    'Find out where the money went before you add some. Payments over the node are stopped ' +
    'until it covers what users own.',
  books_do_not_balance:
    'Look under Books at what was found, and make a backup before you change anything. ' +
    'Payments over the node are stopped.',
  job_parked: 'Look under Jobs at its last error. Remove the cause, then try the job again.',
  payment_not_in_books:
    'Find out who sent it: the database does not know this payment of the node. See “After a ' +
    'restore” in docs/operating.md.',
  payment_of_others:
    'Nothing, if you know who else pays from this node. If not, the database may have lost a ' +
    'payment: see docs/operating-lnd.md.',
  invoice_not_in_books:
    'The node received money that the database does not know. See “After a restore” in ' +
    'docs/operating.md.',
  database_unsafe:
    'Mend the settings of the database server that the alarm names: they let it confirm what ' +
    'only one machine has. If that machine fails, money that was acknowledged is lost.',
  database_gone_back:
    'The database lacks what it once held. Let no payments leave before it was compared with ' +
    'the node: see “After a restore” in docs/operating.md.',
  payment_lost:
    'The node has this payment, the database has lost it. See “After a restore” in ' +
    'docs/operating.md.',
  backup_failed:
    'Read the reason under Books and mend it: mostly the disk is full, or the folder ' +
    'cannot be written to. The next scheduled backup tries again.',
  backup_overdue:
    'No good backup was made for twice the time planned. Find out why the last one failed, ' +
    'or make one by hand: satchel backup now.',
  payment_takes_long:
    'Look at it under Payments. Someone on its way or its payee holds it, or the node does ' +
    'not tell its end. Its money stays held until the node tells what became of it.',
  database_refuses_writes:
    'Find out why the database could not be written to: the alarm says what it answered. ' +
    'Usually the disk is full, or the address leads to a server that may only be read.',
  node_away:
    'Start the node, unlock its wallet, or mend the address, certificate or macaroon in the ' +
    'settings: the alarm says what it answered. Until then no invoices are made, and nothing ' +
    'is sent over the node.',
  backup_missing:
    'Set SATCHEL_BACKUP_EVERY, or make a backup: satchel backup now. Without one, the money ' +
    'of all users is gone with this disk.',
  database_outdated:
    'Update the database server to the release that the alarm names: older ones have faults ' +
    'that are known in public. docs/operating.md says which.',
} satisfies Readonly<Record<AlarmKind, string>>;
