import { type RaiseAlarmDeps, raiseAlarm } from '../alarms/raise-alarm.ts';
import type { NodeIdentity } from '../lightning/node-identity.ts';
import type { LightningNode, RecordedPayment } from '../lightning/node-port.ts';
import type { ComparisonStore } from './comparison-store.ts';
import { MAX_DIFFERENCE_ALARMS } from './limits.ts';
import {
  type MissingPayment,
  type MissingPaymentsDeps,
  missingPayments,
} from './missing-payments.ts';
import { stopAsRewound } from './rewind/stop-as-rewound.ts';

export interface CheckPaymentWatermarkDeps extends RaiseAlarmDeps {
  readonly lightning: MissingPaymentsDeps['lightning'] &
    Pick<LightningNode, 'info' | 'newestPaymentIndex'>;
  readonly comparisons: Pick<
    ComparisonStore,
    'readLook' | 'finishLook' | 'recordedStateOf' | 'stopAsRewound'
  >;
  readonly node: NodeIdentity;
  readonly config: {
    /**
     * Whether other programs pay from this node too. Then a payment without a row in the database
     * counts as theirs.
     */
    readonly isNodeShared: boolean;
  };
}

export type WatermarkOutcome =
  /** All payments of the node are known, or belong to other programs. */
  | 'known'
  /**
   * The database lacks payments, so payments are stopped until the database has been compared with
   * the node.
   */
  | 'stopped'
  /** Another node or another database answered, so nothing could be concluded. */
  | 'not_possible';

/**
 * Looks for payments of the node that the database does not know, which shows that the database has
 * lost data. The watermark is the payment index up to which all payments are known; it moves only
 * over known payments.
 */
export async function checkPaymentWatermark(
  deps: CheckPaymentWatermarkDeps,
  signal: AbortSignal,
): Promise<WatermarkOutcome> {
  const { comparisons, lightning, node } = deps;
  const look = await comparisons.readLook();
  if (look === null) return 'stopped';
  const seen = look.isFirst
    ? { highest: await lightning.newestPaymentIndex(), missing: null }
    : await findMissing(deps, look.paymentIndex, signal);
  const { pubkey } = await lightning.info();
  if (pubkey !== node.pubkey || signal.aborted) return 'not_possible';
  if (seen.missing !== null) {
    await stopAsRewound(deps, describe(seen.missing));
    return 'stopped';
  }
  return (await comparisons.finishLook(look, seen.highest)) ? 'known' : 'not_possible';
}

interface Seen {
  readonly highest: bigint;
  /** The first payment that proves that this database has lost data; null if there is none. */
  readonly missing: MissingPayment | null;
}

async function findMissing(
  deps: CheckPaymentWatermarkDeps,
  paymentIndex: bigint,
  signal: AbortSignal,
): Promise<Seen> {
  let highest = paymentIndex;
  let alarmsLeft = MAX_DIFFERENCE_ALARMS;
  const maxAsked = deps.config.isNodeShared ? MAX_DIFFERENCE_ALARMS : undefined;
  for await (const found of missingPayments(deps, paymentIndex, signal, maxAsked)) {
    for (const missing of found.missing) {
      if (missing.recorded === 'was_reserved') continue;
      const isOfOthers = missing.recorded === 'unknown' && deps.config.isNodeShared;
      if (!isOfOthers) return { highest, missing };
      alarmsLeft -= 1;
      if (alarmsLeft >= 0) await tellOfOthers(deps, missing.payment);
    }
    highest = found.highest;
  }
  return { highest, missing: null };
}

const tellOfOthers = (
  deps: CheckPaymentWatermarkDeps,
  payment: RecordedPayment,
): Promise<boolean> =>
  raiseAlarm(deps, {
    kind: 'payment_of_others',
    subject: payment.paymentHash,
    detail:
      `the node has a payment of ${payment.amountMsat + payment.feeMsat} msat (${payment.state}) ` +
      'without a row of ours; the node is shared, so it is taken for that of someone else',
  });

function describe({ payment, recorded }: MissingPayment): string {
  const { paymentHash, state } = payment;
  const row = recorded === 'reserved' ? 'with a row that was never sent' : 'without a row of ours';
  return `the node has the payment ${paymentHash} (${state}) ${row}`;
}
