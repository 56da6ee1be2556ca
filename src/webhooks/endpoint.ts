import { newIdentifier } from '../base/id.ts';
import type { Random } from '../base/random.ts';
import type { EventType } from './delivery.ts';

/**
 * An address that is notified of settlements in a user's wallet, set by the user or by an app of
 * theirs.
 */
export interface Endpoint {
  readonly id: string;
  readonly userId: string;
  /** The app that created the endpoint; null if none did. */
  readonly clientId: string | null;
  /**
   * The personal token that created the endpoint; null if none did. Without an app and a token, the
   * user created it on the pages.
   */
  readonly tokenId: string | null;
  readonly url: string;
  readonly description: string;
  /** The event types that are sent; never empty, without repeats. */
  readonly filterTypes: readonly EventType[];
  readonly disabled: Disabled | null;
  readonly health: ShownHealth;
  readonly createdAt: Date;
}

export interface Disabled {
  readonly reason: DisabledReason;
  readonly at: Date;
}

export type DisabledReason =
  /** Disabled by the user, or by the grant that created the endpoint. */
  | 'switched_off'
  /** Disabled because the user disconnected the app that created the endpoint. */
  | 'app_revoked'
  /** Disabled because the personal token that created the endpoint was revoked or has expired. */
  | 'token_ended'
  /** Disabled because all deliveries to the endpoint have failed for days. */
  | 'failing'
  /**
   * Disabled because the endpoint answered with status 410, which says that it does not exist any
   * more.
   */
  | 'gone'
  /**
   * Disabled because the endpoint asked for that by the header `webhook-delivery: disable` in an
   * answer.
   */
  | 'refused';

/** The health of an endpoint, as its attempts show it. */
export interface ShownHealth {
  readonly lastSuccessAt: Date | null;
  /** The time of the first failure since the last success, and the number of failures. */
  readonly failingSince: Date | null;
  readonly consecutiveFailures: number;
}

export const newEndpointId = (random: Random): string => `ep_${newIdentifier(random, 27)}`;
