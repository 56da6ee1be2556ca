import type { NwcKey } from '../apps/nwc-keys/nwc-key-store.ts';
import type { Scope } from '../authorization/scope.ts';
import type { AddRequestOutcome, NewRequest } from './nwc-request-store.ts';

/** The lease of the one process that talks to external relays; SQL knows its fence by this name. */
export const EXTERNAL_RELAYS_LEASE = 'outside-relays';

/** A key, and what external relays were told about it. */
export interface ExternalKey {
  readonly key: NwcKey;
  /** Scopes; null when the device, its connection or its user has ended. */
  readonly scopes: ReadonlySet<Scope> | null;
  /** The scopes as they are stored. */
  readonly storedScopes: string | null;
  /** `created_at` of its newest info event; null if there was none. */
  readonly infoAt: number | null;
}

export interface ToldKey {
  readonly deviceId: string;
  readonly infoAt: number;
  readonly storedScopes: string | null;
}

/** A signed event, as JSON text, for one relay. */
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

/** The process that took the lease last; all that an earlier one asks for is refused. */
export interface ExternalLeader {
  readonly fence: bigint;
}

export interface ExternalRequest extends ExternalLeader {
  readonly relay: string;
  readonly request: Omit<NewRequest, 'arrivalId'>;
  /**
   * Whether the app has sent it just now, and the relay did not have it stored. An app that repeats
   * a request wants its answer again.
   */
  readonly isLive: boolean;
}

export type AddExternalOutcome =
  | Extract<AddRequestOutcome, { readonly kind: 'added' }>
  | { readonly kind: 'known' | 'fenced' | 'no_room' };

/** A key whose wallet has settled records that its app was not told of over external relays. */
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
  /** Lists keys by which apps may ask, and keys that ended since then. */
  listKeys(at: Date, endedAfter: Date): Promise<readonly NwcKey[]>;
  /** Finds keys whose scopes, or whose end, relays do not know yet. */
  findKeysToTell(at: Date, limit: number): Promise<readonly ExternalKey[]>;
  /** Lists live keys in the order of their ids, from behind `after`. */
  pageLiveKeys(at: Date, after: string | null, limit: number): Promise<readonly ExternalKey[]>;
  /**
   * Stores news of keys, and queues them instead of older news for these relays. False, and nothing
   * is written, for an earlier leader.
   */
  tell(
    told: readonly ToldKey[],
    news: readonly NewPublication[],
    by: ExternalLeader,
  ): Promise<boolean>;
  /**
   * Finds live keys that have to be told what has settled: those of these users, or of all, which
   * takes long where there are many.
   */
  findBehind(limit: number, among: readonly string[] | null): Promise<readonly KeyBehind[]>;
  /**
   * Queues records that settled, and moves the mark of their key. Nothing happens where the mark is
   * no longer at `afterSeq`. False for an earlier leader.
   */
  publishInfoEvent(
    mark: MovedMark,
    news: readonly NewPublication[],
    by: ExternalLeader,
  ): Promise<boolean>;
  /**
   * Stores a request, which is durable when this returns, as on our own relay: an event runs once,
   * wherever it comes from. The answer to a known one is published on this relay too.
   */
  addRequest(request: ExternalRequest): Promise<AddExternalOutcome>;
  /**
   * Takes publications that are due, for these relays; they are due again later unless they are
   * ended.
   */
  takePublications(
    relays: readonly string[],
    limit: number,
    by: ExternalLeader,
  ): Promise<readonly DuePublication[]>;
  /** Ends publications that their relays have accepted. */
  endPublications(ids: readonly bigint[]): Promise<void>;
  /** Makes all publications to a relay due now, as it is back. */
  retryPublicationsNow(relay: string): Promise<void>;
  countPublications(): Promise<number>;
  /** Removes up to `limit` publications that are too late; returns how many. */
  prunePublications(limit: number): Promise<number>;
  /** Removes changes that were told to no one: there are no external relays, or they were away. */
  pruneChanges(keepMs: number, limit: number): Promise<number>;
}
