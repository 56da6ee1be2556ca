import type { Clock } from '../base/clock.ts';
import type { ClaimShare, DueEndpoint } from './delivery-store.ts';

/**
 * Divides the slots, which limit how many attempts run at the same time, among endpoints. Receivers
 * that hang keep their slots until the time-out, so an endpoint gets one slot until it has
 * answered, and all failing endpoints together get only a part.
 */
export interface DeliverySlots {
  /**
   * Says how many deliveries to claim for each endpoint, together never more than there are free
   * slots.
   */
  share(due: readonly DueEndpoint[], most: number): readonly ClaimShare[];
  /** Takes a slot for a claimed delivery; the returned function frees it, once. */
  take(delivery: DueEndpoint): (ending: SlotEnding) => void;
  usage(): SlotUsage;
}

export interface SlotEnding {
  readonly kind: 'delivered' | 'failed' | 'says_nothing';
  /** For how long the receiver asked, in its answer, not to be called again. */
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
/**
 * The most endpoints whose results this process remembers; the one served longest ago is forgotten.
 */
const MAX_REMEMBERED = 10_000;

/**
 * How attempts at an endpoint went: the last one succeeded (`proven`), several failed in a row
 * (`failing`), or neither (`unproven`).
 */
type Reliability = 'proven' | 'unproven' | 'failing';
type InFlight = Record<Reliability, number>;

const NONE: Readonly<InFlight> = { proven: 0, unproven: 0, failing: 0 };
/**
 * The most slots in use, by the reliability of endpoints. Each limit also counts the slots of less
 * reliable endpoints, so that those leave room for more reliable ones.
 */
const MAX_IN_FLIGHT: Readonly<InFlight> = { proven: MAX_SLOTS, unproven: 192, failing: 64 };
/**
 * The most slots in use for one host, at which many users may have endpoints. Endpoints that hang
 * leave room for others there, too.
 */
const MAX_AT_ORIGIN: Readonly<InFlight> = { proven: 160, unproven: 128, failing: 32 };

interface Endpoint {
  /**
   * The number of the endpoint's last turn. The endpoint with the lowest number was served longest
   * ago, and is served next.
   */
  turn: number;
  inFlight: number;
  isProven: boolean;
  /** The number of attempts that failed in a row, as far as this process knows. */
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
      // Endpoints alternate, beginning with the one served longest ago, so that all wait alike when
      // slots are scarce.
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
  /** Known endpoints, the one served longest ago first. */
  readonly endpoints: Map<string, Endpoint>;
  turns: number;
  readonly inFlight: InFlight;
  readonly ofUser: Map<string, number>;
  readonly ofOrigin: Map<string, InFlight>;
}

/**
 * Whether an endpoint may get one more slot while slots are being divided, which every limit must
 * permit.
 */
function mayTake(book: Book, due: DueEndpoint, nowMs: number, planned: (() => void)[]): boolean {
  // An endpoint is stored when it gets its first slot; before that, it counts as a new one.
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
 * Whether there is a slot for an endpoint of this reliability: each limit also counts the slots of
 * less reliable endpoints.
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

/**
 * Sorts endpoints by their last turn. The order of endpoints that never had a turn begins with
 * another one at each call, so that all of them are served.
 */
function byTurn({ endpoints, turns }: Book, due: readonly DueEndpoint[]): readonly DueEndpoint[] {
  const first = turns % Math.max(due.length, 1);
  return [...due.slice(first), ...due.slice(0, first)]
    .map((one) => ({ one, turn: endpoints.get(one.endpointId)?.turn ?? 0 }))
    .sort((a, b) => a.turn - b.turn)
    .map(({ one }) => one);
}

/**
 * Forgets the endpoint that was served longest ago. Its next attempt shows again how reliable it
 * is.
 */
function forgetOldest(endpoints: Map<string, Endpoint>): void {
  for (const [id, { inFlight }] of endpoints) {
    if (inFlight > 0) continue;
    endpoints.delete(id);
    return;
  }
}
