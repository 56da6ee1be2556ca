import { shownPayerName } from '../../authorization/name.ts';
import { shownTarget } from '../../contacts/pages/shown-target.ts';
import type { MovementKind } from '../../ledger/movement-kind.ts';
import type { RecordRail } from '../../ledger/record-rail.ts';
import { payAgainText } from '../../ledger/sent-to.ts';
import type { ActivityEntry, ActivityState, DepositEntry } from '../activity-store.ts';
import { directionOf, fieldsOfEntry, type RecordFields } from './record-fields.ts';

/**
 * A line of the list of movements. It shows a record of settled money, or a payment or deposit that
 * has no record.
 */
export interface ActivityLine {
  readonly identifier: string;
  readonly direction: 'incoming' | 'outgoing';
  readonly state: ActivityState;
  readonly amountSat: number;
  readonly feeSat: number;
  /** The time by which this line is sorted among the others. */
  readonly at: Date;
  /**
   * The time when the money was paid or, while it is unpaid, when the payment was ordered. Values
   * in a currency use the price of bitcoin at this time.
   */
  readonly paidAt: Date;
  /**
   * The payee in the form that pages show, or the name that the payer gave; null if neither is
   * known.
   */
  readonly who: string | null;
  /**
   * A text that starts another payment to the same payee (see `payAgainText`); null if that is not
   * possible.
   */
  readonly payeeText: string | null;
  /** The purpose in the words of the payer or the payee; null if neither wrote one. */
  readonly purpose: string | null;
  readonly grantId: string | null;
  readonly isKeysend: boolean;
  readonly rail: RecordRail;
  /** The deposit that the line shows, if it is not credited yet; null for all other lines. */
  readonly deposit: DepositEntry | null;
  /** The bitcoin address that received the deposit or was paid; null for Lightning. */
  readonly address: string | null;
}

export function readActivityLine(entry: ActivityEntry): ActivityLine {
  const { rail, movement, grantId, payeeLink } = entry;
  const deposit = entry.kind === 'deposit' ? entry : null;
  const line = lineOf(fieldsOfEntry(entry), movement, payeeLink);
  return { ...line, state: stateOf(entry), at: timeOf(entry), grantId, rail, deposit };
}

function timeOf(entry: ActivityEntry): Date {
  switch (entry.kind) {
    case 'settled':
      return entry.bookedAt;
    case 'order':
      return entry.createdAt;
    case 'deposit':
      return entry.deposit.seenAt;
  }
}

export const stateOf = (entry: ActivityEntry): ActivityState => {
  if (entry.kind === 'settled') return 'settled';
  if (entry.kind === 'deposit') return 'pending';
  return entry.endedAt === null ? 'pending' : 'failed';
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
    // The fee of a payment to a bitcoin address is not known before its transaction is made.
    feeSat: fields.number('fee') ?? 0,
    who: isOutgoing ? payee && shownTarget(payee) : shownPayerName(fields.text('payer_name')),
    payeeText: payee === null ? null : payAgainText(link === null ? { payee } : { payee, link }),
    purpose: fields.text('memo') ?? fields.text('comment') ?? fields.text('keysend_message'),
    isKeysend: kind === 'keysend',
    address: fields.text('address'),
  };
}

export const paidAtOf = (fields: RecordFields): Date =>
  new Date(fields.text('settled_at') ?? fields.mustText('created_at'));

/** The payee as it is stored with the payment (see `SentTo`); null for payments that store none. */
export const payeeOf = (fields: RecordFields): string | null =>
  fields.object('metadata')?.object('recipient_data')?.text('identifier') ?? null;
