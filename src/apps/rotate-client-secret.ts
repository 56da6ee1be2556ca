import { derivedRandom } from '../authorization/derived-random.ts';
import { fingerprintOf, type SecretReplacement } from '../authorization/secret-replacement.ts';
import { bytesEqual } from '../base/hex.ts';
import type { Random } from '../base/random.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import type { AppRefusal } from './app-refusal.ts';
import { noSuchClient } from './check-client.ts';
import {
  type Client,
  type ClientOwner,
  type ClientStore,
  hashClientSecret,
  newClientSecret,
  secretHashOf,
} from './client.ts';

export interface RotateClientSecretDeps {
  readonly clients: ClientStore;
  readonly random: Random;
}

type NewSecret = Result<{ readonly secret: string }, AppRefusal>;

/**
 * Gives an app a new secret. Only this answer contains it. The old secret is refused at once;
 * tokens stay valid. If the request says which secret it replaces, a repeat replaces nothing:
 * within a short time it gets the answer of the first request, and later it is refused.
 */
export async function rotateClientSecret(
  deps: RotateClientSecretDeps,
  id: string,
  owner: ClientOwner,
  input: SecretReplacement | null = null,
): Promise<NewSecret> {
  const client = await deps.clients.findClient(id);
  if (client === null || !isOwnedBy(client, owner)) return noSuchClient(id);
  const secretHash = secretHashOf(client);
  if (secretHash === null) {
    return refuse({ kind: 'public_client', message: 'a public client has no secret' });
  }
  if (input !== null && fingerprintOf(secretHash) !== input.replaces) {
    return showAgain(input, secretHash);
  }
  const secret = newClientSecret(
    input === null ? deps.random : derivedRandom(input.idempotentSecret),
  );
  const replaces = input === null ? null : secretHash;
  const hash = hashClientSecret(secret);
  if (await deps.clients.replaceSecret(id, owner, { hash, replaces })) return accept({ secret });
  const present = input === null ? null : await deps.clients.findClient(id);
  const presentHash = present === null ? null : secretHashOf(present);
  return input === null || presentHash === null ? noSuchClient(id) : showAgain(input, presentHash);
}

const isOwnedBy = (client: Client, owner: ClientOwner): boolean =>
  owner === null || (client.kind === 'registered' && client.ownerUserId === owner);

/**
 * Answers a request whose secret was already replaced. If the same request did so a moment ago, the
 * new secret is shown again.
 */
function showAgain(input: SecretReplacement, secretHash: Uint8Array): NewSecret {
  const secret = [input.idempotentSecret, input.earlierIdempotentSecret]
    .map((bytes) => newClientSecret(derivedRandom(bytes)))
    .find((one) => bytesEqual(hashClientSecret(one), secretHash));
  return secret === undefined
    ? refuse({ kind: 'done_before', message: 'the secret was replaced before' })
    : accept({ secret });
}
