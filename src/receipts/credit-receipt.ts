import { raiseAlarm } from '../alarms/raise-alarm.ts';
import { assert, BugError } from '../base/assert.ts';
import { newRecordIdentifier, newUuid } from '../base/id.ts';
import { MAX_ACCOUNT_LENGTH } from '../base/limits.ts';
import type { FoundInvoice, InvoiceStore } from '../invoices/invoice-store.ts';
import { type CreditEvent, MoneyEventRejected } from '../ledger/money-store.ts';
import type { Receipt } from '../ledger/receipt.ts';
import { readPayload } from '../ledger/record-payload.ts';
import { renderKeysendReceipt, renderReceipt } from '../ledger/settled-record.ts';
import { ACCOUNT_RECORD, recordText } from '../lightning/custom-records.ts';
import type { IncomingPayment } from '../lightning/node-port.ts';
import type { NodeStore } from '../node/node-store.ts';
import type { UserStore } from '../users/user-store.ts';
import { type HoldInSuspenseDeps, holdInSuspense } from './hold-in-suspense.ts';

export interface CreditReceiptDeps extends HoldInSuspenseDeps {
  readonly invoices: Pick<InvoiceStore, 'findInvoiceByHash'>;
  readonly users: Pick<UserStore, 'findUser' | 'findUserByIdentifier'>;
  readonly nodes: Pick<NodeStore, 'advanceCursor'>;
}

export type ReceiptCredit =
  | 'credited'
  | 'parked'
  | 'present'
  /**
   * The paid BOLT11 invoice was made by the operator and not by this service, so no user is
   * credited.
   */
  | 'not_ours'
  | 'below_baseline'
  | 'fenced';

/**
 * Credits money that arrived, exactly once, however often the node reports it. Faults of the node
 * or database are thrown, and the caller repeats. A receipt that would fail at every repeat is set
 * aside, so that nothing that a payer sends can block other receipts.
 */
export async function creditReceipt(
  deps: CreditReceiptDeps,
  payment: IncomingPayment,
  fence: bigint,
): Promise<ReceiptCredit> {
  // Only the first receipt of an invoice gets the invoice's own identifier in its record. If
  // another receipt became the first while the record was written, the record is stale and is
  // written again. This happens only once for an invoice.
  for (;;) {
    const payee = await findPayee(deps, payment);
    if (payee === null) {
      await deps.nodes.advanceCursor(deps.node.pubkey, payment.settleIndex, fence);
      return 'not_ours';
    }
    const outcome = await creditOrPark(deps, payment, payee, fence);
    if (outcome === 'payee_closed') return await creditClosed(deps, payment, payee, fence);
    if (outcome !== 'stale') return outcome;
  }
}

/** Who is to get incoming money; `nobody` when it is not for this service. */
type Payee =
  | { readonly kind: 'invoice'; readonly found: FoundInvoice }
  | { readonly kind: 'account'; readonly userId: string }
  | { readonly kind: 'nobody'; readonly reason: string; readonly note: string | null };

async function findPayee(deps: CreditReceiptDeps, payment: IncomingPayment): Promise<Payee | null> {
  // An AMP payment fits no invoice of this service, as its payer makes the preimages.
  if (payment.setId !== null) return nobody('amp');
  if (payment.isKeysend) return await findAccount(deps, payment);
  const found = await deps.invoices.findInvoiceByHash(payment.paymentHash);
  return found === null ? null : { kind: 'invoice', found };
}

async function findAccount(deps: CreditReceiptDeps, payment: IncomingPayment): Promise<Payee> {
  const account = payment.records.get(ACCOUNT_RECORD);
  if (account === undefined) return nobody('no_account_record');
  const identifier = recordText(account, MAX_ACCOUNT_LENGTH);
  const user = identifier === null ? null : await deps.users.findUserByIdentifier(identifier);
  if (user === null) return nobody('unknown_account');
  return { kind: 'account', userId: user.id };
}

const nobody = (reason: string, note: string | null = null): Payee => ({
  kind: 'nobody',
  reason,
  note,
});

/**
 * Books money for a closed account as unclaimed, together with the identifier of the user who
 * closed it. The alarm is raised first: if the process dies before the booking, the repeat raises
 * it again, which only counts the same alarm once more.
 */
