import { shownPayerName } from '../../authorization/name.ts';
import { shownTarget } from '../../contacts/pages/shown-target.ts';
import type { MovementKind } from '../../ledger/movement-kind.ts';
import type { RecordRail } from '../../ledger/record-rail.ts';
import { payAgainText } from '../../ledger/sent-to.ts';
import type { ActivityEntry, ActivityState, DepositEntry } from '../activity-store.ts';
import { directionOf, fieldsOfEntry, type RecordFields } from './record-fields.ts';

/** What a line says of a record, or of a payment that has none. */
export interface ActivityLine {
  readonly identifier: string;
  readonly direction: 'incoming' | 'outgoing';
  readonly state: ActivityState;
  readonly amountSat: number;
  readonly feeSat: number;
  /** The time by which it stands in the list. */
  readonly at: Date;
  /** When it was paid, or ordered where it is not paid: its value is that of this time. */
  readonly paidAt: Date;
  /** The payee as pages show it, or the name that the payer gave; null for none. */
  readonly who: string | null;
  /** By which the payee is paid again, see `payAgainText`; null where that is not possible. */
  readonly payeeText: string | null;
  /** What it was for, in the words of one side; null if neither wrote any. */
  readonly purpose: string | null;
  readonly grantId: string | null;
  readonly isKeysend: boolean;
  readonly rail: RecordRail;
  /** What an open deposit waits for; null for all else. */
  readonly deposit: DepositEntry | null;
}

export function readActivityLine(entry: ActivityEntry): ActivityLine {
  const fields = fieldsOfEntry(entry);
  if (entry.kind === 'settled') {
    const { movement, bookedAt: at, grantId, payeeLink, rail } = entry;
    const line = lineOf(fields, movement, payeeLink);
    return { ...line, state: 'settled', at, grantId, rail, deposit: null };
  }
  if (entry.kind === 'deposit') {
    const { deposit, grantId } = entry;
    const state = stateOf(entry);
    const open = { state, at: deposit.seenAt, grantId, rail: 'chain', deposit: entry } as const;
    return { ...lineOf(fields, null, null), ...open };
  }
  const { kind, createdAt: at, grantId, sentTo } = entry.payment;
  const line = lineOf(fields, kind, sentTo?.link ?? null);
  return { ...line, state: stateOf(entry), at, grantId, rail: 'lightning', deposit: null };
}

export const stateOf = (entry: ActivityEntry): ActivityState => {
  if (entry.kind === 'settled') return 'settled';
  if (entry.kind === 'deposit') return 'pending';
  return entry.payment.failure === null ? 'pending' : 'failed';
};

function lineOf(
  fields: RecordFields,
  kind: MovementKind | null,
  link: string | null,
): Omit<ActivityLine, 'state' | 'at' | 'grantId' | 'rail' | 'deposit'> {
  const direction = directionOf(fields);
  const isOutgoing = direction === 'outgoing';
  const payee = isOutgoing ? payeeOf(fields) : null;
  return {
    identifier: fields.mustText('identifier'),
    direction,
    paidAt: paidAtOf(fields),
    amountSat: fields.amount('amount'),
    feeSat: fields.amount('fee'),
    who: isOutgoing ? payee && shownTarget(payee) : shownPayerName(fields.text('payer_name')),
    payeeText: payee === null ? null : payAgainText(link === null ? { payee } : { payee, link }),
    purpose: fields.text('memo') ?? fields.text('comment') ?? fields.text('keysend_message'),
    isKeysend: kind === 'keysend',
  };
}

export const paidAtOf = (fields: RecordFields): Date =>
  new Date(fields.text('settled_at') ?? fields.mustText('created_at'));

/** The payee as it is kept with the payment, see `SentTo`; null for other payments. */
export const payeeOf = (fields: RecordFields): string | null =>
  fields.object('metadata')?.object('recipient_data')?.text('identifier') ?? null;
