import { MAX_OLD_WEBHOOK_SECRETS, WEBHOOK_CHANGES } from '../base/limits.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import type { TooManyRefusal } from '../wallet/account-refusals.ts';
import type { Endpoint } from '../webhook/endpoint.ts';
import type { EndpointOwner } from '../webhook/endpoint-store.ts';
import { newSigningSecret } from '../webhook/signing-secret.ts';
import type { EndpointRefusal } from '../webhook/webhook-refusals.ts';
import type { CreatedEndpoint } from './create-endpoint.ts';
import { findEndpoint } from './find-endpoint.ts';
import { sealSigningSecret } from './sealed-signing-secret.ts';
import { takeWebhookAttempt, type WebhookDeps } from './webhook-deps.ts';

/**
 * A new secret, shown this once. Deliveries are signed with both for so long, so that the receiver
 * can take over the new one at any time in between.
 */
export async function rotateSigningSecret(
  deps: WebhookDeps,
  owner: EndpointOwner,
  id: string,
  overlapSec: number,
): Promise<Result<CreatedEndpoint, EndpointRefusal | TooManyRefusal>> {
  const allowed = await takeWebhookAttempt(deps, 'change', owner.userId, WEBHOOK_CHANGES);
  if (!allowed.ok) return allowed;
  const secret = newSigningSecret(deps.random);
  const at = deps.clock.now();
  const outcome = await deps.endpoints.rotateSecret(owner, {
    id,
    sealedSecret: sealSigningSecret(deps.webhookKey, id, secret, deps.random),
    oldUntil: new Date(at.getTime() + overlapSec * 1000),
    maxOldSecrets: MAX_OLD_WEBHOOK_SECRETS,
    at,
  });
  if (outcome === 'revoked') return refuse({ kind: 'app_revoked' });
  if (outcome === 'absent') return refuse({ kind: 'endpoint_absent' });
  const found: Result<Endpoint, EndpointRefusal> = await findEndpoint(deps, owner, id);
  return found.ok ? accept({ endpoint: found.value, secret }) : found;
}
