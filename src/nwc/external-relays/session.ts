import { type BoundedSet, createBoundedSet } from '../../base/bounded-set.ts';
import { MAX_EXTERNAL_REMEMBERED } from '../limits.ts';
import type { OpenRelay } from './external-relay.ts';
import type { WatchedKeys } from './watched-keys.ts';

/** What this process knows while it holds the lease for external relays. */
export interface Session {
  readonly fence: bigint;
  readonly keys: WatchedKeys;
  readonly relays: readonly RelayState[];
  /** Aborts when another process has taken the lease, or this process has to stop. */
  readonly signal: AbortSignal;
  /** To be called when the database says that another process has the lease. */
  lose(): void;
}

/** What this process knows about one relay. */
export interface RelayState {
  readonly url: string;
  /** The open connection to the relay; null while there is none. */
  open: OpenRelay | null;
  /**
   * The time at which all info events are next sent to the relay, and the time at which they were
   * last sent, on the monotonic clock.
   */
  infosDueAtMs: number;
  infosSentAtMs: number | null;
  /**
   * The events that were sent over this connection and not yet accepted: the id of the publication,
   * by the id of its event.
   */
  readonly sent: Map<string, bigint>;
  /**
   * Ids of requests that were taken from this relay, so that stored ones are not taken again with
   * each subscription.
   */
  readonly taken: BoundedSet<string>;
  /** The number of requests from this relay that are not stored yet. */
  readonly taking: { count: number };
}

export const newRelayState = (url: string): RelayState => ({
  url,
  open: null,
  infosDueAtMs: 0,
  infosSentAtMs: null,
  sent: new Map(),
  taken: createBoundedSet(MAX_EXTERNAL_REMEMBERED),
  taking: { count: 0 },
});
