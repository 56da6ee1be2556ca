/** Recovery: the loop that brings payments whose process is gone to their end. */

import { type BackgroundTasks, createBackgroundTasks } from '../../background/background-tasks.ts';
import { type RunPeriodicallyDeps, runPeriodically } from '../../background/run-periodically.ts';
import { type Backoff, backoffMs, createFailures } from '../../base/backoff.ts';
import { isDatabaseAway } from '../../base/fault.ts';
import { createSemaphore, type Semaphore } from '../../base/semaphore.ts';
import type { Payment } from '../../ledger/payment.ts';
import { NEVER_SENT } from '../../ledger/payment-failure.ts';
import { isOpen } from '../../ledger/payment-state.ts';
import type { ComparisonStore } from '../../node/comparison-store.ts';
import { stopAsRewound } from '../../node/rewind/stop-as-rewound.ts';
import { endPayment } from '../end-payment.ts';
import {
  concludePayment,
  type Resolution,
  type ResolvePaymentDeps,
  resolvePayment,
} from '../resolve-payment.ts';
import type { FailureDetector } from './failure-detector.ts';

export interface ResolvePaymentsDeps extends ResolvePaymentDeps, RunPeriodicallyDeps {
  readonly comparisons: Pick<ComparisonStore, 'readLook' | 'stopAsRewound'>;
  readonly silence: Pick<FailureDetector, 'deadSince'>;
  readonly processId: string;
}

const ADOPT_EVERY_MS = 1000;
const MAX_ADOPTED_AT_ONCE = 100;
const PAUSES: Backoff = { firstMs: 1000, maxMs: 30_000 };
const MAX_LOOKS = 8;
const MAX_FOLLOWED = 32;
/**
 * The longest time for which one payment is followed without a break. A held payment may take
 * weeks, and others need to be followed too.
 */
const FOLLOW_MS = 30_000;
const STRAYS_EVERY_MS = 60_000;
/**
 * The age at which a reserved payment counts as abandoned. It is far longer than any sender needs
 * to begin sending.
 */
const STALE_AFTER_MS = 600_000;

/**
 * Recovers payments: takes over every payment whose process is gone, and asks the node until the
 * payment's end is known, however long that takes.
 */
export async function resolvePayments(
  deps: ResolvePaymentsDeps,
  signal: AbortSignal,
): Promise<void> {
  const care: Care = {
    deps,
    signal,
    paymentIds: new Set(),
    tasks: createBackgroundTasks(deps.log),
    looks: createSemaphore(MAX_LOOKS),
    follows: createSemaphore(MAX_FOLLOWED),
  };
  const adopting = { name: 'adopting payments', everyMs: ADOPT_EVERY_MS };
  const searching = { name: 'searching for stray payments', everyMs: STRAYS_EVERY_MS };
  await Promise.all([
    runPeriodically(deps, adopting, signal, async () => {
      for (const payment of await adoptOrphans(deps)) takeCare(care, payment);
    }),
    runPeriodically(deps, searching, signal, () => pickUpStrays(care)),
  ]);
  await care.tasks.drain();
}

interface Care {
  readonly deps: ResolvePaymentsDeps;
  readonly signal: AbortSignal;
  readonly tasks: BackgroundTasks;
  /** The ids of payments that this process is resolving now. */
  readonly paymentIds: Set<string>;
  readonly looks: Semaphore;
  readonly follows: Semaphore;
}

async function adoptOrphans(deps: ResolvePaymentsDeps): Promise<readonly Payment[]> {
  return await deps.payments.adoptOrphans({
    newOwnerProcessId: deps.processId,
    deadSince: deps.silence.deadSince(),
    limit: MAX_ADOPTED_AT_ONCE,
  });
}

/**
 * Starts to resolve a payment, unless that is already running: a process whose heartbeat is late
 * may adopt its own payments.
 */
function takeCare(care: Care, payment: Payment): void {
  const { paymentIds, tasks } = care;
  if (paymentIds.has(payment.id)) return;
  paymentIds.add(payment.id);
  tasks.start('resolving a payment', () =>
    carry(care, payment).finally(() => paymentIds.delete(payment.id)),
  );
}

async function carry(care: Care, adopted: Payment): Promise<void> {
  const { deps, signal } = care;
  let payment: Payment | null = adopted;
  const failures = createFailures(PAUSES, deps.random);
  for (let turns = 1; payment !== null && !signal.aborted; turns += 1) {
    let pauseMs = backoffMs(PAUSES, turns, deps.random);
    try {
      if ((await takeTurn(care, payment)) === 'ended') return;
      failures.end();
    } catch (error) {
      const noted = failures.note(error);
      if (isDatabaseAway(error)) pauseMs = noted.pauseMs;
      const about = { error, paymentId: payment.id };
      if (noted.isNews) deps.log.warn(about, 'a payment could not be resolved yet');
    }
    await deps.clock.sleep(pauseMs, signal);
    payment = await readOwn(deps, payment);
  }
}

