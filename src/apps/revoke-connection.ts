import type { AppGrantKind, AppGrantStore } from '../authorization/app-grant.ts';
import type { Clock } from '../base/clock.ts';
import { accept, type Result } from '../base/result.ts';
import type { AppRefusal } from './app-refusal.ts';
import { noSuchConnection } from './issue-device.ts';

export interface RevokeConnectionDeps {
  readonly appGrants: Pick<AppGrantStore, 'revokeAppGrant'>;
  readonly clock: Clock;
}

export interface RevokeConnectionInput {
  /** The user whose connection is revoked; null for an operator, who may revoke any connection. */
  readonly userId: string | null;
  readonly appGrantId: string;
  /**
   * The kind that the app grant should have. A grant of another kind is not revoked, because the
   * caller must have mistaken it for one of this kind.
   */
  readonly kind?: AppGrantKind;
}

/** Revokes an app grant of any kind immediately, with all its tokens and devices. */
export async function revokeConnection(
  { appGrants, clock }: RevokeConnectionDeps,
  { userId, appGrantId, kind }: RevokeConnectionInput,
): Promise<Result<null, AppRefusal>> {
  const isRevoked = await appGrants.revokeAppGrant(userId, appGrantId, clock.now(), kind);
  return isRevoked ? accept(null) : noSuchConnection(appGrantId);
}
