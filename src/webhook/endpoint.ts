import { newIdentifier } from '../base/id.ts';
import type { Random } from '../base/random.ts';
import type { EventType } from './delivery.ts';

/** An address of a user, or of an app in his name, that is told what settles in his wallet. */
export interface Endpoint {
  readonly id: string;
  readonly userId: string;
  /** The app that made it. */
  readonly clientId: string | null;
  /** The personal token that made it; with neither, its user made it in person. */
  readonly tokenId: string | null;
  readonly url: string;
  readonly description: string;
  /** Those that are sent; never empty, each once. */
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
  /** By its user, or by the grant that made it. */
  | 'switched_off'
  /** The app that made it lost its user's permission. */
  | 'app_revoked'
  /** The personal token that made it was revoked, or expired. */
  | 'token_ended'
  /** Nothing could be delivered for days. */
  | 'failing'
  /** It answered 410. */
  | 'gone'
  /** It asked for it in a header of its answer. */
  | 'refused';

/** As attempts tell it. */
export interface ShownHealth {
  readonly lastSuccessAt: Date | null;
  /** Since the last success: when the first attempt failed, and how many did. */
  readonly failingSince: Date | null;
  readonly consecutiveFailures: number;
}

export const newEndpointId = (random: Random): string => `ep_${newIdentifier(random, 27)}`;