async function creditClosed(
  deps: CreditReceiptDeps,
  payment: IncomingPayment,
  payee: Payee,
  fence: bigint,
): Promise<ReceiptCredit> {
  const { userId, invoice } = closedPayee(payee);
  const user = await deps.users.findUser(userId);
  assert(user !== null, 'a closed account keeps its identifier');
  const account = user.identifier;
  await raiseAlarm(deps, {
    kind: 'closed_account_paid',
    subject: account,
    detail: `${payment.amountMsat} msat arrived for the closed account ${account}`,
  });
  const note = JSON.stringify({ account, invoice });
  const outcome = await creditOrPark(deps, payment, nobody('account_closed', note), fence);
  assert(outcome !== 'stale' && outcome !== 'payee_closed', 'money of no one has no payee');
  return outcome;
}

/**
 * The user of a closed account, and the identifier of the invoice that was paid, which is null for
 * a keysend.
 */
function closedPayee(payee: Payee): { readonly userId: string; readonly invoice: string | null } {
  switch (payee.kind) {
    case 'invoice': {
      const { userId, identifier } = payee.found.invoice;
      return { userId, invoice: identifier };
    }
    case 'account':
      return { userId: payee.userId, invoice: null };
    case 'nobody':
      throw new BugError('only a user can have closed an account');
  }
}

async function creditOrPark(
  deps: CreditReceiptDeps,
  payment: IncomingPayment,
  payee: Payee,
  fence: bigint,
): Promise<ReceiptCredit | 'stale' | 'payee_closed'> {
  let event: CreditEvent;
  try {
    event = creditEvent(deps, payment, payee, fence);
  } catch (error) {
    // Making the booking neither reads nor writes the database, so a repeat would throw the same
    // error again.
    return await holdInSuspense(deps, payment, fence, error);
  }
  try {
    return (await deps.money.credit(event)).kind;
  } catch (error) {
    const isIncurable = error instanceof MoneyEventRejected || error instanceof BugError;
    if (!isIncurable) throw error;
    return await holdInSuspense(deps, payment, fence, error);
  }
}

function creditEvent(
  deps: CreditReceiptDeps,
  payment: IncomingPayment,
  payee: Payee,
  fence: bigint,
): CreditEvent {
  const receipt = newReceipt(deps, payment, payee);
  return {
    receipt,
    target: creditTarget(deps, receipt, payee),
    nodePubkey: deps.node.pubkey,
    setId: payment.setId,
    settleIndex: payment.settleIndex,
    fence,
    hasBoostagram: readPayload(receipt.records).boostagram !== null,
  };
}

function creditTarget(
  { node }: CreditReceiptDeps,
  receipt: Receipt,
  payee: Payee,
): CreditEvent['target'] {
  switch (payee.kind) {
    case 'invoice': {
      const { invoice, receiptsCount } = payee.found;
      const record = renderReceipt(invoice, receipt, node);
      const { id: invoiceId, userId } = invoice;
      return { kind: 'invoice', invoiceId, userId, isFirst: receiptsCount === 0, record };
    }
    case 'account': {
      const record = renderKeysendReceipt(receipt, node);
      return { kind: 'keysend', userId: payee.userId, record };
    }
    case 'nobody':
      return { kind: 'unclaimed', reason: payee.reason, rawEvent: payee.note };
  }
}

/**
 * Makes a receipt. The first receipt of an invoice gets the invoice's identifier and time; later
 * ones get their own.
 */
function newReceipt(
  { clock, random }: CreditReceiptDeps,
  payment: IncomingPayment,
  payee: Payee,
): Receipt {
  const first =
    payee.kind === 'invoice' && payee.found.receiptsCount === 0 ? payee.found.invoice : null;
  return {
    id: newUuid(clock, random),
    identifier: first?.identifier ?? newRecordIdentifier(clock, random),
    source: 'node',
    paymentHash: payment.paymentHash,
    preimage: payment.preimage,
    amountMsat: payment.amountMsat,
    records: payment.records,
    createdAt: first?.createdAt ?? clock.now(),
    settledAt: payment.settledAt,
  };
}
