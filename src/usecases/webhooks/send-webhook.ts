import type { Clock } from '../../base/clock.ts';
import { messageIdOf } from '../../webhook/delivery.ts';
import type { DeliveryChannel } from '../../webhook/delivery-channel.ts';
import type { OutageWatch } from '../../webhook/own-outage.ts';
import type { WebhookSender } from '../../webhook/sender-port.ts';
import { signDelivery } from '../../webhook/sign-delivery.ts';
import { createSigningKeys } from './signing-secrets.ts';

export interface SendWebhookDeps {
  readonly clock: Clock;
  readonly sender: WebhookSender;
  /** The key of signing secrets. */
  readonly webhookKey: Uint8Array;
  readonly outage: OutageWatch;
}

/** Straight to the endpoint: signed anew at each attempt, as receivers refuse what is old. */
export function createSendingChannel(deps: SendWebhookDeps): DeliveryChannel {
  const signingKeys = createSigningKeys(deps.webhookKey);
  return {
    transmit: async (delivery, signal) => {
      const startedAt = deps.clock.now();
      const signatures = signDelivery({
        messageId: messageIdOf(delivery.messageId),
        at: startedAt,
        body: delivery.body,
        keys: signingKeys(delivery.endpointId, delivery.sealedSecrets),
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
    },
  };
}
