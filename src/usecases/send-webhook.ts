import type { Clock } from '../base/clock.ts';
import { messageIdOf } from '../webhook/delivery.ts';
import type { DeliveryChannel } from '../webhook/delivery-channel.ts';
import type { ClaimedDelivery } from '../webhook/delivery-store.ts';
import type { OutageWatch } from '../webhook/own-outage.ts';
import type { WebhookSender } from '../webhook/sender-port.ts';
import { signDelivery } from '../webhook/sign-delivery.ts';
import { unsealSigningSecret } from './sealed-signing-secret.ts';

export interface SendWebhookDeps {
  readonly clock: Clock;
  readonly sender: WebhookSender;
  /** The key of signing secrets. */
  readonly webhookKey: Uint8Array;
  readonly outage: OutageWatch;
}

/** Straight to the endpoint: signed anew at each attempt, as receivers refuse what is old. */
export const createSendingChannel = (deps: SendWebhookDeps): DeliveryChannel => ({
  transmit: async (delivery, signal) => {
    const startedAt = deps.clock.now();
    const signatures = signDelivery({
      messageId: messageIdOf(delivery.messageId),
      at: startedAt,
      body: delivery.body,
      secrets: openSecrets(deps, delivery),
    });
    const result = await deps.sender.send({
      url: delivery.url,
      headers: { 'content-type': 'application/json', ...signatures },
      body: delivery.body,
      signal,
    });
    const { origin } = new URL(delivery.url);
    const { consecutiveFailures } = delivery;
    const isOurFault = !signal.aborted && deps.outage.judge(origin, result, consecutiveFailures);
    return { startedAt, result, isOurFault };
  },
});

function openSecrets({ webhookKey }: SendWebhookDeps, delivery: ClaimedDelivery): string[] {
  return delivery.sealedSecrets.map((sealed) => {
    const secret = unsealSigningSecret(webhookKey, delivery.endpointId, sealed);
    // Never sent with fewer signatures than the receiver may be waiting for.
    if (secret === null) throw new Error('a signing secret was sealed under another key');
    return secret;
  });
}
