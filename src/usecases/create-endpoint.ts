import { MAX_WEBHOOK_ENDPOINTS, WEBHOOK_CHANGES } from '../base/limits.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import type { TooManyRefusal } from '../wallet/account-refusals.ts';
import { type Endpoint, newEndpointId } from '../webhook/endpoint.ts';
import { checkEndpoint } from '../webhook/endpoint-rules.ts';
import type { EndpointOwner } from '../webhook/endpoint-store.ts';
import { newSigningSecret } from '../webhook/signing-secret.ts';
import type { AppRevokedRefusal, EndpointRefusal } from '../webhook/webhook-refusals.ts';
import { sealSigningSecret } from './sealed-signing-secret.ts';
import { takeWebhookAttempt, type WebhookDeps } from './webhook-deps.ts';

export interface NewEndpointWish {
  readonly url: string;
  readonly description: string;
  readonly filterTypes: readonly string[];
}

/** The secret is shown this once. */
export interface CreatedEndpoint {
  readonly endpoint: Endpoint;
  readonly secret: string;
}

export async function createEndpoint(
  deps: WebhookDeps,
  owner: EndpointOwner,
  wish: NewEndpointWish,
): Promise<Result<CreatedEndpoint, EndpointRefusal | TooManyRefusal>> {
  const checked = checkEndpoint(wish, deps.webhookUrlRules());
  if (!checked.ok) return refuse({ kind: 'bad_endpoint', complaints: checked.refusal });
  const allowed = await takeWebhookAttempt(deps, 'change', owner.userId, WEBHOOK_CHANGES);
  if (!allowed.ok) return allowed;

  const { clock, random, webhookKey } = deps;
  const id = newEndpointId(random);
  const secret = newSigningSecret(random);
  const fields = {
    ...{ id, userId: owner.userId, clientId: owner.clientId },
    ...{ url: wish.url, description: wish.description },
    filterTypes: checked.value.filterTypes ?? [],
  };
  const at = clock.now();
  const outcome = await deps.endpoints.create({
    ...fields,
    sealedSecret: sealSigningSecret(webhookKey, id, secret, random),
    maxEndpoints: MAX_WEBHOOK_ENDPOINTS,
    at,
  });
  if (outcome !== 'created') return refuse(REFUSALS[outcome]);
  const health = { lastSuccessAt: null, failingSince: null, consecutiveFailures: 0 };
  return accept({ endpoint: { ...fields, disabled: null, health, createdAt: at }, secret });
}

const REFUSALS: Readonly<Record<'too_many' | 'revoked', EndpointRefusal | AppRevokedRefusal>> = {
  too_many: { kind: 'too_many_endpoints', max: MAX_WEBHOOK_ENDPOINTS },
  revoked: { kind: 'app_revoked' },
};
