import type { Clock } from '../base/clock.ts';
import type { ClaimShare, DueEndpoint } from './delivery-store.ts';

/**
 * Divides the slots for attempts among endpoints. Receivers that hang keep their slots until the
 * time-out, so no endpoint gets many before it has shown that it answers, and failing endpoints
 * together never get all.
 */
export interface DeliverySlots {
  /**
   * Says how many deliveries to claim of each endpoint; together never more than there are free
   * slots.
   */
  share(due: readonly DueEndpoint[], most: number): readonly ClaimShare[];
  /** Takes a slot for a claimed delivery; the returned function frees it, once. */
  take(delivery: DueEndpoint): (ending: SlotEnding) => void;
  usage(): SlotUsage;
}

export interface SlotEnding {
  readonly kind: 'delivered' | 'failed' | 'says_nothing';
  /** The time for which the receiver wants to be left alone, by its answer. */
  readonly pauseMs: number;
}

export interface SlotUsage {
  readonly inFlight: number;
  /**
   * Slots in use by endpoints whose last attempt failed; these may only use a part of all slots.
   */
  readonly failing: number;
}

export const MAX_SLOTS = 256;
const MAX_PER_ENDPOINT = 4;
const FAILURES_TO_STAND_BACK = 3;
const MAX_PER_USER = 32;
/**
 * The first pause between two attempts at a failing endpoint; it doubles with each further failure.
 */
const FIRST_PROBE_MS = 1000;
const MAX_PAUSE_MS = 60_000;
/** The most endpoints that this process remembers, those served last. */
const MAX_REMEMBERED = 10_000;

/**
 * How an endpoint has done with this process: it has answered, was not tried yet, or failed too
 * often in a row.
 */
type Reliability = 'proven' | 'unproven' | 'failing';
type InFlight = Record<Reliability, number>;

const NONE: Readonly<InFlight> = { proven: 0, unproven: 0, failing: 0 };
/** Limits on all slots. Each also counts endpoints of lower reliability. */
const MAX_IN_FLIGHT: Readonly<InFlight> = { proven: MAX_SLOTS, unproven: 192, failing: 64 };
/**
 * Limits on one host, where many users may have endpoints: there, too, endpoints that hang leave
 * room for others.
 */
const MAX_AT_ORIGIN: Readonly<InFlight> = { proven: 160, unproven: 128, failing: 32 };

interface Endpoint {
  /**
   * The number of the endpoint's last turn: the one with the lowest number was served longest ago.
   */
  turn: number;
  inFlight: number;
  isProven: boolean;
  /** The number of attempts that failed in a row, as far as this process has seen. */
  failures: number;
  pausedUntilMs: number;
}

export function createDeliverySlots(clock: Clock): DeliverySlots {
  const book: Book = {
    endpoints: new Map(),
    turns: 0,
    inFlight: { proven: 0, unproven: 0, failing: 0 },
    ofUser: new Map(),
    ofOrigin: new Map(),
  };
  return {
    share: (due, most) => {
      const counts = new Map<string, number>();
      const planned: (() => void)[] = [];
      // Endpoints take turns, the longest unserved first, so that a shortage affects all alike.
      let waiting = byTurn(book, due);
      while (waiting.length > 0) {
        waiting = waiting.filter(
          (one) => planned.length < most && mayTake(book, one, clock.monotonicMs(), planned),
        );
        for (const { endpointId } of waiting) {
          counts.set(endpointId, (counts.get(endpointId) ?? 0) + 1);
        }
      }
      for (const undo of planned) undo();
      return [...counts].map(([endpointId, count]) => ({ endpointId, count }));
    },
    take: (delivery) => {
      const give = takeSlot(book, delivery);
      const endpoint = endpointOf(book, delivery.endpointId);
      putLast(book, delivery.endpointId, endpoint);
      return (ending) => {
        give();
        learn(endpoint, delivery, ending, clock.monotonicMs());
      };
    },
    usage: () => ({
      inFlight: book.inFlight.proven + book.inFlight.unproven + book.inFlight.failing,
      failing: book.inFlight.failing,
    }),
  };
}

interface Book {
  /** Known endpoints in the order of their turns. */
  readonly endpoints: Map<string, Endpoint>;
  turns: number;
  readonly inFlight: InFlight;
  readonly ofUser: Map<string, number>;
  readonly ofOrigin: Map<string, InFlight>;
}

