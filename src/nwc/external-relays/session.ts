import { type BoundedSet, createBoundedSet } from '../../base/bounded-set.ts';
import { MAX_EXTERNAL_REMEMBERED } from '../limits.ts';
import type { OpenRelay } from './external-relay.ts';
import type { WatchedKeys } from './watched-keys.ts';

/** What this process knows while it leads. */
export interface Session {
  readonly fence: bigint;
  readonly keys: WatchedKeys;
  readonly relays: readonly RelayState[];
  /** Aborts when another process leads, or this one has to stop. */
  readonly signal: AbortSignal;
  /** The database says that another process leads. */
  lose(): void;
}

/** What is known of one relay. */
export interface RelayState {
  readonly url: string;
  /** Null while it is not connected. */
  open: OpenRelay | null;
  /** When it gets all info events again, on the monotonic clock, and when it got them last. */
  infosDueAtMs: number;
  infosSentAtMs: number | null;
  /** What it was sent over this connection: the id of the event → that of its publication. */
  readonly sent: Map<string, bigint>;
  /** Requests that came from this relay, by their ids. */
  readonly taken: BoundedSet<string>;
  /** Requests that are not stored yet. */
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
