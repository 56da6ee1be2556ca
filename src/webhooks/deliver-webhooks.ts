import { type BackgroundTasks, createBackgroundTasks } from '../background/background-tasks.ts';
import type { RunPeriodicallyDeps } from '../background/run-periodically.ts';
import { createTakeoverGrace, type TakeoverGrace } from '../background/takeover-grace.ts';
import { type Backoff, createFailures } from '../base/backoff.ts';
import { batchCalls } from '../base/batch-calls.ts';
import type { Notifier } from '../base/notifier.ts';
import { retryUntilDone } from '../base/retry-until-done.ts';
import { type DeliverWebhookDeps, deliverWebhook } from './deliver-webhook.ts';
import type { DeliveryObserver } from './delivery-observer.ts';
import { type DeliveryResult, isDelivered } from './delivery-result.ts';
import {
  createDeliverySlots,
  type DeliverySlots,
  MAX_SLOTS,
  type SlotEnding,
} from './delivery-slots.ts';
import type {
  ClaimedDelivery,
  DeliveryStore,
  DueEndpoint,
  FinishedAttempt,
} from './delivery-store.ts';
import { isOverloaded, readRetryAfterMs } from './retry-schedule.ts';

export interface DeliverWebhooksDeps extends RunPeriodicallyDeps, DeliverWebhookDeps {
  readonly deliveries: DeliveryStore;
  /**
   * Wakes the loop that sends deliveries after a settlement of this process that may have written
   * some. Deliveries of other processes are found by polling.
   */
  readonly notifier: Notifier;
  readonly observer: DeliveryObserver;
  /** Whether the operator holds all deliveries back at the moment, by a file in the data folder. */
  readonly isHoldingWebhooks: () => boolean;
}

const LOOK_EVERY_MS = 250;
/**
 * The time for which a list of the endpoints with due deliveries is used again under load. After a
 * list that did not contain all such endpoints, the next list is made when this time is over.
 */
const LIST_SERVES_MS = 25;
/**
 * The most deliveries that one query claims: half of the slots, so that the next deliveries are
 * claimed while the first ones are sent.
 */
const MAX_PER_CLAIM = MAX_SLOTS / 2;
/**
 * The pause between the end of an attempt and the next claim of deliveries. Under load, one claim
 * then fills all slots that became free meanwhile. A settlement causes a claim without this pause.
 */
const REFILL_AFTER_MS = 10;
const FAILED_ROUND_PAUSES: Backoff = { firstMs: 500, maxMs: 10_000 };
/**
 * The time for which settlements cause no query for deliveries after one that found none due: most
 * settlements concern no endpoint, and many may follow each other.
 */
const NOTHING_DUE_SERVES_MS = 25;
const MAX_DUE_ENDPOINTS = 1000;
/**
 * The time after which the claim of a delivery expires, so that another process may take it over.
 * This is far longer than an attempt can take.
 */
const LEASE_MS = 60_000;
/**
 * The time that running attempts get when the process stops. A receiver that hangs must not delay
 * the end for longer.
 */
const GRACE_MS = 5000;
const OVERLOADED_PAUSE_MS = 1000;

/**
 * Sends the deliveries that settlements have written, until the signal aborts. Any number of
 * processes may do so at the same time, and each may die at any moment: when its claims expire,
 * others take over the deliveries.
 */
export async function deliverWebhooks(
  deps: DeliverWebhooksDeps,
  signal: AbortSignal,
): Promise<void> {
  const cut = new AbortController();
  const delivery: Delivery = {
    deps,
    signal,
    cut: cut.signal,
    slots: createDeliverySlots(deps.clock),
    tasks: createBackgroundTasks(deps.log),
    record: batchCalls(
      { maxItems: MAX_SLOTS, maxCalls: 1 },
      async (attempts: readonly FinishedAttempt[]) => {
        await deps.deliveries.record(attempts);
        return attempts.map(() => undefined);
      },
    ),
    abandoned: [],
    unrecorded: 0,
    listedUpTo: '',
    list: null,
    returnPause: createTakeoverGrace(deps.clock, LEASE_MS),
    nothingDueAtMs: null,
    isAnythingDue: false,
    isRefillPlanned: false,
  };
  deps.observer.watchSlots(delivery.slots.usage);
  await keepClaiming(delivery);
  const over = new AbortController();
  const sent = delivery.tasks.drain().finally(() => over.abort());
  await deps.clock.sleep(GRACE_MS, over.signal);
  cut.abort();
  await sent;
  await releaseAbandoned(delivery);
}

