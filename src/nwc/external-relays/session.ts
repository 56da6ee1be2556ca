import { type BoundedSet, createBoundedSet } from '../../base/bounded-set.ts';
import { MAX_EXTERNAL_REMEMBERED } from '../limits.ts';
import type { OpenRelay } from './external-relay.ts';
import type { WatchedKeys } from './watched-keys.ts';

/** What this process knows while it is the leader for external relays. */
export interface Session {
  readonly fence: bigint;
  readonly keys: WatchedKeys;
  readonly relays: readonly RelayState[];
  /** Aborts when another process leads, or this one has to stop. */
  readonly signal: AbortSignal;
  /** To be called when the database says that another process leads. */
  lose(): void;
}

/** What is known of one relay. */
export interface RelayState {
  readonly url: string;
  /** The open connection to the relay; null while there is none. */
  open: OpenRelay | null;
  /**
   * When the relay gets all info events again, and when it last got them, on the monotonic clock.
   */
  infosDueAtMs: number;
  infosSentAtMs: number | null;
  /** Events sent over this connection: the number of the publication, by the id of its event. */
  readonly sent: Map<string, bigint>;
  /** Ids of requests that came from this relay. */
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
