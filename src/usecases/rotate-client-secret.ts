import {
  type ClientOwner,
  type ClientStore,
  hashClientSecret,
  newClientSecret,
} from '../access/client.ts';
import type { Random } from '../base/random.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import type { PersonRefusal } from '../wallet/person-refusals.ts';
import { noSuchClient } from './no-such-client.ts';

export interface RotateClientSecretDeps {
  readonly clients: ClientStore;
  readonly random: Random;
}

/** The old secret is refused at once; tokens live on. The new one is in this answer only. */
export async function rotateClientSecret(
  deps: RotateClientSecretDeps,
  id: string,
  owner: ClientOwner,
): Promise<Result<{ readonly secret: string }, PersonRefusal>> {
  const client = await deps.clients.findClient(id);
  if (client === null || (owner !== null && client.ownerUserId !== owner)) return noSuchClient(id);
  if (client.secretHash === null) {
    return refuse({ kind: 'public_client', message: 'a public client has no secret' });
  }
  const secret = newClientSecret(deps.random);
  const isReplaced = await deps.clients.replaceSecret(id, owner, hashClientSecret(secret));
  return isReplaced ? accept({ secret }) : noSuchClient(id);
}