interface Delivery {
  readonly deps: DeliverWebhooksDeps;
  readonly signal: AbortSignal;
  /** Aborts when the attempts that are still running must end, because the process stops. */
  readonly cut: AbortSignal;
  readonly slots: DeliverySlots;
  readonly tasks: BackgroundTasks;
  readonly record: (attempt: FinishedAttempt) => Promise<void>;
  /**
   * Deliveries whose attempts were cut off. Their claims are given back, so that other processes
   * can send them at once.
   */
  readonly abandoned: ClaimedDelivery[];
  /** The number of ended attempts whose results are not in the database yet. */
  unrecorded: number;
  /** The endpoint with which the last incomplete list ended; the next list begins after it. */
  listedUpTo: string;
  /**
   * All endpoints with due deliveries, for use by several claims; null when they must be listed
   * again.
   */
  list: { readonly due: readonly DueEndpoint[]; readonly askedAtMs: number } | null;
  readonly returnPause: TakeoverGrace;
  /** When the last query found nothing due; null when it found something. */
  nothingDueAtMs: number | null;
  /** Whether deliveries may be waiting for a free slot. */
  isAnythingDue: boolean;
  isRefillPlanned: boolean;
}

async function keepClaiming(delivery: Delivery): Promise<void> {
  const { deps, signal } = delivery;
  const failures = createFailures(FAILED_ROUND_PAUSES, deps.random);
  const what = 'claiming webhook deliveries';
  while (!signal.aborted) {
    try {
      await claimRound(delivery);
      failures.end();
      const isMore = delivery.listedUpTo !== '' || delivery.list !== null;
      await deps.notifier.wait(deps.clock, isMore ? LIST_SERVES_MS : LOOK_EVERY_MS, signal);
    } catch (error) {
      const { failures: inRow, pauseMs, isNews } = failures.note(error);
      if (isNews) deps.log.warn({ error, failures: inRow }, `${what} failed and is tried again`);
      await deps.clock.sleep(pauseMs, signal);
    }
    await restAfterNothing(delivery);
  }
}

async function restAfterNothing({ deps, nothingDueAtMs, signal }: Delivery): Promise<void> {
  if (nothingDueAtMs === null) return;
  const leftMs = nothingDueAtMs + NOTHING_DUE_SERVES_MS - deps.clock.monotonicMs();
  if (leftMs > 0) await deps.clock.sleep(leftMs, signal);
}

async function claimRound(delivery: Delivery): Promise<void> {
  const { deps, slots, returnPause } = delivery;
  const isFull = slots.usage().inFlight >= MAX_SLOTS || delivery.unrecorded >= MAX_SLOTS;
  if (isFull || deps.isHoldingWebhooks()) {
    delivery.list = null;
    returnPause.rested();
    return;
  }
  const begunAtMs = deps.clock.monotonicMs();
  const due = await listDue(delivery);
  await returnPause.answered(delivery.signal);
  if (delivery.signal.aborted) return;
  const shares = slots.share(due, MAX_PER_CLAIM);
  const asked = shares.reduce((sum, { count }) => sum + count, 0);
  if (asked === 0) {
    delivery.list = null;
    return;
  }
  const claims = await deps.deliveries.claim(shares, LEASE_MS);
  if (claims.length < asked) delivery.list = null;
  deps.observer.claimed(deps.clock.monotonicMs() - begunAtMs);
  for (const claim of claims) {
    const give = slots.take(claim);
    delivery.tasks.start('delivering a webhook', () => deliver(delivery, claim, give));
  }
  // More deliveries may be waiting, as one claim takes at most half of the slots.
  if (claims.length === MAX_PER_CLAIM) deps.notifier.notify();
}

