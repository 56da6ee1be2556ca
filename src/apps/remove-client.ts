import type { Clock } from '../base/clock.ts';
import { accept, type Result } from '../base/result.ts';
import type { AppRefusal } from './app-refusal.ts';
import { noSuchClient } from './check-client.ts';
import type { ClientOwner, ClientStore } from './client.ts';

export interface RemoveClientDeps {
  readonly clients: ClientStore;
  readonly clock: Clock;
}

/** Removes an app, which immediately ends everything that users granted it. */
export async function removeClient(
  deps: RemoveClientDeps,
  id: string,
  owner: ClientOwner,
): Promise<Result<null, AppRefusal>> {
  const isRemoved = await deps.clients.removeClient(id, owner, deps.clock.now());
  return isRemoved ? accept(null) : noSuchClient(id);
}
