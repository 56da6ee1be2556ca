import type { TooManyRefusal } from '../accounts/account-refusals.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import type { DeliveryDetail } from './delivery-log-store.ts';
import type { StoredSecret } from './endpoint-stats-store.ts';
import type { EndpointOwner } from './endpoint-store.ts';
import { explainSignature } from './explain-signature.ts';
import type { ReceivedDelivery, SentMessage, SignatureFinding } from './signature-case.ts';
import { SIGNATURE_CHECKS } from './signature-limits.ts';
import { unsealSigningSecret } from './signing-secrets.ts';
import { takeWebhookAttempt, type WebhookDeps } from './webhook-deps.ts';
import type { EndpointAbsentRefusal } from './webhook-refusals.ts';

/** What is wrong with a signature that an endpoint of the user received. Stores nothing. */
export async function explainReceivedSignature(
  deps: WebhookDeps,
  userId: string,
  endpointId: string,
  received: ReceivedDelivery,
): Promise<Result<readonly SignatureFinding[], EndpointAbsentRefusal | TooManyRefusal>> {
  const allowed = await takeWebhookAttempt(deps, 'explain', userId, SIGNATURE_CHECKS);
  if (!allowed.ok) return allowed;
  const owner: EndpointOwner = { userId, clientId: null, grantId: null };
  const key = { endpointId, messageId: received.messageId.trim() };
  const [endpoint, stored, delivery] = await Promise.all([
    deps.endpoints.find(owner, endpointId),
    deps.endpointStats.readSecrets(userId),
    deps.deliveryLog.find(owner, key),
  ]);
  if (endpoint === null) return refuse({ kind: 'endpoint_absent' });
  const secrets = stored.flatMap((one) => openSecret(deps, one));
  const findings = explainSignature({
    received,
    now: deps.clock.now(),
    secrets: secrets.filter((one) => one.endpointId === endpointId),
    otherSecrets: secrets.filter((one) => one.endpointId !== endpointId),
    sent: delivery === null ? null : toSent(delivery),
  });
  return accept(findings);
}

/** A secret sealed under another key cannot be recognized. */
function openSecret({ webhookKey }: Pick<WebhookDeps, 'webhookKey'>, stored: StoredSecret) {
  const { endpointId, sealed, validUntil } = stored;
  const secret = unsealSigningSecret(webhookKey, endpointId, sealed);
  return secret === null ? [] : [{ endpointId, secret, validUntil }];
}

const toSent = ({ body, attempts }: DeliveryDetail): SentMessage => ({
  body,
  signedAt: attempts.map(({ startedAt }) => startedAt),
});
