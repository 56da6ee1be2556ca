import type { Clock } from '../../../src/base/clock.ts';
import type { NodeDifference } from '../../../src/wallet/comparison-store.ts';
import type {
  BooksCheck,
  OutsideStop,
  StopReason,
} from '../../../src/wallet/outside-stop-store.ts';

/** What a database remembers of itself and of the node's lists. */
export interface SafetyMemory {
  readonly stops: Map<StopReason, OutsideStop>;
  booksCheck: BooksCheck | null;
  /** Changed by a test: another standby took over, say. */
  identity: string;
  knownIdentity: string;
  paymentIndex: bigint;
  settleIndex: bigint;
  comparedIndex: bigint | null;
  differences: readonly NodeDifference[];
}

export const newSafetyMemory = (): SafetyMemory => ({
  ...{ stops: new Map(), booksCheck: null, identity: 'first', knownIdentity: 'first' },
  ...{ paymentIndex: 0n, settleIndex: 0n, comparedIndex: null, differences: [] },
});

export function stop({ stops }: SafetyMemory, clock: Clock, reason: StopReason): void {
  const since = stops.get(reason)?.since ?? clock.now();
  stops.set(reason, { reason, detail: `stopped: ${reason}`, since });
}
