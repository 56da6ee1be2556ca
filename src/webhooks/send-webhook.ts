import type { Clock } from '../base/clock.ts';
import { messageIdOf } from './delivery.ts';
import type { DeliveryResult } from './delivery-result.ts';
import type { ClaimedDelivery } from './delivery-store.ts';
import type { OutageWatch } from './own-outage.ts';
import type { WebhookSender } from './sender-port.ts';
import { signDelivery } from './sign-delivery.ts';
import type { SigningKeys } from './signing-secrets.ts';

export interface SendWebhookDeps {
  readonly clock: Clock;
  readonly sender: WebhookSender;
  readonly signingKeys: SigningKeys;
  readonly outage: OutageWatch;
}

export interface SentWebhook {
  readonly startedAt: Date;
  readonly result: DeliveryResult;
  /**
   * Whether the failure was most likely our own fault and not the receiver's. The failure then does
   * not count against the endpoint, and no delivery is given up because of it.
   */
  readonly isOurFault: boolean;
}

/**
 * Makes one attempt at a delivery. Each attempt has a signature of its own, as receivers refuse old
 * signatures. Whatever the receiver does becomes a result and no error. Aborting the signal ends
 * the attempt early.
 */
export async function sendWebhook(
  deps: SendWebhookDeps,
  delivery: ClaimedDelivery,
  signal: AbortSignal,
): Promise<SentWebhook> {
  const startedAt = deps.clock.now();
  const signatures = signDelivery({
    messageId: messageIdOf(delivery.messageId),
    at: startedAt,
    body: delivery.body,
    keys: deps.signingKeys(delivery.endpointId, delivery.sealedSecrets),
  });
  const result = await deps.sender.send({
    url: delivery.url,
    headers: { 'content-type': 'application/json', ...signatures },
    body: delivery.body,
    signal,
  });
  const { origin, consecutiveFailures } = delivery;
  const isOurFault = !signal.aborted && deps.outage.judge(origin, result, consecutiveFailures);
  return { startedAt, result, isOurFault };
}
