import type { NwcKey } from '../apps/nwc-keys/nwc-key-store.ts';
import type { Scope } from '../authorization/scope.ts';
import type { AddRequestOutcome, NewRequest } from './nwc-request-store.ts';

/**
 * The name of the lease for the only process that talks to external relays. SQL functions use the
 * same name.
 */
export const EXTERNAL_RELAYS_LEASE = 'outside-relays';

/** A key of an app, with what external relays were told about it. */
export interface ExternalKey {
  readonly key: NwcKey;
  /** The scopes of the key; null when the device, its connection or its user has ended. */
  readonly scopes: ReadonlySet<Scope> | null;
  /** The scopes of the key as the text that the database stores; null for a key that has ended. */
  readonly storedScopes: string | null;
  /** The `created_at` of the newest info event for the key; null if there was none. */
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

/**
 * The process that writes, by the fencing token of its lease for external relays: writes with the
 * token of an earlier lease are refused.
 */
export interface ExternalLeader {
  readonly fence: bigint;
}

export interface ExternalRequest extends ExternalLeader {
  readonly relay: string;
  readonly request: Omit<NewRequest, 'arrivalId'>;
  /**
   * True when the app has sent the request just now, false when the relay had stored it. An app
   * that sends a request again wants its answer again.
   */
  readonly isLive: boolean;
}

export type AddExternalOutcome =
  | Extract<AddRequestOutcome, { readonly kind: 'added' }>
  | { readonly kind: 'known' | 'fenced' | 'no_room' };

/**
 * A key of an app that was not yet notified over external relays of everything that has settled in
 * its wallet.
 */
export interface KeyBehind {
  readonly key: NwcKey;
  readonly afterSeq: bigint;
}

export interface MovedMark {
  readonly deviceId: string;
  readonly afterSeq: bigint;
  readonly upToSeq: bigint;
}

/** Port: requests that came from external relays, and events that are to be published there. */
export interface NwcExternalStore {
  /**
   * Lists keys to which requests may come: those in use, and those that ended after `endedAfter`.
   */
  listKeys(at: Date, endedAfter: Date): Promise<readonly NwcKey[]>;
  /**
   * Finds keys that have ended or whose permissions have changed, as long as relays were not told
   * of it.
   */
  findKeysToTell(at: Date, limit: number): Promise<readonly ExternalKey[]>;
  /** Lists keys in use in pages, by device id; `after` is the last id of the previous page. */
  pageLiveKeys(at: Date, after: string | null, limit: number): Promise<readonly ExternalKey[]>;
  /**
   * Stores the events that tell relays about keys. They replace older events about these keys that
   * wait for the same relays. False, with nothing written, when another process has taken over the
   * lease for external relays.
   */
  tell(
    told: readonly ToldKey[],
    news: readonly NewPublication[],
    by: ExternalLeader,
  ): Promise<boolean>;
  /**
   * Finds keys in use whose apps were not notified of everything that has settled. `among`
   * restricts this to some users; null means all, which takes long where there are many.
   */
  findBehind(limit: number, among: readonly string[] | null): Promise<readonly KeyBehind[]>;
  /**
   * Stores events about settled payments for publication, and moves the mark up to which the key
   * was notified. Nothing is stored if the mark is no longer at `afterSeq`. False when another
   * process has taken over the lease for external relays.
   */
  publishInfoEvent(
    mark: MovedMark,
    news: readonly NewPublication[],
    by: ExternalLeader,
  ): Promise<boolean>;
  /**
   * Stores a request durably, as our own relay does. An event runs only once, whichever relays it
   * comes from. If the request is known already, its answer is published on this relay too.
   */
  addRequest(request: ExternalRequest): Promise<AddExternalOutcome>;
  /**
   * Takes publications that are due for the given relays. They become due again after a pause,
   * unless `endPublications` removes them first.
   */
  takePublications(
    relays: readonly string[],
    limit: number,
    by: ExternalLeader,
  ): Promise<readonly DuePublication[]>;
  /** Removes publications that their relays have accepted. */
  endPublications(ids: readonly bigint[]): Promise<void>;
  /** Makes all publications for a relay due now, because the relay is connected again. */
  retryPublicationsNow(relay: string): Promise<void>;
  countPublications(): Promise<number>;
  /**
   * Removes up to `limit` events that were not sent to their relay in time to be useful; returns
   * how many.
   */
  prunePublications(limit: number): Promise<number>;
  /**
   * Removes old rows that say which keys have changed. They are left over when no relay was told of
   * the change, because no relay is configured or all were away.
   */
  pruneChanges(keepMs: number, limit: number): Promise<number>;
}
