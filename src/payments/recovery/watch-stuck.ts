import { raiseAlarm } from '../../alarms/raise-alarm.ts';
import { type RunPeriodicallyDeps, runPeriodically } from '../../background/run-periodically.ts';
import { mayBeAtNode, type Payment } from '../../ledger/payment.ts';
import { STUCK } from '../../ledger/payment-failure.ts';
import type { LightningNode } from '../../lightning/node-port.ts';
import { type AlertLongPaymentsDeps, alertLongPayments } from '../alert-long-payments.ts';
import { type CheckStuckDeps, checkStuck } from '../check-stuck.ts';
import { type EndPaymentDeps, endPayment } from '../end-payment.ts';
import { judgeNodePayment } from '../payment-verdict.ts';

export interface WatchStuckDeps
  extends CheckStuckDeps,
    EndPaymentDeps,
    AlertLongPaymentsDeps,
    RunPeriodicallyDeps {
  readonly alarms: AlertLongPaymentsDeps['alarms'];
  readonly lightning: CheckStuckDeps['lightning'] & Pick<LightningNode, 'payment'>;
}

const EVERY_MS = 60_000;

/**
 * Watches payments that take long or hang in the node forever, and payments that were ended because
 * they hung.
 */
export async function watchStuck(deps: WatchStuckDeps, signal: AbortSignal): Promise<void> {
  const everyMs = Math.min(EVERY_MS, Math.max(deps.config.stuckGraceSec, 1) * 1000);
  const looking = { name: 'looking for stuck payments', everyMs };
  const asking = { name: 'asking about ended stuck payments', everyMs: EVERY_MS };
  const telling = { name: 'looking for payments that take long', everyMs: EVERY_MS };
  await Promise.all([
    runPeriodically(deps, telling, signal, () => alertLongPayments(deps, signal)),
    runPeriodically(deps, looking, signal, () => findStuck(deps, signal)),
    runPeriodically(deps, asking, signal, () => recheckEnded(deps, signal)),
  ]);
}

/**
 * Alerts the operator to payments that hang in the node forever. No payment is ended here, because
 * only a person may do that.
 */
async function findStuck(deps: WatchStuckDeps, signal: AbortSignal): Promise<void> {
  const open = (await deps.payments.listOpenPayments()).filter(mayBeAtNode);
  if (open.length === 0) return;
  const inChannels = await hashesInChannels(deps);
  const held = open.filter(({ paymentHash }) => inChannels.has(paymentHash));
  const others = open.filter(({ paymentHash }) => !inChannels.has(paymentHash));
  if (held.length > 0) await deps.stuck.forgetStuck(held.map(({ id }) => id));
  for (const payment of others) {
    if (signal.aborted) return;
    await lookAt(deps, payment);
  }
}

async function hashesInChannels({ lightning }: WatchStuckDeps): Promise<ReadonlySet<string>> {
  return new Set((await lightning.channels()).flatMap(({ htlcHashes }) => htlcHashes));
}

/**
 * Checks a payment that may hang in the node. The alarm is raised before the database notes that
 * the operator was alerted, so that a crash in between repeats the alarm instead of losing it.
 */
async function lookAt(deps: WatchStuckDeps, payment: Payment): Promise<void> {
  const finding = await checkStuck(deps, payment);
  if (finding.kind === 'not_stuck' || !finding.isConfirmed) return;
  if (await deps.stuck.wasTold(payment.id)) return;
  await raiseAlarm(deps, {
    kind: 'payment_stranded',
    subject: payment.id,
    detail:
      `LND never sends it and never ends it; from block ${finding.endsFromHeight} on ` +
      `\`satchel payments end ${payment.id}\` gives ${payment.heldSat} sat back`,
  });
  await deps.stuck.markTold(payment.id);
}

/**
 * Keeps asking the node about payments that were ended because they hung, so that a later answer is
 * not missed.
 */
async function recheckEnded(deps: WatchStuckDeps, signal: AbortSignal): Promise<void> {
  for (const payment of await deps.stuck.listEndedStuck()) {
    if (signal.aborted) return;
    const isOver = payment.failure?.reason !== STUCK.reason;
    if (isOver || (await hasNodeEnded(deps, payment, signal)))
      await deps.stuck.closeStuck(payment.id);
  }
}

/**
 * Whether the node itself has ended a payment. A success contradicts the stored end, and raises an
 * alarm.
 */
async function hasNodeEnded(
  deps: WatchStuckDeps,
  payment: Payment,
  signal: AbortSignal,
): Promise<boolean> {
  const said = await deps.lightning.payment(payment.paymentHash);
  if (said.kind === 'in_flight') return false;
  // A payment with the same hash and a later payment index is another payment, ours or someone
  // else's.
  const { acknowledgedIndex } = payment.dispatch;
  if (said.kind === 'succeeded' && (acknowledgedIndex ?? said.paymentIndex) === said.paymentIndex) {
    const verdict = judgeNodePayment(payment, said);
    if (verdict.kind === 'settled') await endPayment(deps, payment, verdict, signal);
  }
  return true;
}
