import type { BatchLinger } from './batch-linger.ts';
import { hasWaited } from './fault.ts';

/**
 * Batching, as DataLoader does it: calls made within one turn of the event loop, and those that
 * arrive while a batch runs, go together into the next batch. Many callers then share one round
 * trip, and callers that got their answers together mostly make their next calls together too.
 * There is no timer, and a single caller does not even wait for the end of the turn.
 */
export interface BatchOptions<Item> {
  /** The most items in one batch. */
  readonly maxItems: number;
  /** The most batches that run at the same time. */
  readonly maxCalls: number;
  /**
   * While a batch runs, another one starts beside it only when at least this many items wait;
   * default 1.
   */
  readonly minToOverlap?: number;
  /** The most items per key (a user) in one batch, so that no key fills it alone. */
  readonly fairness?: { readonly keyOf: (item: Item) => string; readonly maxItems: number };
  /**
   * What happens with the items of a batch that threw: each is called again alone and gets its own
   * answer or error (the default), or all get the batch's error, where a call must not run twice.
   */
  readonly onFailure?: 'call_each_alone' | 'fail_all';
  /**
   * Calls its argument once all present callers have made their calls. By default this is at the
   * end of the present turn of the event loop. Tests replace it by something sooner, as their
   * virtual clock moves on at the end of that turn.
   */
  readonly defer?: (start: () => void) => void;
  /** Foretells which callers will come soon, so that a batch can wait for them. */
  readonly linger?: BatchLinger;
}

interface Waiting<Item, Answer> {
  readonly item: Item;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * After so many batches in a row with only one item, the next single item is sent at once instead
 * of waiting for others.
 */
const ALONE_AFTER = 8;

/** The number of waiting items from which a batch starts without waiting for more. */
const ENOUGH = 16;

/**
 * Batches calls. `call` takes a list of items and returns one answer for each, in the same order.
 */
export function batchCalls<Item, Answer>(
  options: BatchOptions<Item>,
  call: (items: readonly Item[]) => Promise<readonly Answer[]>,
): (item: Item) => Promise<Answer> {
  const { defer = setImmediate, linger } = options;
  let waiting: Waiting<Item, Answer>[] = [];
  let running = 0;
  let willStart = false;
  let lonelyCalls = 0;
  /**
   * How the next batch stands with waiting for more callers: it does not wait, it waits, or it has
   * waited for long enough.
   */
  let lingering: 'none' | 'waits' | 'over' = 'none';
  let started = 0;

  const waitsForOthers = ({ expectsMoreThan, wait: longest }: BatchLinger): boolean => {
    const count = waiting.length;
    if (lingering === 'over' || count >= ENOUGH || !expectsMoreThan(count)) return false;
    if (lingering === 'none') {
      lingering = 'waits';
      const list = started;
      void longest().then(() => {
        if (list !== started) return;
        lingering = 'over';
        startSoon();
      });
    }
    return true;
  };
  const mayStart = (): boolean => {
    if (waiting.length === 0) return false;
    if (running === 0) return linger === undefined || !waitsForOthers(linger);
    return running < options.maxCalls && waiting.length >= (options.minToOverlap ?? 1);
  };
  // Fails all waiting items with the error of a call that has waited for the store as long as
  // callers should: their own batches would wait just as long, one after the other.
  const giveUp = (error: unknown): void => {
    for (const { reject } of waiting.splice(0)) reject(error);
  };
  const start = (): void => {
    willStart = false;
    while (mayStart()) {
      const [batch, rest] = takeBatch(options, waiting);
      waiting = rest;
      linger?.onBatchStart(batch.length, lingering === 'over');
      lingering = 'none';
      started += 1;
      lonelyCalls = batch.length === 1 ? lonelyCalls + 1 : 0;
      running += 1;
      void runBatch(call, batch, { failsAll: options.onFailure === 'fail_all', giveUp }).finally(
        () => {
          running -= 1;
          linger?.onBatchEnd(batch.length, waiting.length);
          if (running === 0 && waiting.length === 0) linger?.onIdle();
          startSoon();
        },
      );
    }
  };
  const startSoon = (): void => {
    if (willStart || !mayStart()) return;
    if (lonelyCalls >= ALONE_AFTER && running === 0) {
      start();
    } else {
      willStart = true;
      defer(start);
    }
  };
  linger?.onNoneExpected(startSoon);

  return (item) =>
    new Promise<Answer>((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      startSoon();
    });
}

function takeBatch<Item, Answer>(
  { maxItems, fairness }: BatchOptions<Item>,
  waiting: readonly Waiting<Item, Answer>[],
): [Waiting<Item, Answer>[], Waiting<Item, Answer>[]] {
  if (fairness === undefined) return [waiting.slice(0, maxItems), waiting.slice(maxItems)];
  const batch: Waiting<Item, Answer>[] = [];
  const rest: Waiting<Item, Answer>[] = [];
  const countByKey = new Map<string, number>();
  for (const entry of waiting) {
    const key = fairness.keyOf(entry.item);
    const count = countByKey.get(key) ?? 0;
    if (batch.length < maxItems && count < fairness.maxItems) {
      countByKey.set(key, count + 1);
      batch.push(entry);
    } else {
      rest.push(entry);
    }
  }
  return [batch, rest];
}

interface OnFailure {
  readonly failsAll: boolean;
  /**
   * Fails all waiting items with the error of a call that has waited as long as callers should. The
   * calls for the other items would wait just as long.
   */
  readonly giveUp: (error: unknown) => void;
}

async function runBatch<Item, Answer>(
  call: (items: readonly Item[]) => Promise<readonly Answer[]>,
  batch: readonly Waiting<Item, Answer>[],
  onFailure: OnFailure,
): Promise<void> {
  try {
    const answers = await call(batch.map((entry) => entry.item));
    for (const [index, answer] of answers.entries()) batch[index]?.resolve(answer);
    for (const { reject } of batch.slice(answers.length)) {
      reject(new Error('a batched call gave no answer'));
    }
  } catch (error) {
    // If a batch failed, each of its items is called again alone, as one bad item may have failed
    // the batch for all.
    const isEachItsOwn = batch.length > 1 && !onFailure.failsAll && !hasWaited(error);
    for (const entry of batch) {
      if (isEachItsOwn) await runBatch(call, [entry], onFailure);
      else entry.reject(error);
    }
    if (hasWaited(error)) onFailure.giveUp(error);
  }
}
