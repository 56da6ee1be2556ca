import {
  type Client,
  type ClientChange,
  type ClientStore,
  hashClientSecret,
  newClientId,
  newClientSecret,
} from '../access/client.ts';
import type { Clock } from '../base/clock.ts';
import type { Random } from '../base/random.ts';
import { accept, type Result } from '../base/result.ts';
import type { PersonRefusal } from '../wallet/person-refusals.ts';
import { checkClient } from './check-client.ts';

export interface AddClientDeps {
  readonly clients: ClientStore;
  readonly clock: Clock;
  readonly random: Random;
}

export interface AddClientInput extends ClientChange {
  readonly ownerUserId: string;
  /** A public client has no secret: browser-only and mobile apps, which use PKCE. */
  readonly isPublic: boolean;
}

/** The secret itself is in this answer only. */
export async function addClient(
  deps: AddClientDeps,
  input: AddClientInput,
): Promise<Result<{ readonly client: Client; readonly secret: string | null }, PersonRefusal>> {
  const checked = checkClient(input);
  if (!checked.ok) return checked;
  const secret = input.isPublic ? null : newClientSecret(deps.random);
  const client: Client = {
    id: newClientId(deps.random),
    ownerUserId: input.ownerUserId,
    ...checked.value,
    secretHash: secret === null ? null : hashClientSecret(secret),
    createdAt: deps.clock.now(),
  };
  await deps.clients.insertClient(client);
  return accept({ client, secret });
}
