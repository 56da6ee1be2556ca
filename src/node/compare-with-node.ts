import { type RaiseAlarmDeps, raiseAlarm } from '../alarms/raise-alarm.ts';
import { msat } from '../base/amount.ts';
import type { NodeIdentity } from '../lightning/node-identity.ts';
import type { LightningNode, RecordedPayment } from '../lightning/node-port.ts';
import type { ComparisonStore, DueComparison, NodeDifference } from './comparison-store.ts';
import { inPages } from './in-pages.ts';
import { MAX_DIFFERENCE_ALARMS, NODE_PAGE } from './limits.ts';
import { type MissingPaymentsDeps, missingPayments } from './missing-payments.ts';

export interface CompareWithNodeDeps extends RaiseAlarmDeps {
  readonly lightning: MissingPaymentsDeps['lightning'] &
    Pick<LightningNode, 'info' | 'settledInvoices'>;
  readonly comparisons: ComparisonStore;
  readonly node: NodeIdentity;
}

export type ComparisonOutcome =
  | { readonly kind: 'not_due' }
  /** Nothing was compared, because the node's answers cannot be trusted now; `why` says why. */
  | { readonly kind: 'not_possible'; readonly why: string }
  | { readonly kind: 'compared'; readonly differences: readonly NodeDifference[] };

/**
 * Asks the node what it has paid and received since the state to which this database was restored.
 * Payments that the database lacks, or has only as reserved, are listed with an alarm for a person:
 * nothing is sent again, and no one's balance is reduced. All other payments are brought to their
 * end by recovery.
 */
export async function compareWithNode(
  deps: CompareWithNodeDeps,
  signal: AbortSignal,
): Promise<ComparisonOutcome> {
  const due = await deps.comparisons.readDue();
  if (due === null) return { kind: 'not_due' };
  const { pubkey, synced } = await deps.lightning.info();
  if (pubkey !== deps.node.pubkey) return notPossible('another node answers at our address');
  if (!synced) return notPossible('the node is still catching up with the chain');
  const payments = await findPayments(deps, due, signal);
  const invoices = await findInvoices(deps, due, signal);
  if (signal.aborted) return notPossible('the comparison was interrupted');
  const differences = [...payments.differences, ...invoices];
  await deps.comparisons.saveComparison({ paymentIndex: payments.highest, differences });
  await alarm(deps, differences);
  return { kind: 'compared', differences };
}

const notPossible = (why: string): ComparisonOutcome => ({ kind: 'not_possible', why });

async function findPayments(
  deps: CompareWithNodeDeps,
  { paymentIndex }: DueComparison,
  signal: AbortSignal,
): Promise<{ readonly differences: readonly NodeDifference[]; readonly highest: bigint }> {
  const differences: NodeDifference[] = [];
  let highest = paymentIndex;
  for await (const found of missingPayments(deps, paymentIndex, signal)) {
    differences.push(...found.missing.map(({ payment }) => toDifference(payment)));
    highest = found.highest;
  }
  return { differences, highest };
}

function toDifference(payment: RecordedPayment): NodeDifference {
  const { paymentHash, paymentIndex, amountMsat, feeMsat, createdAt, state } = payment;
  return {
    kind: 'payment',
    paymentHash,
    nodeIndex: paymentIndex,
    happenedAt: createdAt,
    state: state === 'succeeded' ? 'succeeded' : 'in_flight',
    amountMsat: msat(amountMsat + feeMsat),
  };
}

/**
 * Finds paid invoices that the database lacks. Keysends and AMP sets are credited without an
 * invoice, so only an invoice can be missing.
 */
async function findInvoices(
  { lightning, comparisons }: CompareWithNodeDeps,
  { settleIndex }: DueComparison,
  signal: AbortSignal,
): Promise<readonly NodeDifference[]> {
  const differences: NodeDifference[] = [];
  for await (const page of inPages(lightning.settledInvoices(signal), NODE_PAGE)) {
    const late = page.filter(
      (one) => one.settleIndex > settleIndex && !one.isKeysend && one.setId === null,
    );
    const unknown = await comparisons.findUnknownInvoices(late.map((one) => one.paymentHash));
    for (const one of late.filter(({ paymentHash }) => unknown.has(paymentHash))) {
      differences.push({
        kind: 'invoice',
        state: 'settled',
        nodeIndex: one.settleIndex,
        paymentHash: one.paymentHash,
        amountMsat: one.amountMsat,
        happenedAt: one.settledAt,
      });
    }
  }
  return differences;
}

async function alarm(
  deps: CompareWithNodeDeps,
  differences: readonly NodeDifference[],
): Promise<void> {
  for (const { kind, paymentHash, state, amountMsat } of differences.slice(
    0,
    MAX_DIFFERENCE_ALARMS,
  )) {
    const isPayment = kind === 'payment';
    await raiseAlarm(deps, {
      kind: isPayment ? 'payment_not_in_books' : 'invoice_not_in_books',
      subject: paymentHash,
      detail: isPayment
        ? `the node has a payment of ${amountMsat} msat (${state}) that this database does not ` +
          'know, or knew only as reserved'
        : `the node received ${amountMsat} msat for an invoice without a row of ours`,
    });
  }
}
