import type { TooManyRefusal } from '../accounts/account-refusals.ts';
import { takeAttempt } from '../accounts/limit-attempts.ts';
import { derivedRandom } from '../authorization/derived-random.ts';
import { MAX_WEBHOOK_ENDPOINTS, REPEATED_FORM_MS } from '../base/limits.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { type Endpoint, newEndpointId } from './endpoint.ts';
import { checkEndpoint } from './endpoint-rules.ts';
import type { EndpointOwner } from './endpoint-store.ts';
import { WEBHOOK_CHANGES, WEBHOOK_CREATIONS } from './limits.ts';
import { newSigningSecret } from './signing-secret.ts';
import { findPresentSecret, sealSigningSecret, unsealSigningSecret } from './signing-secrets.ts';
import { type WebhookDeps, webhookAttempts } from './webhook-deps.ts';
import type { EndpointRefusal } from './webhook-refusals.ts';

export interface NewEndpointInput {
  readonly url: string;
  readonly description: string;
  readonly filterTypes: readonly string[];
  /**
   * 32 secret bytes, from which the signing secret is made. A repeat of the same form brings the
   * same bytes and so gets the same secret: people may click twice, and then see only the second
   * answer.
   */
  readonly idempotentSecret?: Uint8Array;
}

/** A new endpoint with its signing secret. Only this answer contains the secret. */
export interface CreatedEndpoint {
  readonly endpoint: Endpoint;
  readonly secret: string;
}

type Created = Result<CreatedEndpoint, EndpointRefusal | TooManyRefusal>;

/**
 * Creates an endpoint. A repeat of the same request creates no second one: soon after the first
 * request it gets the same answer, and later it is refused.
 */
export async function createEndpoint(
  deps: WebhookDeps,
  owner: EndpointOwner,
  input: NewEndpointInput,
): Promise<Created> {
  const checked = checkEndpoint(input, deps.webhookUrlRules());
  if (!checked.ok) return refuse({ kind: 'bad_endpoint', complaints: checked.refusal });
  const { idempotentSecret } = input;
  const drawn = idempotentSecret === undefined ? deps.random : derivedRandom(idempotentSecret);
  const made: Made = { id: newEndpointId(drawn), secret: newSigningSecret(drawn) };
  const showAgain = async () =>
    idempotentSecret === undefined ? null : await findMade(deps, owner, made);
  const before = await showAgain();
  if (before !== null) return before;
  const allowed = await takeAttempt(
    deps,
    webhookAttempts('change', owner.userId, WEBHOOK_CHANGES),
    webhookAttempts('create', owner.userId, WEBHOOK_CREATIONS),
  );
  if (!allowed.ok) return allowed;

  const { clock, random, webhookKey } = deps;
  const { id, secret } = made;
  const fields = {
    id,
    userId: owner.userId,
    clientId: owner.clientId,
    url: input.url,
    description: input.description,
    filterTypes: checked.value.filterTypes ?? [],
  };
  const at = clock.now();
  const outcome = await deps.endpoints.create({
    ...fields,
    grantId: owner.grantId,
    sealedSecret: sealSigningSecret(webhookKey, id, secret, random),
    maxEndpoints: MAX_WEBHOOK_ENDPOINTS,
    at,
  });
  if (outcome !== 'created') return (await showAgain()) ?? refuse(REFUSALS[outcome]);
  const health = { lastSuccessAt: null, failingSince: null, consecutiveFailures: 0 };
  const tokenId = owner.clientId === null ? owner.grantId : null;
  const endpoint = { ...fields, tokenId, disabled: null, health, createdAt: at };
  return accept({ endpoint, secret });
}

interface Made {
  readonly id: string;
  readonly secret: string;
}

/**
 * Finds the endpoint that an earlier call of the same request created. Its secret is returned only
 * if it was not replaced since, and only soon after the first call.
 */
async function findMade(
  deps: WebhookDeps,
  owner: EndpointOwner,
  { id, secret }: Made,
): Promise<Created | null> {
  const endpoint = await deps.endpoints.find(owner, id);
  if (endpoint === null) return null;
  const present = await findPresentSecret(deps, owner.userId, id);
  const isSame =
    present !== null && unsealSigningSecret(deps.webhookKey, id, present.sealed) === secret;
  const ageMs = deps.clock.now().getTime() - endpoint.createdAt.getTime();
  return isSame && ageMs <= REPEATED_FORM_MS
    ? accept({ endpoint, secret })
    : refuse({ kind: 'done_before' });
}

const REFUSALS: Readonly<Record<'present' | 'too_many' | 'revoked', EndpointRefusal>> = {
  present: { kind: 'done_before' },
  too_many: { kind: 'too_many_endpoints', max: MAX_WEBHOOK_ENDPOINTS },
  revoked: { kind: 'app_revoked' },
};
