import type { Caller } from '../authorization/caller.ts';
import { assert } from '../base/assert.ts';
import type { Log } from '../base/log.ts';
import { refuse } from '../base/result.ts';
import { retryUntilDone } from '../base/retry-until-done.ts';
import { type BatchAnswer, toKeysendOrder } from './answer-batch.ts';
import { awaitOutcome, type PayAnswer } from './await-outcome.ts';
import type { BatchItem, BatchStore, PaymentBatch } from './batch-store.ts';
import { capReserve } from './fee-reserve.ts';
import { restoreRefusal, storeRefusal } from './item-refusal.ts';
import type { PayContext, PayDeps } from './pay-deps.ts';
import { startKeysend } from './start-keysend.ts';

export interface RunBatchDeps extends PayDeps {
  readonly batches: BatchStore;
  readonly log: Log;
}

/** The most items of a batch that are under way at the same time. */
const MAX_UNDER_WAY = 8;

/**
 * Runs a batch that was just written. Items are reserved in the order of the request, and several
 * are under way at the same time. When the wait is over, items that were not reserved are cancelled
 * for good, so that the caller can order them again without paying twice.
 */
export async function runBatch(
  deps: RunBatchDeps,
  caller: Caller,
  batch: PaymentBatch,
  deadlineMs: number,
): Promise<BatchAnswer> {
  const answers = new Map<number, Promise<PayAnswer>>();
  const underWay = new Set<Promise<unknown>>();
  const timeIsUp = createDeadline(deps, deadlineMs);
  let isCutShort = false;
  try {
    for (const item of batch.items) {
      if (underWay.size >= MAX_UNDER_WAY) await Promise.race([...underWay, timeIsUp.passed]);
      // The first MAX_UNDER_WAY items are sent even if no time is left.
      isCutShort = deps.shutdown.aborted || (item.index >= MAX_UNDER_WAY && timeIsUp.hasPassed());
      if (isCutShort) break;
      const { end, isLost } = await startItem(deps, caller, batch.id, item, deadlineMs);
      answers.set(item.index, end);
      const ended = end.finally(() => underWay.delete(ended));
      underWay.add(ended);
      isCutShort = isLost;
      if (isCutShort) break;
    }
    if (isCutShort) await cancelPending(deps, batch);
    return await Promise.all(batch.items.map((item) => collect(item, answers)));
  } finally {
    timeIsUp.forget();
  }
}

/**
 * Cancels pending items, and keeps trying in the background while the database is away. Until then,
 * callers see these items as pending. If this process ends first, cancel-orphan-batches cancels
 * them.
 */
export async function cancelPending(deps: RunBatchDeps, { id }: PaymentBatch): Promise<void> {
  const { batches, log, shutdown } = deps;
  const cancel = (): Promise<void> => batches.cancelPendingItems(id);
  try {
    await cancel();
  } catch (error) {
    log.error({ error, batchId: id }, 'items of a batch could not be cancelled yet');
    retryUntilDone(deps, 'cancelling items of a batch', shutdown, cancel).catch(() => undefined);
  }
}

async function collect(item: BatchItem, answers: ReadonlyMap<number, Promise<PayAnswer>>) {
  const answer = answers.get(item.index);
  const result: PayAnswer =
    answer === undefined ? refuse({ kind: 'batch_item_cancelled' }) : await answer;
  return { order: toKeysendOrder(item), result };
}

interface StartedItem {
  readonly end: Promise<PayAnswer>;
  /**
   * Whether it is unknown if the payment of this item was reserved. Then no further items are
   * started.
   */
  readonly isLost: boolean;
}

async function startItem(
  deps: RunBatchDeps,
  caller: Caller,
  batchId: string,
  item: BatchItem,
  deadlineMs: number,
): Promise<StartedItem> {
  if (item.state === 'refused') {
    assert(item.refusal !== null, 'a refused item says why');
    return known(refuse(restoreRefusal(item.refusal)));
  }
  const context: PayContext = { caller, idempotency: null };
  const { maxFeeSat } = item;
  const config = maxFeeSat === undefined ? deps.config : capReserve(deps.config, maxFeeSat);
  try {
    const started = await startKeysend({ ...deps, config }, context, toKeysendOrder(item), {
      paymentId: item.paymentId,
      identifier: item.identifier,
      preimage: item.preimage,
      batch: { batchId, index: item.index },
    });
    if (started.ok) {
      const end = awaitOutcome(deps, context, started.value, deadlineMs);
      return {
        end: end.catch((error) => answerUnknown(deps, item, error)),
        isLost: started.value.kind === 'outcome_unknown',
      };
    }
    await deps.batches.refuseItem(batchId, item.index, storeRefusal(started.refusal));
    return known(started);
  } catch (error) {
    return { ...known(answerUnknown(deps, item, error)), isLost: true };
  }
}

/**
 * Answers an item of a batch for which the database has failed. A fault of one item must not hide
 * the outcomes of the others.
 */
function answerUnknown({ log }: RunBatchDeps, { paymentId }: BatchItem, error: unknown): PayAnswer {
  log.error({ error, paymentId }, 'an item of a batch was not answered');
  return refuse({ kind: 'payment_pending', paymentId });
}

const known = (answer: PayAnswer): StartedItem => ({
  end: Promise.resolve(answer),
  isLost: false,
});

/**
 * Creates a deadline on the monotonic clock. It also counts as passed when the process is stopping.
 */
function createDeadline({ clock, shutdown }: PayDeps, deadlineMs: number) {
  const enough = new AbortController();
  const signal = AbortSignal.any([enough.signal, shutdown]);
  const leftMs = Math.max(0, deadlineMs - clock.monotonicMs());
  return {
    passed: clock.sleep(leftMs, signal),
    hasPassed: () => shutdown.aborted || clock.monotonicMs() >= deadlineMs,
    forget: () => enough.abort(),
  };
}
