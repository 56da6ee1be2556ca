import type { TooManyRefusal } from '../accounts/account-refusals.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import type { EndpointOwner } from './endpoint-store.ts';
import { explainSignature } from './explain-signature.ts';
import { SIGNATURE_CHECKS } from './limits.ts';
import type { ReceivedDelivery, SignatureFinding } from './signature-case.ts';
import { unsealSigningSecret } from './signing-secrets.ts';
import { takeWebhookAttempt, type WebhookDeps } from './webhook-deps.ts';
import type { EndpointAbsentRefusal } from './webhook-refusals.ts';

/**
 * Tells a user what is wrong with a signature that one of their endpoints received. Nothing is
 * stored.
 */
export async function explainReceivedSignature(
  deps: WebhookDeps,
  userId: string,
  endpointId: string,
  received: ReceivedDelivery,
): Promise<Result<readonly SignatureFinding[], EndpointAbsentRefusal | TooManyRefusal>> {
  const allowed = await takeWebhookAttempt(deps, 'explain', userId, SIGNATURE_CHECKS);
  if (!allowed.ok) return allowed;
  const owner: EndpointOwner = { userId, clientId: null, grantId: null };
  const [endpoint, stored, sent] = await Promise.all([
    deps.endpoints.find(owner, endpointId),
    deps.endpointStats.readSecrets(userId),
    deps.deliveryLog.find(owner, { endpointId, messageId: received.messageId.trim() }),
  ]);
  if (endpoint === null) return refuse({ kind: 'endpoint_absent' });
  const secrets = stored.flatMap((one) => {
    const secret = unsealSigningSecret(deps.webhookKey, one.endpointId, one.sealed);
    // A secret that is encrypted under another key of the service cannot be read, and is left out.
    return secret === null ? [] : [{ ...one, secret }];
  });
  const now = deps.clock.now();
  return accept(explainSignature({ received, now, endpointId, secrets, sent }));
}
