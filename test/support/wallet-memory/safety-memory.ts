import type { Clock } from '../../../src/base/clock.ts';
import type { NodeDifference } from '../../../src/node/comparison-store.ts';
import type { BooksCheck, StopReason, StoredStop } from '../../../src/node/payment-stop-store.ts';
import type { MemoryState } from '../money-model/state.ts';

/** What a database remembers about itself and about the lists of the node. */
export interface SafetyMemory {
  readonly stops: Map<StopReason, StoredStop>;
  booksCheck: BooksCheck | null;
  booksPlace: string | null;
  /** The identity of the database. A test changes it, as when another standby took over. */
  identity: string;
  knownIdentity: string;
  /** The identity in which the present stop was written. */
  stoppedIdentity: string | null;
  /** The start of the database server. A test changes it, as when the server was restarted. */
  server: string;
  lookedServer: string | null;
  sawDifference: boolean;
  /** When the database was last treated as one that has gone back. */
  wentBackAt: Date | null;
  paymentIndex: bigint;
  settleIndex: bigint;
  comparedIndex: bigint | null;
  differences: readonly NodeDifference[];
}

export const newSafetyMemory = (): SafetyMemory => ({
  stops: new Map(),
  booksCheck: null,
  booksPlace: null,
  identity: 'first',
  knownIdentity: 'first',
  stoppedIdentity: null,
  server: 'first',
  lookedServer: 'first',
  sawDifference: false,
  wentBackAt: null,
  paymentIndex: 0n,
  settleIndex: 0n,
  comparedIndex: null,
  differences: [],
});

/**
 * Whether the database is known, by the rules of the SQL functions `is_database_known` and
 * `may_leave`.
 */
export const isKnown = (safety: SafetyMemory): boolean =>
  !isDue(safety) &&
  safety.identity === safety.knownIdentity &&
  safety.server === safety.lookedServer;

export const mayLeave = (
  safety: SafetyMemory,
  { outflow }: Pick<MemoryState, 'outflow'>,
): boolean => safety.stops.size === 0 && !outflow.isLatched && isKnown(safety);

/** The place of the database, by the rules of the SQL function `database_place`. */
export const booksPlaceOf = ({ identity, server }: SafetyMemory): string => `${server} ${identity}`;

export const isDue = ({ stops }: SafetyMemory): boolean =>
  stops.has('restored') || stops.has('database_changed');

export function stop({ stops }: SafetyMemory, clock: Clock, reason: StopReason): void {
  const since = stops.get(reason)?.since ?? clock.now();
  stops.set(reason, { reason, detail: `stopped: ${reason}`, since });
}
