import type { AppGrantStore } from '../../access/app-grant.ts';
import type { PersonRefusal } from '../../account/person-refusals.ts';
import type { Clock } from '../../base/clock.ts';
import { accept, type Result } from '../../base/result.ts';
import { noSuchConnection } from './issue-device.ts';

/** Ends an app grant of any kind immediately, with all its tokens and devices. */
export async function revokeConnection(
  deps: { readonly appGrants: Pick<AppGrantStore, 'revokeAppGrant'>; readonly clock: Clock },
  { userId, appGrantId }: { readonly userId: string; readonly appGrantId: string },
): Promise<Result<null, PersonRefusal>> {
  const isRevoked = await deps.appGrants.revokeAppGrant(userId, appGrantId, deps.clock.now());
  return isRevoked ? accept(null) : noSuchConnection(appGrantId);
}