async function listDue(delivery: Delivery): Promise<readonly DueEndpoint[]> {
  const { deps, list, listedUpTo: after } = delivery;
  const askedAtMs = deps.clock.monotonicMs();
  if (list !== null && askedAtMs - list.askedAtMs < LIST_SERVES_MS) return list.due;
  const due = await deps.deliveries.listDueEndpoints(after, MAX_DUE_ENDPOINTS);
  delivery.isAnythingDue = due.length > 0 || after !== '';
  delivery.nothingDueAtMs = delivery.isAnythingDue ? null : askedAtMs;
  delivery.listedUpTo = due.length < MAX_DUE_ENDPOINTS ? '' : (due.at(-1)?.endpointId ?? '');
  const isWhole = after === '' && delivery.listedUpTo === '';
  delivery.list = isWhole ? { due, askedAtMs } : null;
  return due;
}

async function deliver(
  delivery: Delivery,
  claim: ClaimedDelivery,
  give: (ending: SlotEnding) => void,
): Promise<void> {
  const { deps, signal } = delivery;
  const attempt = await makeAttempt(delivery, claim, give);
  if (attempt === null) return;
  deps.observer.attempted(outcomeOf(attempt.result), attempt.result.durationMs);
  delivery.unrecorded += 1;
  try {
    await retryUntilDone(deps, 'recording a webhook attempt', signal, () =>
      delivery.record(attempt),
    );
  } finally {
    delivery.unrecorded -= 1;
    if (delivery.unrecorded === 0) refillSoon(delivery);
  }
}

/**
 * Makes an attempt. Its slot is freed as soon as the receiver has answered, so that other
 * deliveries are sent while the result is stored.
 */
async function makeAttempt(
  delivery: Delivery,
  claim: ClaimedDelivery,
  give: (ending: SlotEnding) => void,
): Promise<FinishedAttempt | null> {
  const { deps } = delivery;
  let ending: SlotEnding = { kind: 'says_nothing', pauseMs: 0 };
  try {
    const attempt = await deliverWebhook(deps, claim, delivery.cut);
    if (attempt === null) delivery.abandoned.push(claim);
    else ending = endingOf(attempt);
    return attempt;
  } finally {
    give(ending);
    refillSoon(delivery);
  }
}

/**
 * Wakes the loop after a short pause to claim more deliveries, if some may be waiting for the freed
 * slots.
 */
function refillSoon(delivery: Delivery): void {
  const { deps, signal } = delivery;
  if (!delivery.isAnythingDue || delivery.isRefillPlanned) return;
  delivery.isRefillPlanned = true;
  void deps.clock.sleep(REFILL_AFTER_MS, signal).then(() => {
    delivery.isRefillPlanned = false;
    deps.notifier.notify();
  });
}

function endingOf({ sign, result, startedAt }: FinishedAttempt): SlotEnding {
  if (sign === 'succeeded') return { kind: 'delivered', pauseMs: 0 };
  const header = result.kind === 'answered' ? result.retryAfter : null;
  const askedMs = readRetryAfterMs(header, startedAt) ?? 0;
  return {
    kind: sign === 'says_nothing' ? sign : 'failed',
    pauseMs: isOverloaded(result) ? Math.max(OVERLOADED_PAUSE_MS, askedMs) : 0,
  };
}

function outcomeOf(result: DeliveryResult): string {
  if (result.kind === 'failed') return result.errorClass;
  return isDelivered(result) ? '2xx' : `${Math.trunc(result.status / 100)}xx`;
}

async function releaseAbandoned({ deps, abandoned }: Delivery): Promise<void> {
  if (abandoned.length === 0) return;
  try {
    await deps.deliveries.release(abandoned);
  } catch (error) {
    deps.log.warn({ error }, 'webhook claims were not given back: their leases run out');
  }
}
