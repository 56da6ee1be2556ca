import type { Clock } from '../../../src/base/clock.ts';
import type { NodeDifference } from '../../../src/node/comparison-store.ts';
import type { BooksCheck, StopReason, StoredStop } from '../../../src/node/payment-stop-store.ts';

/** What a database remembers of itself and of the node's lists. */
export interface SafetyMemory {
  readonly stops: Map<StopReason, StoredStop>;
  booksCheck: BooksCheck | null;
  /** Changed by a test: another standby took over, say. */
  identity: string;
  knownIdentity: string;
  /** Which identity the stop that stands was written in. */
  stoppedIdentity: string | null;
  /** Changed by a test: the database server was started again. */
  server: string;
  lookedServer: string | null;
  sawDifference: boolean;
  /** When it was last treated as put back to an earlier state. */
  wentBackAt: Date | null;
  paymentIndex: bigint;
  settleIndex: bigint;
  comparedIndex: bigint | null;
  differences: readonly NodeDifference[];
}

export const newSafetyMemory = (): SafetyMemory => ({
  stops: new Map(),
  booksCheck: null,
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

/** As the functions `is_database_known` and `may_leave` have it. */
export const isKnown = (safety: SafetyMemory): boolean =>
  !isDue(safety) &&
  safety.identity === safety.knownIdentity &&
  safety.server === safety.lookedServer;

export const mayLeave = (safety: SafetyMemory): boolean =>
  safety.stops.size === 0 && isKnown(safety);

export const isDue = ({ stops }: SafetyMemory): boolean =>
  stops.has('restored') || stops.has('database_changed');

export function stop({ stops }: SafetyMemory, clock: Clock, reason: StopReason): void {
  const since = stops.get(reason)?.since ?? clock.now();
  stops.set(reason, { reason, detail: `stopped: ${reason}`, since });
}
