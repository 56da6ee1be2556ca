import type { LightningNode } from '../lightning/node-port.ts';
import { raiseAlarm } from '../usecases/operations/raise-alarm.ts';
import { type EndPaymentDeps, endPayment } from '../usecases/payments/end-payment.ts';
import { type LookAtStrandedDeps, lookAtStranded } from '../usecases/payments/look-at-stranded.ts';
import type { Payment } from '../wallet/payment.ts';
import { STRANDED } from '../wallet/payment-failure.ts';
import type { PaymentStore } from '../wallet/payment-store.ts';
import { judgeNodePayment } from '../wallet/payment-verdict.ts';
import { type RepeatDeps, repeat } from './repeat.ts';

export interface WatchStrandedDeps extends LookAtStrandedDeps, EndPaymentDeps, RepeatDeps {
  readonly payments: Pick<PaymentStore, 'listOpenPayments'>;
  readonly lightning: LookAtStrandedDeps['lightning'] & Pick<LightningNode, 'payment'>;
}

const EVERY_MS = 60_000;

/**
 * Tells the operator of payments that hang in the node for ever, and goes on asking about those
 * that were ended for that reason: what the node says of them later must not go unheard. Nothing
 * is ended here.
 */
export async function watchStranded(deps: WatchStrandedDeps, signal: AbortSignal): Promise<void> {
  const everyMs = Math.min(EVERY_MS, Math.max(deps.config.strandedGraceSec, 1) * 1000);
  const looking = { name: 'looking for stranded payments', everyMs };
  const asking = { name: 'asking about ended stranded payments', everyMs: EVERY_MS };
  await Promise.all([
    repeat(deps, looking, signal, () => lookForStranded(deps, signal)),
    repeat(deps, asking, signal, () => askAboutEnded(deps, signal)),
  ]);
}

async function lookForStranded(deps: WatchStrandedDeps, signal: AbortSignal): Promise<void> {
  const open = (await deps.payments.listOpenPayments()).filter(isCandidate);
  if (open.length === 0) return;
  const inChannels = await hashesInChannels(deps);
  const [held, others] = [
    open.filter(({ paymentHash }) => inChannels.has(paymentHash)),
    open.filter(({ paymentHash }) => !inChannels.has(paymentHash)),
  ];
  if (held.length > 0) await deps.stranded.forgetStranded(held.map(({ id }) => id));
  for (const payment of others) {
    if (signal.aborted) return;
    await lookAt(deps, payment);
  }
}

const isCandidate = ({ path, state }: Payment): boolean => path === 'node' && state !== 'reserved';

async function hashesInChannels({ lightning }: WatchStrandedDeps): Promise<ReadonlySet<string>> {
  return new Set((await lightning.channels()).flatMap(({ htlcHashes }) => htlcHashes));
}

/** The alarm before the mark: a death in between repeats it, and loses nothing. */
async function lookAt(deps: WatchStrandedDeps, payment: Payment): Promise<void> {
  const finding = await lookAtStranded(deps, payment);
  if (finding.kind === 'not_stranded' || !finding.isConfirmed) return;
  if (await deps.stranded.wasTold(payment.id)) return;
  await raiseAlarm(deps, {
    kind: 'payment_stranded',
    subject: payment.id,
    detail:
      `LND never sends it and never ends it; from block ${finding.endsFromHeight} on ` +
      `\`satchel payments end ${payment.id}\` gives ${payment.heldSat} sat back`,
  });
  await deps.stranded.markTold(payment.id);
}

async function askAboutEnded(deps: WatchStrandedDeps, signal: AbortSignal): Promise<void> {
  for (const payment of await deps.stranded.listEndedStranded()) {
    if (signal.aborted) return;
    if (payment.failure?.reason !== STRANDED.reason || (await hasNodeEnded(deps, payment, signal)))
      await deps.stranded.closeStranded(payment.id);
  }
}

/** A success contradicts the end that was written, and raises the alarm for that. */
async function hasNodeEnded(
  deps: WatchStrandedDeps,
  payment: Payment,
  signal: AbortSignal,
): Promise<boolean> {
  const said = await deps.lightning.payment(payment.paymentHash);
  if (said.kind === 'in_flight') return false;
  // A later payment of the same hash is another payment of ours, or of somebody else.
  const { acknowledgedIndex } = payment.dispatch;
  if (said.kind === 'succeeded' && (acknowledgedIndex ?? said.paymentIndex) === said.paymentIndex) {
    const verdict = judgeNodePayment(payment, said);
    if (verdict.kind === 'settled') await endPayment(deps, payment, verdict, signal);
  }
  return true;
}
