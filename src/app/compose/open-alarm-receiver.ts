import type { AlarmReceiver } from '../../alarms/alarm-post.ts';
import { addressRules } from '../../base/address-rules.ts';
import type { Context } from '../../config/context.ts';
import { isDelivered } from '../../webhooks/delivery-result.ts';
import { openWebhookSender } from '../../webhooks/sender/sender.ts';
import { signDelivery } from '../../webhooks/sign-delivery.ts';
import { signingKeyOf } from '../../webhooks/signing-secret.ts';

export interface OpenAlarmReceiver extends AlarmReceiver {
  /** Drops the connections, after the last message. */
  close(): Promise<void>;
}

/**
 * Opens the connection to the receiver of alarms; null if operators have set none. Messages are
 * signed and sent as webhooks are. The address may be in the operator's own network, because only
 * the settings of the service can name it, and no user or stranger.
 */
export function openAlarmReceiver({ config, clock }: Context): OpenAlarmReceiver | null {
  const { alarmReceiver } = config;
  if (alarmReceiver === null) return null;
  const { url, secret } = alarmReceiver;
  const keys = [signingKeyOf(secret)];
  const sender = openWebhookSender({ addresses: addressRules(ALL_NETWORKS), clock });
  return {
    host: new URL(url).host,
    post: async ({ messageId, body }, signal) => {
      const signatures = signDelivery({ messageId, at: clock.now(), body, keys });
      const headers = { 'content-type': 'application/json', ...signatures };
      const result = await sender.send({ url, headers, body, signal });
      if (isDelivered(result)) return null;
      return result.kind === 'answered'
        ? `it answered ${result.status}`
        : `no answer (${result.errorClass})`;
    },
    close: () => sender.close(),
  };
}

const ALL_NETWORKS: readonly string[] = ['0.0.0.0/0', '::/0'];
