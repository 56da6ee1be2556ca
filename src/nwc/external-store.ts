import type { NwcKey } from '../apps/nwc-keys/nwc-key-store.ts';
import type { Scope } from '../authorization/scope.ts';
import type { AddRequestOutcome, NewRequest } from './nwc-request-store.ts';

/**
 * The name of the lease for the one process that talks to external relays; SQL knows its fence by
 * this name.
 */
export const EXTERNAL_RELAYS_LEASE = 'outside-relays';

/** A key, with what external relays were told about it. */
export interface ExternalKey {
  readonly key: NwcKey;
  /** The scopes of the key; null when the device, its connection or its user has ended. */
  readonly scopes: ReadonlySet<Scope> | null;
  /** The scopes as one text, in which they are stored; null for a key that has ended. */
  readonly storedScopes: string | null;
  /** The time of the key's newest info event, its `created_at`; null if there was none. */
  readonly infoAt: number | null;
}

export interface ToldKey {
  readonly deviceId: string;
  readonly infoAt: number;
  readonly storedScopes: string | null;
}

/** A signed event, as JSON text, that is to be sent to one relay. */
export interface NewPublication {
  readonly relay: string;
  readonly deviceId: string;
  readonly kind: number;
  readonly event: string;
  readonly keepMs: number;
}

export interface DuePublication {
  readonly id: bigint;
  readonly relay: string;
  readonly event: string;
}

/** The process that took the lease last. What an earlier one wants to write is refused. */
export interface ExternalLeader {
  readonly fence: bigint;
}

export interface ExternalRequest extends ExternalLeader {
  readonly relay: string;
  readonly request: Omit<NewRequest, 'arrivalId'>;
  /**
   * Whether the app sent the request just now, so that the relay did not have it stored: an app
   * that repeats a request wants its answer again.
   */
  readonly isLive: boolean;
}

export type AddExternalOutcome =
  | Extract<AddRequestOutcome, { readonly kind: 'added' }>
  | { readonly kind: 'known' | 'fenced' | 'no_room' };

/** A key whose wallet has settled records that its app was not told over external relays. */
export interface KeyBehind {
  readonly key: NwcKey;
  readonly afterSeq: bigint;
}

export interface MovedMark {
  readonly deviceId: string;
  readonly afterSeq: bigint;
  readonly upToSeq: bigint;
}

/** Port: requests and publications that are exchanged with relays outside of this service. */
export interface NwcExternalStore {
  /** Lists keys to which requests may come: those in use, and those that ended after a time. */
  listKeys(at: Date, endedAfter: Date): Promise<readonly NwcKey[]>;
  /** Finds keys whose scopes, or whose end, relays were not told yet. */
  findKeysToTell(at: Date, limit: number): Promise<readonly ExternalKey[]>;
  /** Lists keys in use by id, from behind `after`. */
  pageLiveKeys(at: Date, after: string | null, limit: number): Promise<readonly ExternalKey[]>;
  /**
   * Stores what relays are to be told of keys, in place of what waits for the same relays. False,
   * with nothing written, for an earlier leader.
   */
  tell(
    told: readonly ToldKey[],
    news: readonly NewPublication[],
    by: ExternalLeader,
  ): Promise<boolean>;
  /**
   * Finds keys in use whose apps were not told everything that has settled: keys of these users, or
   * of all, which takes long where there are many.
   */
  findBehind(limit: number, among: readonly string[] | null): Promise<readonly KeyBehind[]>;
  /**
   * Queues events about settled records, and moves the mark of their key. Nothing happens if the
   * mark is not at `afterSeq` any more. False for an earlier leader.
   */
  publishInfoEvent(
    mark: MovedMark,
    news: readonly NewPublication[],
    by: ExternalLeader,
  ): Promise<boolean>;
  /**
   * Stores a request, which is durable when this returns, as on our own relay: an event runs once,
   * wherever it comes from. If the request is known, its answer is published on this relay too.
   */
  addRequest(request: ExternalRequest): Promise<AddExternalOutcome>;
  /** Takes due publications to the given relays. They are due again later unless they are ended. */
  takePublications(
    relays: readonly string[],
    limit: number,
    by: ExternalLeader,
  ): Promise<readonly DuePublication[]>;
  /** Ends publications that their relays have accepted. */
  endPublications(ids: readonly bigint[]): Promise<void>;
  /** Makes all publications to a relay due now, as the relay is back. */
  retryPublicationsNow(relay: string): Promise<void>;
  countPublications(): Promise<number>;
  /** Removes up to `limit` publications that are too late to be of use; returns how many. */
  prunePublications(limit: number): Promise<number>;
  /** Removes old changes that no relay was told of, as there are none, or they were away. */
  pruneChanges(keepMs: number, limit: number): Promise<number>;
}
