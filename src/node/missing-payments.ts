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
  /** The highest index of a payment that was checked. */
  readonly highest: bigint;
}

export interface MissingPayment {
  readonly payment: RecordedPayment;
  readonly recorded: Exclude<RecordedState, 'known'>;
}

/**
 * Yields payments above an index that the node drives or has paid and the database does not know.
 * For up to `maxAsked` of those without a row, the node is asked again whether this is still so.
 */
export async function* missingPayments(
  deps: MissingPaymentsDeps,
  after: bigint,
  signal: AbortSignal,
  maxAsked = Number.POSITIVE_INFINITY,
): AsyncGenerator<MissingPayments> {
  let asksLeft = maxAsked;
  for await (const page of inPages(deps.lightning.recordedPayments(after, signal), NODE_PAGE)) {
    // Failed payments have moved no money.
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

/** Asks the node once more: a payment that failed since its list was read may have lost its row. */
async function isStillLive(
  { lightning }: MissingPaymentsDeps,
  { paymentHash, paymentIndex }: RecordedPayment,
): Promise<boolean> {
  const said = await lightning.payment(paymentHash);
  if (said.kind === 'not_found') return true;
  return said.kind !== 'failed' && said.paymentIndex === paymentIndex;
}