async function takeTurn(care: Care, payment: Payment): Promise<Resolution> {
  const { deps, signal } = care;
  if (payment.state === 'reserved') return await failUnsent(deps, payment, signal);
  const resolution = await care.looks.run(() => resolvePayment(deps, payment, signal));
  if (resolution !== 'in_flight') return resolution;
  return await care.follows.run(() => followPayment(care, payment));
}

/**
 * Fails a payment that, according to the database, was not sent and cannot be sent any more. The
 * database refuses this if it may have been restored to an earlier state. The node is asked as
 * well: if it has the payment, the database has certainly lost data.
 */
async function failUnsent(
  deps: ResolvePaymentsDeps,
  payment: Payment,
  signal: AbortSignal,
): Promise<Resolution> {
  const said = await deps.lightning.payment(payment.paymentHash);
  if (said.kind === 'in_flight' || said.kind === 'succeeded') {
    // The payment may have been sent after its row was read, because a living process can adopt its
    // own payments.
    const latest = await deps.payments.findPayment(payment.id);
    if (latest?.state !== 'reserved') return 'open';
    const look = await deps.comparisons.readLook();
    if (look === null || said.paymentIndex > look.paymentIndex) {
      const why = `the node has the payment ${payment.paymentHash}, which is only reserved here`;
      await stopAsRewound(deps, why);
      return 'open';
    }
  }
  const end = { kind: 'failed', failure: NEVER_SENT, onlyFrom: 'unsent' } as const;
  return (await endPayment(deps, payment, end, signal)) ? 'ended' : 'open';
}

async function followPayment({ deps, signal }: Care, known: Payment): Promise<Resolution> {
  const payment = await readOwn(deps, known);
  if (payment === null) return 'ended';
  const over = new AbortController();
  const limit = AbortSignal.any([signal, over.signal]);
  void deps.clock.sleep(FOLLOW_MS, limit).then(() => over.abort());
  try {
    const said = await deps.lightning.follow(payment.paymentHash, limit);
    // If the node forgets the payment while it is followed, the next round asks again, by the rules
    // for payments that are not found.
    if (said.kind === 'not_found') return 'open';
    return await concludePayment(deps, payment, said, signal);
  } finally {
    over.abort();
  }
}

/**
 * Reads a payment again. Null when it has ended, or when another process has taken it over. If the
 * row of a payment that was sent says that it is only reserved, the database was restored to an
 * earlier state.
 */
async function readOwn(deps: ResolvePaymentsDeps, known: Payment): Promise<Payment | null> {
  try {
    const payment = await deps.payments.findPayment(known.id);
    if (payment?.state === 'reserved' && known.state !== 'reserved') {
      await stopAsRewound(deps, `the payment ${known.id} was sent, and is only reserved now`);
      return null;
    }
    const isOurs = payment?.dispatch.ownerProcessId === deps.processId;
    return payment !== null && isOurs && isOpen(payment.state) ? payment : null;
  } catch (error) {
    if (!isDatabaseAway(error)) {
      deps.log.warn({ error, paymentId: known.id }, 'a payment could not be read');
    }
    return known;
  }
}

/**
 * Takes up payments that no one is working on although their process is alive, because an answer of
 * the database was lost. A payment that is only reserved is failed, which is safe because its
 * sender would be refused from then on. A payment that this process has adopted without knowing it
 * is resolved.
 */
async function pickUpStrays(care: Care): Promise<void> {
  const { deps, signal } = care;
  const staleSince = deps.clock.now().getTime() - STALE_AFTER_MS;
  for (const payment of await deps.payments.listOpenPayments()) {
    if (payment.state === 'reserved') {
      if (payment.createdAt.getTime() <= staleSince) await failUnsent(deps, payment, signal);
    } else if (isAdopted(payment, deps.processId)) {
      takeCare(care, payment);
    }
  }
}

/**
 * Whether this process owns a payment because its recovery has adopted it, and not because it is
 * the sender.
 */
const isAdopted = ({ dispatch }: Payment, processId: string): boolean =>
  dispatch.ownerProcessId === processId &&
  (dispatch.senderProcessId !== processId || dispatch.requestEndedAt !== null);
