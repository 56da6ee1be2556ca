import { newIdentifier } from '../base/id.ts';
import type { Random } from '../base/random.ts';
import type { EventType } from './delivery.ts';

/**
 * An address that is notified of settlements in a user's wallet, set by the user or an app of
 * theirs.
 */
export interface Endpoint {
  readonly id: string;
  readonly userId: string;
  /** The app that created it. */
  readonly clientId: string | null;
  /** The personal token that created it; with neither, the user did on the pages. */
  readonly tokenId: string | null;
  readonly url: string;
  readonly description: string;
  /** The event types sent; never empty, without repeats. */
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
  /** Switched off by its user, or by the grant that created it. */
  | 'switched_off'
  /** The user disconnected the app that created it. */
  | 'app_revoked'
  /** The personal token that created it was revoked or has expired. */
  | 'token_ended'
  /** Nothing could be delivered for days. */
  | 'failing'
  /** The endpoint answered 410. */
  | 'gone'
  /** The endpoint asked for this in a header of its answer. */
  | 'refused';

/** Health of an endpoint, according to its attempts. */
export interface ShownHealth {
  readonly lastSuccessAt: Date | null;
  /** Since the last success: time of the first failure, and number of failures. */
  readonly failingSince: Date | null;
  readonly consecutiveFailures: number;
}

export const newEndpointId = (random: Random): string => `ep_${newIdentifier(random, 27)}`;
