import type { NwcKey } from '../apps/nwc-keys/nwc-key-store.ts';
import type { Scope } from '../authorization/scope.ts';
import type { AddRequestOutcome, NewRequest } from './nwc-request-store.ts';

/** The lease of the one process that talks to external relays; SQL knows its fence by this name. */
export const EXTERNAL_RELAYS_LEASE = 'outside-relays';

/** A key, and what external relays were told about it. */
export interface ExternalKey {
  readonly key: NwcKey;
  /** Null when it has ended: the device, its connection or its user. */
  readonly scopes: ReadonlySet<Scope> | null;
  /** The scopes, as they are stored. */
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
   * Whether the app sent it just now, and the relay did not have it stored. An app that repeats a
   * request wants its answer again.
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

/** Port: what is exchanged with relays outside of this service. */
export interface NwcExternalStore {
  /** Keys that apps may ask by, and those that ended since then. */
  listKeys(at: Date, endedAfter: Date): Promise<readonly NwcKey[]>;
  /** Keys whose scopes, or whose end, relays do not know yet. */
  findKeysToTell(at: Date, limit: number): Promise<readonly ExternalKey[]>;
  /** Live keys in the order of their ids, from behind `after`. */
  pageLiveKeys(at: Date, after: string | null, limit: number): Promise<readonly ExternalKey[]>;
  /**
   * Remembers what is told, and queues it instead of what was to be told to these relays before.
   * False, and nothing is written, for an earlier leader.
   */
  tell(
    told: readonly ToldKey[],
    news: readonly NewPublication[],
    by: ExternalLeader,
  ): Promise<boolean>;
  /**
   * Live keys that have to be told what has settled: those of these users, or of all, which takes
   * long where there are many.
   */
  findBehind(limit: number, among: readonly string[] | null): Promise<readonly KeyBehind[]>;
  /**
   * Queues what settled, and moves the mark of its key. Nothing happens where the mark is no longer
   * at `afterSeq`. False for an earlier leader.
   */
  publishInfoEvent(
    mark: MovedMark,
    news: readonly NewPublication[],
    by: ExternalLeader,
  ): Promise<boolean>;
  /**
   * Durable when this returns, as on our own relay: an event runs once, wherever it comes from. The
   * answer to a known one is published on this relay too.
   */
  addRequest(request: ExternalRequest): Promise<AddExternalOutcome>;
  /**
   * Publications that are due, for these relays; they are due again later unless they are ended.
   */
  takePublications(
    relays: readonly string[],
    limit: number,
    by: ExternalLeader,
  ): Promise<readonly DuePublication[]>;
  /** The relays have them. */
  endPublications(ids: readonly bigint[]): Promise<void>;
  /** This relay is back: what waits for it is due now. */
  retryPublicationsNow(relay: string): Promise<void>;
  countPublications(): Promise<number>;
  /** Removes up to `limit` for which it is too late; returns how many. */
  prunePublications(limit: number): Promise<number>;
  /** Removes changes that were told to no one: there are no external relays, or they were away. */
  pruneChanges(keepMs: number, limit: number): Promise<number>;
}
