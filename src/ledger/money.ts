import { assert } from '../base/assert.ts';
import { type BatchOptions, batchCalls } from '../base/batch-calls.ts';
import { createRepeatCallerLinger, createUpstream, eitherLinger } from '../base/batch-linger.ts';
import type { Clock } from '../base/clock.ts';
import type {
  ApprovalGiven,
  CreditEvent,
  CreditOutcome,
  InternalPaymentEvent,
  InternalPaymentOutcome,
  MoneyStore,
  ReserveEvent,
  ReserveOutcome,
  ResolveEvent,
  ResolveOutcome,
} from './money-store.ts';

/**
 * The money store for callers with one event. Events that arrive while a call to the database runs
 * go into the next call together.
 */
export interface Money {
  /**
   * Runs `read`, which reads what is needed before a payment can be booked. Payments that are ready
   * wait a moment for those still being read, so that one call books them all.
   */
  prepare<T>(read: () => Promise<T>): Promise<T>;
  reserve(event: ReserveEvent): Promise<ReserveOutcome>;
  settleInternal(event: InternalPaymentEvent): Promise<InternalPaymentOutcome>;
  resolve(event: ResolveEvent): Promise<ResolveOutcome>;
  /**
   * Credits received money in a call of its own. Each credit moves the stored position in the
   * node's list of settled invoices, so the next receipt may be credited only afterwards. Callers
   * with an ordered list of receipts call the store itself.
   */
  credit(event: CreditEvent): Promise<CreditOutcome>;
}

/**
 * The most calls to the database that run at once. Two keep it busy while the next list of events
 * gathers.
 */
const MAX_CALLS = 2;
/**
 * The number of waiting events from which a second call starts beside a running one. Fewer events
 * wait for the next call, as two short lists cost more than one of twice the length.
 */
const MIN_TO_OVERLAP = 16;
/** The most events of one user in a call, so that no user fills it alone. */
const MAX_PER_USER = 8;

export interface MoneyOptions extends Pick<BatchOptions<never>, 'defer'> {
  readonly batchMax: number;
  /**
   * The clock for the limit on how long events wait for others that are being prepared. Without a
   * clock, events do not wait.
   */
  readonly clock?: Clock;
}

export function createMoney(
  store: MoneyStore,
  { batchMax, clock, ...options }: MoneyOptions,
): Money {
  const upstream = clock && createUpstream(clock);
  const prepared = upstream && { linger: upstream };
  // Payments for which nothing is read before come together, as their callers do.
  const preparedOrAtOnce = clock &&
    upstream && { linger: eitherLinger(upstream, createRepeatCallerLinger(clock)) };
  const merge = <Item, Answer>(
    keyOf: (item: Item) => string,
    call: (items: readonly Item[]) => Promise<readonly Answer[]>,
    following: Pick<BatchOptions<Item>, 'linger'> = {},
  ) =>
    batchCalls(
      {
        ...options,
        ...following,
        maxItems: batchMax,
        maxCalls: MAX_CALLS,
        minToOverlap: MIN_TO_OVERLAP,
        fairness: { keyOf, maxItems: MAX_PER_USER },
      },
      call,
    );
  return {
    prepare: upstream?.during ?? ((read) => read()),
    reserve: approvedApart(
      (events) => store.reserve(events),
      merge(
        (event: ReserveEvent) => event.order.userId,
        (events) => store.reserve(events),
        prepared,
      ),
    ),
    settleInternal: approvedApart(
      (events) => store.settleInternal(events),
      merge(
        (event: InternalPaymentEvent) => event.order.userId,
        (events) => store.settleInternal(events),
        preparedOrAtOnce,
      ),
    ),
    resolve: merge(
      (event: ResolveEvent) => event.paymentId,
      (events) => store.resolve(events),
    ),
    credit: (event) => callAlone((events) => store.credit(events), event),
  };
}

/**
 * Calls the store with an event that takes an approval with it in a call of its own. Such an event
 * is a transaction of its own, so it could fail after others of the same list were booked.
 */
const approvedApart =
  <Event extends { readonly approval?: ApprovalGiven }, Outcome>(
    call: (events: readonly Event[]) => Promise<readonly Outcome[]>,
    merged: (event: Event) => Promise<Outcome>,
  ) =>
  (event: Event): Promise<Outcome> =>
    event.approval === undefined ? merged(event) : callAlone(call, event);

async function callAlone<Event, Outcome>(
  call: (events: readonly Event[]) => Promise<readonly Outcome[]>,
  event: Event,
): Promise<Outcome> {
  const [outcome] = await call([event]);
  assert(outcome !== undefined, 'the money store answers each event');
  return outcome;
}
