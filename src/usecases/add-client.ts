import {
  type Client,
  type ClientStore,
  hashClientSecret,
  newClientId,
  newClientSecret,
} from '../access/client.ts';
import { checkClientAddresses } from '../access/redirect-rules.ts';
import type { Clock } from '../base/clock.ts';
import type { Random } from '../base/random.ts';
import { accept, type Result } from '../base/result.ts';
import type { PersonRefusal } from '../wallet/person-refusals.ts';
import type { UserStore } from '../wallet/user-store.ts';
import { findUser } from './find-user.ts';

export interface AddClientDeps {
  readonly users: UserStore;
  readonly clients: ClientStore;
  readonly clock: Clock;
  readonly random: Random;
}

export interface AddClientInput {
  readonly email: string;
  readonly name: string;
  readonly url: string;
  readonly callback: string;
  /** A public client has no secret: browser-only and mobile apps, which use PKCE. */
  readonly isPublic: boolean;
}

export async function addClient(
  deps: AddClientDeps,
  input: AddClientInput,
): Promise<Result<{ readonly client: Client; readonly secret: string | null }, PersonRefusal>> {
  const addresses = checkClientAddresses(input.url, input.callback);
  if (!addresses.ok) return addresses;
  const owner = await findUser(deps, input.email);
  if (!owner.ok) return owner;
  const secret = input.isPublic ? null : newClientSecret(deps.random);
  const client: Client = {
    id: newClientId(deps.random),
    ownerUserId: owner.value.id,
    name: input.name,
    ...addresses.value,
    secretHash: secret === null ? null : hashClientSecret(secret),
    createdAt: deps.clock.now(),
  };
  await deps.clients.insertClient(client);
  return accept({ client, secret });
}
