import type { Clock } from '../base/clock.ts';
import { accept, type Result } from '../base/result.ts';
import type { AppRefusal } from './app-refusal.ts';
import { noSuchClient } from './check-client.ts';
import type { ClientOwner, ClientStore } from './client.ts';

export interface RemoveClientDeps {
  readonly clients: ClientStore;
  readonly clock: Clock;
}

/** Removes an app. All grants that users gave it, and all its tokens, end immediately. */
export async function removeClient(
  deps: RemoveClientDeps,
  id: string,
  owner: ClientOwner,
): Promise<Result<null, AppRefusal>> {
  const isRemoved = await deps.clients.removeClient(id, owner, deps.clock.now());
  return isRemoved ? accept(null) : noSuchClient(id);
}
