import { debitSat } from '../../base/amount.ts';
import { assert } from '../../base/assert.ts';
import { DAY_MS } from '../../base/durations.ts';
import type { MovementKind } from '../../ledger/movement-kind.ts';
import type { Payment } from '../../ledger/payment.ts';
import { depositProgress } from '../../onchain/deposit-progress.ts';
import type { OnchainRules } from '../../onchain/look-at-chain.ts';
import type { Withdrawal } from '../../onchain/withdrawal.ts';
import { isLongInFlight } from '../../payments/payment-config.ts';
import { payingAgain, type ReasonWords } from '../../send/pages/show-payment.ts';
import type { State } from '../../web/pages/components.ts';
import { durationText } from '../../web/pages/duration-text.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import type { DepositEntry, FoundActivity, SettledEntry } from '../activity-store.ts';
import { LONG_UNKNOWN_MS } from '../limits.ts';
import { directionOf, fieldsOfEntry } from './record-fields.ts';

/** Words for the state of a record, payment or deposit. */
export interface RecordWords {
  readonly title: string;
  readonly lead: string;
  readonly look: State;
  /** What the node said about a failure, if there is no better explanation; null otherwise. */
  readonly detail: string | null;
  /**
   * Text that screen readers announce once the state has changed; null while the payment or deposit
   * is open.
   */
  readonly say: string | null;
}

export interface RecordMoment {
  readonly now: Date;
  /**
   * The rules that say when deposits are credited; null if the service has no bitcoin addresses.
   */
  readonly rules: OnchainRules | null;
}

export function recordWords(
  texts: PageTexts,
  { entry, payment, withdrawal }: Pick<FoundActivity, 'entry' | 'payment' | 'withdrawal'>,
  { now, rules }: RecordMoment,
): RecordWords {
  if (withdrawal !== null) return withdrawalWords(texts, withdrawal, now);
  if (entry.kind === 'settled') return settledWords(texts, entry);
  if (entry.kind === 'deposit') return depositWords(texts, entry, rules);
  switch (entry.rail) {
    case 'lightning':
      assert(payment !== null, 'what Lightning is to carry is a payment');
      return paymentWords(texts, payment, now);
    case 'chain':
      return withdrawalWords(texts, entry.withdrawal, now);
  }
}

function settledWords(texts: PageTexts, entry: SettledEntry): RecordWords {
  const words = texts.activityRecord;
  const fields = fieldsOfEntry(entry);
  const isOutgoing = directionOf(fields) === 'outgoing';
  const { title } = isOutgoing ? words.settled : words.received;
  const lead = isOutgoing
    ? words.settled.lead
    : words.received.lead({ amount: texts.format.sat(fields.amount('amount')) });
  return { title, lead, look: 'good', detail: null, say: `${title}. ${lead}` };
}

function depositWords(
  { bitcoin, deposit: words, format }: PageTexts,
  entry: DepositEntry,
  rules: OnchainRules | null,
): RecordWords {
  const { gone, lead, replaced, tooLittle } = bitcoin.record;
  const open = { detail: null, say: null } as const;
  if (entry.deposit.state === 'gone') {
    const said = entry.deposit.replacedBy === null ? gone : replaced;
    return { ...open, ...said, look: 'ended' };
  }
  const missingSat = rules === null ? 0n : depositProgress(rules, entry).missingSat;
  const said = missingSat === 0n ? lead : tooLittle({ missing: format.sat(missingSat) });
  return { ...open, title: words.onWay, lead: said, look: 'waiting' };
}

function paymentWords(texts: PageTexts, payment: Payment, now: Date): RecordWords {
  const { activityRecord: words, format } = texts;
  const again = payingAgain(texts, payment);
  const waiting = { look: 'waiting', detail: null, say: null } as const;
  const ageMs = now.getTime() - payment.createdAt.getTime();
  const isSent = payment.state === 'dispatching' || payment.state === 'in_flight';
  if (isSent && isLongInFlight(payment.createdAt, now)) {
    const { title, lead } = words.longInFlight;
    return {
      ...waiting,
      title,
      lead: lead({ lasting: durationText(format.locale, ageMs), again }),
    };
  }
  switch (payment.state) {
    case 'reserved':
    case 'dispatching': {
      const amountSat = debitSat(payment.amountMsat);
      const lead = words.sending.lead({
        held: format.sat(payment.heldSat),
        amount: format.sat(amountSat),
        fee: format.sat(payment.heldSat - amountSat),
      });
      return { ...waiting, title: words.sending.title, lead };
    }
    case 'in_flight':
      return { ...waiting, ...words.inFlight };
    case 'unknown': {
      const { identifier } = payment;
      const { unknown, longUnknown } = words;
      return ageMs < LONG_UNKNOWN_MS
        ? { ...waiting, title: unknown.title, lead: unknown.lead({ again }) }
        : { ...waiting, title: longUnknown.title, lead: longUnknown.lead({ identifier, again }) };
    }
    case 'failed':
    // A settled payment is shown by its record, so this function is never called for one.
    case 'settled':
      return failedWords(texts, payment);
  }
}

function failedWords(
  { activityRecord: words, send }: PageTexts,
  { failure, kind }: Payment,
): RecordWords {
  const causes: Readonly<Record<MovementKind, ReasonWords>> = {
    bolt11: words.causes,
    keysend: { ...words.causes, ...send.payment.failed.nodeReasons },
  };
  const cause = causes[kind][failure?.reason ?? ''] ?? words.causes.other;
  const { title, nothingTaken } = words.failed;
  const lead = `${cause} ${nothingTaken}`;
  const detail = failure?.reason === 'rejected' ? failure.message : null;
  return { title, lead, look: 'bad', detail, say: `${title}. ${lead}` };
}

/**
 * Says what is known about bitcoin that a user sent to an address. Nothing is claimed that is not
 * certain.
 */
function withdrawalWords(texts: PageTexts, withdrawal: Withdrawal, now: Date): RecordWords {
  const { withdrawal: words, format } = texts;
  const waiting = { look: 'waiting', detail: null, say: null } as const;
  const { amountSat, heldSat, createdAt, isInternal, state } = withdrawal;
  switch (state) {
    case 'reserved': {
      const [held, amount] = [format.sat(heldSat), format.sat(amountSat)];
      const lead = words.prepared.lead({ held, amount, fee: format.sat(heldSat - amountSat) });
      return { ...waiting, title: words.prepared.title, lead };
    }
    case 'unknown':
      return { ...waiting, ...words.unknown };
    case 'signed':
      return { ...waiting, ...words.signed };
    case 'broadcast': {
      const isLong = now.getTime() - createdAt.getTime() > DAY_MS;
      return { ...waiting, ...(isLong ? words.longBroadcast : words.broadcast) };
    }
    case 'settled': {
      const { title, lead, inside, outOfBlock } = words.settled;
      const isOut = !isInternal && withdrawal.block === null;
      const said = isInternal ? inside : isOut ? outOfBlock : lead;
      return { title, lead: said, look: 'good', detail: null, say: `${title}. ${said}` };
    }
    case 'failed':
      return failedWithdrawal(texts, withdrawal);
  }
}

function failedWithdrawal(
  { activityRecord, withdrawal: words }: PageTexts,
  { failure }: Withdrawal,
): RecordWords {
  const causes: Readonly<Partial<Record<string, string>>> = words.causes;
  const { title, nothingTaken } = activityRecord.failed;
  const lead = `${causes[failure?.reason ?? ''] ?? words.causes.other} ${nothingTaken}`;
  return { title, lead, look: 'bad', detail: null, say: `${title}. ${lead}` };
}
