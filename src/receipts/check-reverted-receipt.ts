import type { AlarmStore } from '../alarms/alarm-store.ts';
import { type RaiseAlarmDeps, raiseAlarm } from '../alarms/raise-alarm.ts';
import { creditSat, msat } from '../base/amount.ts';
import type { LightningNode, ReceivedHtlc } from '../lightning/node-port.ts';
import type { CreditedReceipt } from '../node/node-store.ts';

export interface CheckRevertedReceiptDeps extends RaiseAlarmDeps {
  readonly lightning: Pick<LightningNode, 'receivedHtlcs'>;
  readonly alarms: Pick<AlarmStore, 'raiseAlarm' | 'wasRaised'>;
}

export type ReceiptFinding =
  | { readonly kind: 'kept' }
  /** The node gave the money back. The operator was alerted, by this call or an earlier one. */
  | { readonly kind: 'taken_back' }
  /** The node does not say how some HTLC ended, and reports none as given back. */
  | { readonly kind: 'unknown' }
  /** The node does not record how HTLCs end, or does not let us ask for it. */
  | { readonly kind: 'not_told'; readonly why: string };

/**
 * Asks the node whether its channels kept what it reported as settled, and raises an alarm if they
 * did not. The books stay as they are: the user may have spent the money, and a person decides who
 * bears the loss.
 */
export async function checkRevertedReceipt(
  deps: CheckRevertedReceiptDeps,
  receipt: CreditedReceipt,
): Promise<ReceiptFinding> {
  const said = await deps.lightning.receivedHtlcs(receipt.paymentHash);
  if (said.kind === 'not_told') return said;
  const givenBack = said.htlcs.filter(({ end }) => end === 'given_back');
  if (givenBack.length === 0) {
    const isKept = said.htlcs.every(({ end }) => end === 'settled');
    return { kind: isKept ? 'kept' : 'unknown' };
  }
  const kind = 'receipt_taken_back';
  const subject = receipt.paymentHash;
  // After each start of the node, the receipts are checked again, so the alarm is raised only if it
  // was not raised before.
  if (!(await deps.alarms.wasRaised(kind, subject))) {
    await raiseAlarm(deps, { kind, subject, detail: describe(receipt, givenBack) });
  }
  return { kind: 'taken_back' };
}

function describe({ amountMsat }: CreditedReceipt, givenBack: readonly ReceivedHtlc[]): string {
  const backMsat = msat(givenBack.reduce((sum, htlc) => sum + htlc.amountMsat, 0n));
  const where = givenBack.map(({ channelId, index }) => `${index} of channel ${channelId}`);
  return (
    `LND calls this receipt of ${creditSat(amountMsat)} sat settled, and has given ` +
    `${creditSat(backMsat)} sat of it back to the payer (HTLC ${where.join(', ')}); ` +
    'the books keep it: see docs/operating-lnd.md'
  );
}