/** Whether a slot may be taken while shares are being computed: no limit is reached. */
function mayTake(book: Book, due: DueEndpoint, nowMs: number, planned: (() => void)[]): boolean {
  // Asking alone does not make this process remember an endpoint.
  const endpoint = book.endpoints.get(due.endpointId) ?? FRESH;
  const reliability = reliabilityOf(endpoint, due);
  const isFree =
    isRoom(book.inFlight, MAX_IN_FLIGHT, reliability) &&
    endpoint.inFlight < (reliability === 'proven' ? MAX_PER_ENDPOINT : 1) &&
    endpoint.pausedUntilMs <= nowMs &&
    (book.ofUser.get(due.userId) ?? 0) < MAX_PER_USER &&
    isRoom(book.ofOrigin.get(due.origin) ?? NONE, MAX_AT_ORIGIN, reliability);
  if (isFree) planned.push(takeSlot(book, due));
  return isFree;
}

/**
 * Whether there is a slot for an endpoint: each limit also counts endpoints of lower reliability.
 */
function isRoom(
  used: Readonly<InFlight>,
  bounds: Readonly<InFlight>,
  reliability: Reliability,
): boolean {
  const unproven = used.unproven + used.failing;
  return (
    unproven + used.proven < bounds.proven &&
    (reliability === 'proven' || unproven < bounds.unproven) &&
    (reliability !== 'failing' || used.failing < bounds.failing)
  );
}

function takeSlot(book: Book, due: DueEndpoint): () => void {
  const endpoint = endpointOf(book, due.endpointId);
  const reliability = reliabilityOf(endpoint, due);
  const { origin } = due;
  endpoint.inFlight += 1;
  book.inFlight[reliability] += 1;
  count(book.ofUser, due.userId, 1);
  countAt(book.ofOrigin, origin, reliability, 1);
  return () => {
    endpoint.inFlight -= 1;
    book.inFlight[reliability] -= 1;
    count(book.ofUser, due.userId, -1);
    countAt(book.ofOrigin, origin, reliability, -1);
  };
}

function count(counts: Map<string, number>, key: string, change: number): void {
  const changed = (counts.get(key) ?? 0) + change;
  if (changed > 0) counts.set(key, changed);
  else counts.delete(key);
}

function countAt(
  counts: Map<string, InFlight>,
  origin: string,
  reliability: Reliability,
  change: number,
): void {
  const at = counts.get(origin) ?? { ...NONE };
  at[reliability] += change;
  if (at.proven + at.unproven + at.failing > 0) counts.set(origin, at);
  else counts.delete(origin);
}

const FRESH: Readonly<Endpoint> = {
  turn: 0,
  inFlight: 0,
  isProven: false,
  failures: 0,
  pausedUntilMs: 0,
};

function endpointOf({ endpoints }: Book, id: string): Endpoint {
  const known = endpoints.get(id);
  if (known !== undefined) return known;
  if (endpoints.size >= MAX_REMEMBERED) forgetOldest(endpoints);
  const fresh = { ...FRESH };
  endpoints.set(id, fresh);
  return fresh;
}

function putLast(book: Book, id: string, endpoint: Endpoint): void {
  book.turns += 1;
  endpoint.turn = book.turns;
  book.endpoints.delete(id);
  book.endpoints.set(id, endpoint);
}

function reliabilityOf(endpoint: Endpoint, due: DueEndpoint): Reliability {
  const failures = Math.max(endpoint.failures, endpoint.isProven ? 0 : due.consecutiveFailures);
  if (failures >= FAILURES_TO_STAND_BACK) return 'failing';
  return endpoint.isProven ? 'proven' : 'unproven';
}

function learn(
  endpoint: Endpoint,
  { consecutiveFailures }: DueEndpoint,
  { kind, pauseMs }: SlotEnding,
  nowMs: number,
): void {
  if (kind === 'says_nothing') return;
  const failures = Math.max(endpoint.failures, endpoint.isProven ? 0 : consecutiveFailures) + 1;
  endpoint.isProven = kind === 'delivered';
  endpoint.failures = kind === 'delivered' ? 0 : failures;
  const over = endpoint.failures - FAILURES_TO_STAND_BACK;
  const probeMs = over < 0 ? 0 : FIRST_PROBE_MS * 2 ** Math.min(over, 16);
  const wantedMs = Math.min(Math.max(probeMs, pauseMs), MAX_PAUSE_MS);
  endpoint.pausedUntilMs = nowMs + wantedMs;
}

/** Sorts endpoints by turn. Unknown ones begin with a different one each time. */
function byTurn({ endpoints, turns }: Book, due: readonly DueEndpoint[]): readonly DueEndpoint[] {
  const first = turns % Math.max(due.length, 1);
  return [...due.slice(first), ...due.slice(0, first)]
    .map((one) => ({ one, turn: endpoints.get(one.endpointId)?.turn ?? 0 }))
    .sort((a, b) => a.turn - b.turn)
    .map(({ one }) => one);
}

/** Forgets the oldest endpoint. What was learnt about it is learnt again at its next attempt. */
function forgetOldest(endpoints: Map<string, Endpoint>): void {
  for (const [id, { inFlight }] of endpoints) {
    if (inFlight > 0) continue;
    endpoints.delete(id);
    return;
  }
}
