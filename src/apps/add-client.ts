import { derivedRandom } from '../authorization/derived-random.ts';
import type { Clock } from '../base/clock.ts';
import { bytesEqual } from '../base/hex.ts';
import { REPEATED_FORM_MS } from '../base/limits.ts';
import type { Random } from '../base/random.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import type { AppRefusal } from './app-refusal.ts';
import { type BadClientRefusal, checkClient } from './check-client.ts';
import {
  type ClientChange,
  type ClientStore,
  hashClientSecret,
  newClientId,
  newClientSecret,
  type RegisteredClient,
} from './client.ts';
import { MAX_CLIENTS } from './limits.ts';

export interface AddClientDeps {
  readonly clients: ClientStore;
  readonly clock: Clock;
  readonly random: Random;
}

export interface AddClientInput extends ClientChange {
  readonly ownerUserId: string;
  /**
   * Whether the app is a public client, which has no secret: apps in a browser or on a phone cannot
   * keep one, and use PKCE instead.
   */
  readonly isPublic: boolean;
  /**
   * 32 secret bytes, from which the app's secret is derived. If the same form is sent twice, both
   * requests bring the same bytes and get the same secret: people may click twice, and then see
   * only the second answer.
   */
  readonly idempotentSecret?: Uint8Array;
}

export type AddClientRefusal =
  | BadClientRefusal
  | Extract<AppRefusal, { readonly kind: 'too_many_clients' | 'done_before' }>;

export interface AddedClient {
  readonly client: RegisteredClient;
  readonly secret: string | null;
}

/**
 * Registers an app for a user. Only this answer contains the app's secret. A repeat of the request
 * creates no second app: within a short time it gets the answer of the first request, and later it
 * is refused.
 */
export async function addClient(
  deps: AddClientDeps,
  input: AddClientInput,
): Promise<Result<AddedClient, AddClientRefusal>> {
  const checked = checkClient(input);
  if (!checked.ok) return checked;
  const { idempotentSecret } = input;
  const random = idempotentSecret === undefined ? deps.random : derivedRandom(idempotentSecret);
  const secret = input.isPublic ? null : newClientSecret(random);
  const client: RegisteredClient = {
    kind: 'registered',
    id: newClientId(random),
    ownerUserId: input.ownerUserId,
    ...checked.value,
    secretHash: secret === null ? null : hashClientSecret(secret),
    createdAt: deps.clock.now(),
  };
  const outcome = await deps.clients.insertClient(client);
  if (outcome === 'inserted') return accept({ client, secret });
  if (outcome === 'too_many') return refuse({ kind: 'too_many_clients', message: TOO_MANY });
  const present = await deps.clients.findClient(client.id);
  if (present?.kind === 'registered' && isJustMade(present, client)) {
    return accept({ client: present, secret });
  }
  return refuse({ kind: 'done_before', message: 'the app was registered before' });
}

const TOO_MANY = `a user has up to ${MAX_CLIENTS} apps: remove one that is not used any more`;

/**
 * Whether a client was created a moment ago and still has the same secret, so that this request is
 * a repeat of the one that created it.
 */
const isJustMade = (present: RegisteredClient, made: RegisteredClient): boolean =>
  present.ownerUserId === made.ownerUserId &&
  bytesEqual(present.secretHash ?? NO_SECRET, made.secretHash ?? NO_SECRET) &&
  made.createdAt.getTime() - present.createdAt.getTime() <= REPEATED_FORM_MS;

const NO_SECRET = new Uint8Array();
