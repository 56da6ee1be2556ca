import { type BoundedSet, createBoundedSet } from '../../base/bounded-set.ts';
import { MAX_EXTERNAL_REMEMBERED } from '../limits.ts';
import type { OpenRelay } from './external-relay.ts';
import type { WatchedKeys } from './watched-keys.ts';

/** Facts that this process keeps while it leads. */
export interface Session {
  readonly fence: bigint;
  readonly keys: WatchedKeys;
  readonly relays: readonly RelayState[];
  /** Aborts when another process leads, or this one has to stop. */
  readonly signal: AbortSignal;
  /** The database says that another process leads. */
  lose(): void;
}

/** Facts about one relay. */
export interface RelayState {
  readonly url: string;
  /** The open connection; null while there is none. */
  open: OpenRelay | null;
  /**
   * The time on the monotonic clock when the relay gets all info events again, and when it got them
   * last.
   */
  infosDueAtMs: number;
  infosSentAtMs: number | null;
  /** Events sent over this connection: from the id of the event to that of its publication. */
  readonly sent: Map<string, bigint>;
  /** Requests that came from this relay, by their ids. */
  readonly taken: BoundedSet<string>;
  /** The number of requests that are not stored yet. */
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
