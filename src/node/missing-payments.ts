import type { LightningNode, RecordedPayment } from '../lightning/node-port.ts';
import type { ComparisonStore, RecordedState } from './comparison-store.ts';
import { inPages } from './in-pages.ts';
import { NODE_PAGE } from './limits.ts';

export interface MissingPaymentsDeps {
  readonly lightning: Pick<LightningNode, 'recordedPayments' | 'payment'>;
  readonly comparisons: Pick<ComparisonStore, 'recordedStateOf'>;
}

export interface MissingPayments {
  readonly missing: readonly MissingPayment[];
  /** The highest index of the payments that were checked. */
  readonly highest: bigint;
}

export interface MissingPayment {
  readonly payment: RecordedPayment;
  readonly recorded: Exclude<RecordedState, 'known'>;
}

/**
 * Yields payments that the node is sending or has paid, above the given index, and that the
 * database does not know. The node is asked again about each of them, because a payment may have
 * failed meanwhile. Among payments without a row, it is asked only about the first `maxAsked`.
 */
export async function* missingPayments(
  deps: MissingPaymentsDeps,
  after: bigint,
  signal: AbortSignal,
  maxAsked = Number.POSITIVE_INFINITY,
): AsyncGenerator<MissingPayments> {
  let asksLeft = maxAsked;
  for await (const page of inPages(deps.lightning.recordedPayments(after, signal), NODE_PAGE)) {
    // Failed payments are left out, because they have moved no money.
    const live = page.filter(({ state }) => state !== 'failed');
    const recordedStates = live.length === 0 ? null : await deps.comparisons.recordedStateOf(live);
    const missing: MissingPayment[] = [];
    for (const payment of live) {
      const recorded = recordedStates?.get(payment.paymentHash) ?? 'unknown';
      if (recorded === 'known') continue;
      if (recorded === 'unknown') asksLeft -= 1;
      const isSure = recorded === 'unknown' && asksLeft < 0;
      if (!isSure && !(await isStillLive(deps, payment))) continue;
      missing.push({ payment, recorded });
    }
    const indexes = page.map(({ paymentIndex }) => paymentIndex);
    yield { missing, highest: indexes.reduce((a, b) => (a > b ? a : b), after) };
  }
}

/**
 * Asks the node again about a payment. If it has failed since the list was read, its row may have
 * been removed already.
 */
async function isStillLive(
  { lightning }: MissingPaymentsDeps,
  { paymentHash, paymentIndex }: RecordedPayment,
): Promise<boolean> {
  const said = await lightning.payment(paymentHash);
  if (said.kind === 'not_found') return true;
  return said.kind !== 'failed' && said.paymentIndex === paymentIndex;
}
